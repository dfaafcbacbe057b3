import { sql } from 'kysely'
import { stepEnv } from '../../../../server/core/command.ts'
import { actorOf, type Context } from '../../../../server/core/context.ts'
import type { Reader, Writer } from '../../../../server/core/db/connect.ts'
import type { ComputeInput } from '../../../../server/crud/computes.ts'
import type { DeleteInput, FieldMessage, Row, SaveInput, ScreenHooks } from '../../../../server/crud/domain.ts'
import type { SpecValue } from '../../../../src/schemas/kinds/specRules.ts'
import { numberOf } from '../command.ts'
import { computesOf } from '../computes.ts'
import { whyTexts } from '../goods/actions.ts'
import { nextSaleTime } from '../goods/sale.ts'
import { readSpecs } from '../goods/specRows.ts'
import { storeSpec } from '../goods/storeSpec.ts'
import { mendedOn, problemCount, readSaleFacts, unsellable, whyNotSold } from '../goods/why.ts'
import { grouped } from '../grouped.ts'
import type { Reads } from '../reads.generated.ts'
import type { ShopGoodsRow, ShopGoodsServiceRow } from '../rows.generated.ts'
import { readShopSettings } from '../settings/settings.ts'

/** Rows of the stock log that a product shows. */
const logShown = 20

/** SQL over the row `t`: is one of its SKUs down to its threshold, as those are told who fill it up? */
const low = `exists (select 1 from shop_goods_sku s where s.goods_id = t.id and s.delete_time is null and s.status = 1
  and s.stock <= coalesce(s.low_stock, t.low_stock, 0))`

export const goodsHooks: ScreenHooks = {
  validate: goodsErrors,
  beforeSave,
  afterSave: async ({ ctx, trx, key, values }) => {
    const reason = ctx.handler.controller === 'dataio.Import' ? 'import' : 'manual'
    if (isSpec(values.spec)) await storeSpec(trx, { goodsId: Number(key), spec: values.spec, reason }, stepEnv(ctx))
  },
  beforeDestroy: destroyParts,
  prepare: firstValues,
  copied,
  computes: computesOf('shop/goods/goods', {
    spec: ({ db, rows }) =>
      readSpecs(
        db,
        rows.map((row) => Number(row.id)),
      ),
    problemCount: { sql: problemCount },
    low: { sql: `(${low})::int` },
    problems,
    stockLog,
  }),
  steady: { spec: steadySpec },
  filters: {
    unsellable: { sql: unsellable },
    low: { sql: low },
  },
  narrowList: true,
}

function isSpec(value: unknown): value is SpecValue {
  return value !== null && typeof value === 'object'
}

/** Specs without what moves by itself: units are entered as a change, whatever was sold meanwhile. */
function steadySpec(value: unknown): unknown {
  if (!isSpec(value)) return null
  return { ...value, skus: value.skus.map(({ stock: _stock, loaded: _loaded, ...sku }) => sku) }
}

/** What hangs on other goods, and a spec type that was changed without its specs. */
async function goodsErrors({ trx, before, values }: SaveInput): Promise<Record<string, FieldMessage>> {
  const found: Record<string, FieldMessage> = {}
  const { spec } = values
  if (before && values.spec_type !== undefined && values.spec_type !== before.spec_type && !isSpec(spec))
    found.spec = { code: 'specIncomplete' }
  if (isSpec(spec)) Object.assign(found, await codesTaken(trx, spec, Number(before?.id ?? 0)))
  return found
}

/** A code belongs to one SKU of the shop. */
async function codesTaken(trx: Writer, { skus }: SpecValue, goodsId: number): Promise<Record<string, FieldMessage>> {
  const codes = skus.flatMap((sku) => (sku.sku_code === '' ? [] : [sku.sku_code.toLowerCase()]))
  if (codes.length === 0) return {}
  const { rows } = await sql<
    Pick<ShopGoodsRow, 'name'> & { code: string }
  >`select lower(s.sku_code) as code, g.name from shop_goods_sku s
    join shop_goods g on g.id = s.goods_id where lower(s.sku_code) = any(${codes}::text[]) and s.sku_code <> ''
    and s.delete_time is null and s.goods_id <> ${goodsId}`.execute(trx)
  const owners = new Map(rows.map(({ code, name }) => [code, name]))
  return Object.fromEntries(
    skus.flatMap(({ sku_code }, i): [string, FieldMessage][] => {
      const name = owners.get(sku_code.toLowerCase())
      return name === undefined ? [] : [[`spec.skus.${i}.sku_code`, { code: 'shop.codeTaken', params: { code: sku_code, name } }]]
    }),
  )
}

/** A number for goods without one; on sale without a unit is sold out; when it changes by itself next. */
async function beforeSave({ ctx, mode, before, values }: SaveInput): Promise<void> {
  if (mode === 'add' && !values.goods_no) values.goods_no = `KT${numberOf(stepEnv(ctx))}`
  if (mode === 'edit' && values.goods_no === '') values.goods_no = before?.goods_no
  if (mode === 'add') values.admin_id = actorOf(ctx).id
  if (values.status !== undefined) {
    const isOn = values.status !== 0
    values.status = isOn ? (before && Number(before.stock) <= 0 ? 2 : 1) : 0
  }
  const times = { ...before, ...values } as { on_sale_time: number | null; off_sale_time: number | null }
  const isMoved = (['on_sale_time', 'off_sale_time'] as const).some(
    (name) => values[name] !== undefined && values[name] !== before?.[name],
  )
  if (mode === 'add' || isMoved) values.next_sale_time = nextSaleTime(times, ctx.now)
}

/** What is kept about goods beside their row goes with them; none of it was ever in an order. */
async function destroyParts({ trx, rows }: DeleteInput): Promise<void> {
  const ids = rows.map((row) => Number(row.id))
  await sql`delete from shop_goods_stock_log where sku_id in (select id from shop_goods_sku where goods_id = any(${ids}::int[]))`.execute(
    trx,
  )
  await sql`delete from shop_goods_sku where goods_id = any(${ids}::int[])`.execute(trx)
  await sql`delete from shop_goods_attr where goods_id = any(${ids}::int[])`.execute(trx)
}

/** New goods have the services that are meant for all, and the shop's threshold. */
async function firstValues(_ctx: Context, db: Reader): Promise<Row> {
  const [settings, services] = await Promise.all([
    readShopSettings(db),
    sql<
      Pick<ShopGoodsServiceRow, 'id'>
    >`select id from shop_goods_service where is_default = 1 and status = 1 order by weigh desc, id`.execute(db),
  ])
  return { low_stock: settings.defaultLowStock, service_ids: services.rows.map(({ id }) => id) }
}

/** A copy is other goods: SKUs of its own, without units and codes, and not on sale. */
function copied(wire: Row): void {
  const { spec } = wire
  wire.status = '0'
  wire.on_sale_time = null
  wire.off_sale_time = null
  if (!isSpec(spec)) return
  wire.spec = {
    ...spec,
    skus: spec.skus.map(({ id: _id, loaded: _loaded, ...sku }) => ({ ...sku, stock: 0, sku_code: '' })),
  }
}

/** Why each cannot be bought, each reason with a way to where it is mended. */
async function problems({ ctx, db, rows }: ComputeInput<Reads['shop/goods/goods']['problems']>): Promise<unknown[]> {
  const facts = new Map(
    (
      await readSaleFacts(
        db,
        rows.map((row) => Number(row.id)),
      )
    ).map((each) => [each.id, each]),
  )
  return rows.map((row) => {
    const goods = facts.get(Number(row.id))
    if (!goods) return []
    return whyNotSold(goods, ctx.now).map((code) => {
      const page = mendedOn(code)
      const key = page === undefined ? goods.id : (goods.classify_ids[0] ?? 0)
      const [title] = whyTexts(ctx, [code], goods.name)
      return { page: page ?? 'shop/goods/goods', key, title, note: ctx.text(`goods.mend.${code}`, {}) }
    })
  })
}

/** The latest changes of stock of each. */
async function stockLog({ db, rows }: ComputeInput<Reads['shop/goods/goods']['stockLog']>): Promise<unknown[]> {
  const ids = rows.map((row) => Number(row.id))
  const found = await sql<
    Row & { goods_id: number }
  >`select g.id as goods_id, l.create_time, l.sku, l.delta, l.after, l.reason, l.ref_no,
      l.memo, coalesce(a.nickname, '') as admin
    from unnest(${ids}::int[]) as g(id) cross join lateral (select l.*, s.spec_text as sku from shop_goods_stock_log l
      join shop_goods_sku s on s.id = l.sku_id where s.goods_id = g.id order by l.create_time desc, l.id desc limit ${logShown}) l
    left join admin a on a.id = l.admin_id order by g.id, l.create_time desc, l.id desc`.execute(db)
  const byGoods = grouped(found.rows, (row) => row.goods_id)
  return ids.map((id) => byGoods.get(id) ?? [])
}
