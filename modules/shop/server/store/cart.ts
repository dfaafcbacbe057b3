import { sql } from 'kysely'
import * as z from 'zod/mini'
import { type CommandContext, rowOf, rowsOf } from '../../../../server/core/command.ts'
import { actorOf, type Context } from '../../../../server/core/context.ts'
import type { Writer } from '../../../../server/core/db/connect.ts'
import type { Handler } from '../../../../server/core/handler.ts'
import { Refused } from '../../../../server/core/refuse.ts'
import { requestIds } from '../../../../server/crud/rows/key.ts'
import { formatFen } from '../../../../src/schemas/kinds/money.ts'
import type { Counted } from '../command.ts'
import { textIn } from '../goods/names.ts'
import { onSale } from '../home/goods.ts'
import type { ShopCartRow, ShopGoodsRow, ShopGoodsSkuRow } from '../rows.generated.ts'
import { memberStep, readInput, rowId, units } from './call.ts'

/** Different goods that a cart holds. */
const linesAtMost = 200
const added = z.object({ sku_id: rowId, quantity: z._default(units, 1) })
const changed = z.object({ id: rowId, quantity: units })

const base = { app: 'api', controller: 'shop.Cart', access: { type: 'login' } } as const

/** What members do with their cart: it takes no stock and freezes no price. */
export const cartHandlers: readonly Handler[] = [
  { ...base, action: 'index', method: 'GET', run: readCart },
  {
    ...base,
    action: 'add',
    method: 'POST',
    run: memberStep((trx, userId, env, { body }) => addToCart(trx, userId, readInput(added, body), env)),
  },
  {
    ...base,
    action: 'edit',
    method: 'POST',
    run: memberStep((trx, userId, env, { body }) => changeLine(trx, userId, readInput(changed, body), env)),
  },
  {
    ...base,
    action: 'del',
    method: 'DELETE',
    run: memberStep(async (trx, userId, _env, { query }) => {
      const ids = requestIds(query.ids, linesAtMost).map(Number)
      await sql`delete from shop_cart where user_id = ${userId} and id = any(${ids}::bigint[])`.execute(trx)
    }),
  },
]

/** Puts units of a SKU into the cart, onto those that are there. Gives the line's key and its units. */
async function addToCart(
  trx: Writer,
  userId: number,
  wanted: { sku_id: number; quantity: number },
  env: CommandContext,
): Promise<Pick<ShopCartRow, 'id' | 'quantity'>> {
  const sku = await rowOf(
    trx,
    sql<Pick<ShopGoodsSkuRow, 'id'>>`select s.id from shop_goods_sku s join shop_goods g on g.id = s.goods_id
      where s.id = ${wanted.sku_id} and s.status = 1 and g.status in (1, 2) and g.delete_time is null`,
  )
  if (!sku) throw new Refused('store.noSku')
  await sql`select pg_advisory_xact_lock(hashtextextended(${`cart ${userId}`}, 0))`.execute(trx)
  const [count] = await rowsOf(trx, sql<Counted>`select count(*)::int as n from shop_cart where user_id = ${userId}`)
  if ((count?.n ?? 0) >= linesAtMost) throw new Refused('store.cartFull', { max: linesAtMost })
  const line = await rowOf(
    trx,
    sql<Pick<ShopCartRow, 'id' | 'quantity'>>`insert into shop_cart (user_id, sku_id, quantity, create_time, update_time)
      values (${userId}, ${sku.id}, ${wanted.quantity}, ${env.now}, ${env.now})
      on conflict (user_id, sku_id) do update set quantity = least(shop_cart.quantity + excluded.quantity, 9999), update_time = ${env.now}
      returning id, quantity`,
  )
  if (!line) throw new Refused('store.noLine')
  return line
}

async function changeLine(trx: Writer, userId: number, line: z.infer<typeof changed>, env: CommandContext): Promise<void> {
  const done = await rowOf(
    trx,
    sql<Pick<ShopCartRow, 'id'>>`update shop_cart set quantity = ${line.quantity}, update_time = ${env.now}
      where id = ${line.id} and user_id = ${userId} returning id`,
  )
  if (!done) throw new Refused('store.noLine')
}

/** Takes lines out of the member's cart, for an order; in the order of their keys. Refuses a line that is not there. */
export async function takeFromCart(
  trx: Writer,
  userId: number,
  ids: readonly number[],
): Promise<{ skuId: number; quantity: number }[]> {
  const taken = await rowsOf(
    trx,
    sql<Pick<ShopCartRow, 'id' | 'sku_id' | 'quantity'>>`delete from shop_cart
      where user_id = ${userId} and id = any(${ids}::int[]) returning id, sku_id, quantity`,
  )
  if (taken.length !== new Set(ids).size) throw new Refused('store.noLine', {}, { type: 'conflict' })
  return taken.sort((a, b) => a.id - b.id).map((line) => ({ skuId: line.sku_id, quantity: line.quantity }))
}

type CartRow = Pick<ShopCartRow, 'id' | 'sku_id' | 'quantity'> &
  Pick<ShopGoodsSkuRow, 'goods_id' | 'spec_text' | 'price' | 'stock' | 'image'> &
  Pick<ShopGoodsRow, 'name' | 'min_buy'> & { on_sale: boolean }

/** The cart with the prices of now, what all of it that can be bought costs, and of each line why it cannot be. */
async function readCart(ctx: Context): Promise<unknown> {
  const { rows } =
    await sql<CartRow>`select c.id, c.sku_id, c.quantity, s.goods_id, s.spec_text, s.price, s.stock, ${textIn(ctx.lang, 'g.name')} as name, g.min_buy,
      coalesce(nullif(s.image, ''), g.images[1], '') as image, ${sql.raw(onSale('g'))} and s.status = 1 and s.delete_time is null as on_sale
    from shop_cart c join shop_goods_sku s on s.id = c.sku_id join shop_goods g on g.id = s.goods_id
    where c.user_id = ${actorOf(ctx).id} order by c.id desc`.execute(ctx.read)
  const list = rows.map(({ min_buy, on_sale, ...row }) => {
    const why = whyNot(ctx, { ...row, min_buy, on_sale })
    return { ...row, price: formatFen(row.price), amount: formatFen(row.price * row.quantity), buyable: why === '', why }
  })
  const amount = rows.reduce((sum, row, i) => sum + (list[i]?.buyable ? row.price * row.quantity : 0), 0)
  return { list, amount: formatFen(amount) }
}

function whyNot(ctx: Context, row: CartRow): string {
  const name = row.name
  if (!row.on_sale) return ctx.text('errors.shop.notOnSale', { name })
  if (row.quantity > row.stock) return ctx.text('errors.shop.outOfStock', { name, stock: row.stock })
  return row.quantity < row.min_buy ? ctx.text('errors.shop.minBuy', { name, min: row.min_buy }) : ''
}
