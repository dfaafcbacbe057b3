import { sql } from 'kysely'
import type { Reader, Writer } from '../../../../server/core/db/connect.ts'
import { Refused } from '../../../../server/core/refuse.ts'
import { regionsText } from '../../../../server/core/regions.ts'
import type { DeleteInput, FieldMessage, Row, SaveInput, ScreenHooks } from '../../../../server/crud/domain.ts'
import { refuseInvalid } from '../../../../server/crud/validate/refusal.ts'
import { type AnswerInput, defineActions } from '../actions.ts'
import type { Counted } from '../command.ts'
import { computesOf } from '../computes.ts'
import {
  type Billing,
  countOf,
  type Freight,
  type FreightLine,
  type FreightTemplate,
  freight,
  quantityText,
  unitsOf,
} from '../delivery/freight.ts'
import { areaErrors, freightTemplate } from '../delivery/template.ts'
import { goodsOf } from '../goods/sampleLine.ts'
import type { ShopDeliveryTemplateRow, ShopGoodsSkuRow } from '../rows.generated.ts'

export const templateHooks: ScreenHooks = {
  validate: templateErrors,
  beforeDelete: requireUnused,
  computes: computesOf('shop/delivery/template', { areaCount: { sql: 'jsonb_array_length(t.areas)' } }),
}

/** The rules of the areas, and that the way of billing stays while goods are priced by it. */
async function templateErrors({ trx, before, values }: SaveInput): Promise<Record<string, FieldMessage>> {
  const touched = Object.hasOwn(values, 'areas') || Object.hasOwn(values, 'billing')
  const found = touched ? areaErrors({ ...before, ...values }) : {}
  const isNew = before !== null && Object.hasOwn(values, 'billing') && Number(values.billing) !== Number(before.billing)
  if (isNew && (await usedBy(trx, [before])).length > 0) found.billing = { code: 'shop.billingInUse' }
  return found
}

/** A template is not deleted while goods use it, those of the recycle bin included. */
async function requireUnused({ trx, rows }: DeleteInput): Promise<void> {
  const [used] = await usedBy(trx, rows)
  if (used) throw new Refused('shop.templateInUse', used)
}

/** Which of the templates goods use, and how many. */
async function usedBy(trx: Writer, rows: readonly Row[]): Promise<{ name: string; n: number }[]> {
  const ids = rows.map((row) => Number(row.id))
  const found = await sql<
    Pick<ShopDeliveryTemplateRow, 'name'> & Counted
  >`select t.name, count(*)::int as n from shop_delivery_template t
    join shop_goods g on g.template_id = t.id where t.id = any(${ids}::int[]) group by t.id, t.name order by t.id`.execute(trx)
  return found.rows
}

/** Prices a sample cart by a template as it is stored or stands in the form, and says how the fee comes about. */
export const templateActions = defineActions({
  'shop/delivery/template.test': { prepare: sampleCart, answer: testTemplate },
})

/** A cart to begin with: a piece of the first goods that use the template, or else of the first there are. */
async function sampleCart({ db, row }: { db: Reader; row: { id?: number } }): Promise<Row> {
  const { rows } = await sql<
    Pick<ShopGoodsSkuRow, 'goods_id'>
  >`select id as goods_id from shop_goods where delete_time is null and status = 1
    order by template_id = ${row.id ?? null}::int desc nulls last, id limit 1`.execute(db)
  return { lines: rows.map((goods) => ({ ...goods, sku_code: '', quantity: 1 })) }
}

async function testTemplate({ ctx, db, page, row, values, entered }: AnswerInput<'shop/delivery/template.test'>): Promise<Row> {
  const asIs = { billing: 1, ...row, ...entered }
  // In a form that is not finished the row for the rest may be missing: then that is the answer.
  const { areas: _unfinished, ...found } = areaErrors(asIs)
  refuseInvalid(ctx, { page, prefix: 'fields', inside: 'entered.' }, found)
  const template = freightTemplate(asIs)
  const asked = values.lines
  const goods = await Promise.all(asked.map((line, i) => goodsOf(db, line, i)))
  const region = values.region.at(-1) ?? 0
  const told = freight(template, goods, region)
  const counted = (lines: readonly FreightLine[]) => withUnit(unitsOf(template.billing, lines), template.billing)
  return {
    ...explained(template, told),
    fee: told.fee,
    counted: counted(goods),
    goods: goods.map((line) => ({ ...line, amount: line.price * line.quantity, counted: counted([line]) })),
  }
}

/** Whole units as people read them: 1250n g → "1.25 Kg"; pieces stand alone. */
function withUnit(units: bigint, billing: Billing): string {
  return quantityText(units, billing) + { 1: '', 2: ' Kg', 3: ' m³' }[billing]
}

/** Which row, rule or refusal decided, and the sums that the fee is made of. */
function explained(template: FreightTemplate, told: Freight): Row {
  if (told.by === 'refused') return { result: 'refused', regions: regionsText([told.region]) }
  if (told.by === 'free')
    return { result: 'free', row: told.rule + 1, regions: regionsText(template.free[told.rule]?.regions ?? []) }
  const area = told.by === 'area' ? template.areas[told.area] : undefined
  if (told.by !== 'area' || !area) return { result: 'nowhere' }
  const text = (quantity: number | string) => withUnit(countOf(quantity, template.billing), template.billing)
  const first = { part: 'first', quantity: text(area.firstQuantity), fee: area.firstFee, times: 1, sum: area.firstFee }
  const next = {
    part: 'continue',
    quantity: text(area.continueQuantity),
    fee: area.continueFee,
    times: told.steps,
    sum: told.steps * area.continueFee,
  }
  return {
    result: area.isDefault ? 'rest' : 'area',
    row: told.area + 1,
    regions: regionsText(area.regions),
    parts: told.steps > 0 ? [first, next] : [first],
  }
}
