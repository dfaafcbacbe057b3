import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Context } from '../../../../server/core/context.ts'
import { likePattern } from '../../../../server/core/db/textSearch.ts'
import type { Handler } from '../../../../server/core/handler.ts'
import { type GoodsPage, type GoodsSort, goodsSorts, type StoreClass } from '../../contract/storefront.ts'
import type { Counted } from '../command.ts'
import { shownClasses } from '../goods/shownClasses.ts'
import { classesBelow } from '../home/adverts.ts'
import { goodsOrders, onSale, readGoods } from '../home/goods.ts'
import { keyOf } from './call.ts'
import { readEvaluations, readStoreGoods } from './goodsReads.ts'

const base = { app: 'api', controller: 'shop.Goods', method: 'GET', access: { type: 'public' } } as const

/** What everybody may read of the products: only those on sale, and nothing that is the shop's own business. */
export const goodsHandlers: readonly Handler[] = [
  { ...base, action: 'index', run: readPage },
  { ...base, action: 'classes', run: async (ctx) => ({ list: await readClasses(ctx) }) },
  { ...base, action: 'info', run: (ctx) => readStoreGoods(ctx, keyOf(ctx.query.id)) },
  {
    ...base,
    action: 'evaluations',
    run: (ctx) => readEvaluations(ctx, { goodsId: keyOf(ctx.query.id), stars: keyOf(ctx.query.stars), ...pageOf(ctx, 10) }),
  },
]

const orders: Readonly<Record<GoodsSort, RawBuilder<unknown>>> = {
  newest: goodsOrders.newest,
  sales: goodsOrders.sales,
  price: sql`g.price, g.id desc`,
  priceDown: sql`g.price desc, g.id desc`,
}

/** Characters of a search that are looked for. */
const mostText = 60

/** Products on sale of a class and all below it, with all the words of a search, in one of four orders. */
async function readPage(ctx: Context): Promise<GoodsPage> {
  const { read: db, query } = ctx
  const where = sql<SqlBool>`${inClass(keyOf(query.class))} and ${withWords(query.keyword)}`
  const order = orders[goodsSorts.find((sort) => sort === query.sort) ?? 'newest']
  const { limit, offset } = pageOf(ctx, 24)
  const [list, { rows }] = await Promise.all([
    readGoods(db, { lang: ctx.lang, where, order, limit, offset }),
    sql<Counted>`select count(*)::int as n from shop_goods g where ${sql.raw(onSale('g'))} and ${where}`.execute(db),
  ])
  return { list, total: rows[0]?.n ?? 0 }
}

function inClass(id: number): RawBuilder<SqlBool> {
  return id === 0 ? sql`true` : sql`g.classify_ids && array(${sql.raw(classesBelow(String(id)))})`
}

/** Each word is in the name or the line below it, in either language, or in the keywords. */
function withWords(keyword: unknown): RawBuilder<SqlBool> {
  const words = (typeof keyword === 'string' ? keyword : '').slice(0, mostText).split(/\s+/).filter(Boolean).slice(0, 5)
  const text = sql`(g.name || ' ' || g.name_en || ' ' || g.subtitle || ' ' || g.subtitle_en || ' ' || g.keywords)`
  return words.reduce<RawBuilder<SqlBool>>((all, word) => sql`${all} and ${text} ilike ${likePattern(word)}::text`, sql`true`)
}

/** The part of a list that a call asks for: `page` from 1, `limit` up to 60. */
function pageOf({ query }: Context, usual: number): { limit: number; offset: number } {
  const limit = Math.min(keyOf(query.limit) || usual, 60)
  const page = Math.min(Math.max(keyOf(query.page), 1), 1000)
  return { limit, offset: (page - 1) * limit }
}

/** The classes that are shown, in the shop's order. */
async function readClasses({ read: db }: Context): Promise<StoreClass[]> {
  const { rows } = await sql<StoreClass>`select id, pid, name, name_en, image from shop_goods_classify
    where id in (${sql.raw(shownClasses)}) order by weigh desc, id`.execute(db)
  return rows
}
