import { sql } from 'kysely'
import type { Context } from '../../../../server/core/context.ts'
import type { Reader } from '../../../../server/core/db/connect.ts'
import { cleanMarkup } from '../../../../server/core/db/markup.ts'
import { Refused } from '../../../../server/core/refuse.ts'
import { formatFen } from '../../../../src/schemas/kinds/money.ts'
import type { EvaluationPage, EvaluationSummary, StoreEvaluation, StoreGoods, StoreSku } from '../../contract/storefront.ts'
import type { Counted } from '../command.ts'
import { nameIn } from '../goods/names.ts'
import { shownClasses } from '../goods/shownClasses.ts'
import { readSpecs } from '../goods/specRows.ts'
import { readSaleFacts, whyNotSold } from '../goods/why.ts'
import type { ShopEvaluateRow, ShopGoodsRow, ShopGoodsServiceRow } from '../rows.generated.ts'

/** For these reasons the product's page is not found; for all others it says that nothing can be ordered. */
const notShown = new Set(['recycled', 'offSale', 'notYet', 'over', 'hidden'])

/** A product with everything its page shows. Refuses one that is not on sale as if it did not exist. */
export async function readStoreGoods({ read: db, now, lang }: Context, id: number): Promise<StoreGoods> {
  const [facts] = await readSaleFacts(db, [id])
  const reasons = facts ? whyNotSold(facts, now) : []
  const { rows } = await sql<ShopGoodsRow>`select * from shop_goods where id = ${id} and delete_time is null`.execute(db)
  const [goods] = rows
  if (!goods || !facts || reasons.some((reason) => notShown.has(reason))) throw new Refused('shop.noGoods')
  const [spec, classes, services, evaluations] = await Promise.all([
    readSpecs(db, [id]),
    readPath(db, goods.classify_ids),
    readServices(db, goods.service_ids),
    summarise(db, goods),
  ])
  const { images, video, tags, min_buy, per_limit, params } = goods
  return {
    ...{
      id,
      name: nameIn(lang, goods),
      subtitle: (lang === 'en' && goods.subtitle_en) || goods.subtitle,
      images,
      video,
      tags,
      min_buy,
      per_limit,
      classes,
      services,
      evaluations,
    },
    price: formatFen(goods.price),
    price_max: formatFen(goods.price_max),
    sales: goods.sales + goods.virtual_sales,
    sold_out: reasons.length > 0,
    params: params.map(({ key, value }) => ({ key, value })),
    content: cleanMarkup(goods.content),
    specs: spec[0]?.attributes ?? [],
    skus: (spec[0]?.skus ?? []).filter(({ status }) => status === 1).map(skuOf),
  }
}

type Sku = Awaited<ReturnType<typeof readSpecs>>[number]['skus'][number]

function skuOf({ id, values, price, origin_price, stock, image }: Sku): StoreSku {
  const crossed = Number(origin_price ?? 0) > Number(price) ? formatFen(origin_price) : ''
  return { id: id ?? 0, values, price: formatFen(price), origin_price: crossed, stock: Number(stock), image }
}

/** The first of the classes that is shown, with those above it, the outermost first. */
async function readPath(db: Reader, ids: readonly number[]): Promise<StoreGoods['classes']> {
  const { rows } = await sql<StoreGoods['classes'][number]>`with recursive above as (
      select c.id, c.pid, c.name, c.name_en, 0 as depth from shop_goods_classify c where c.id = (
        select k.id from unnest(${[...ids]}::int[]) with ordinality as k(id, place)
        where k.id in (${sql.raw(shownClasses)}) order by k.place limit 1)
      union all select c.id, c.pid, c.name, c.name_en, a.depth + 1 from shop_goods_classify c join above a on c.id = a.pid)
    select id, name, name_en from above order by depth desc`.execute(db)
  return rows
}

async function readServices(db: Reader, ids: readonly number[]): Promise<StoreGoods['services']> {
  const { rows } = await sql<
    Pick<ShopGoodsServiceRow, 'name' | 'icon' | 'description'>
  >`select name, icon, description from shop_goods_service
    where id = any(${[...ids]}::int[]) and status = 1 order by weigh desc, id`.execute(db)
  return rows
}

const isShown = sql`e.status = 1 and e.delete_time is null`

async function summarise(db: Reader, { id, score }: Pick<ShopGoodsRow, 'id' | 'score'>): Promise<EvaluationSummary> {
  const { rows } = await sql<Counted & { stars: number }>`select round(e.score)::int as stars, count(*)::int as n
    from shop_evaluate e where e.goods_id = ${id} and ${isShown} group by 1`.execute(db)
  const counts = new Map(rows.map(({ stars, n }) => [stars, n]))
  return {
    count: rows.reduce((sum, { n }) => sum + n, 0),
    score: score ?? '',
    stars: [1, 2, 3, 4, 5].map((stars) => counts.get(stars) ?? 0),
  }
}

/** Whose evaluations to read; `stars` 0: whatever they gave. */
export interface EvaluationQuery {
  goodsId: number
  stars: number
  limit: number
  offset: number
}

/** Evaluations of a product that are shown, those the shop put on top first. */
export async function readEvaluations({ read: db }: Context, query: EvaluationQuery): Promise<EvaluationPage> {
  const { goodsId, stars, limit, offset } = query
  const where = sql`e.goods_id = ${goodsId} and ${isShown} and (${stars} = 0 or round(e.score) = ${stars})`
  type Found = Pick<ShopEvaluateRow, 'id' | 'spec' | 'content' | 'images' | 'append_content' | 'reply' | 'anonymous'> &
    Pick<StoreEvaluation, 'score' | 'name' | 'create_time'>
  const [{ rows }, { rows: counts }] = await Promise.all([
    sql<Found>`select e.id, e.score::float8 as score, e.spec, e.content, e.images, e.append_content, e.reply, e.anonymous,
        coalesce(e.create_time, 0) as create_time, coalesce(nullif(u.nickname, ''), u.username, '') as name
      from shop_evaluate e left join "user" u on u.id = e.user_id
      where ${where} order by e.is_top desc, e.id desc limit ${limit} offset ${offset}`.execute(db),
    sql<Counted>`select count(*)::int as n from shop_evaluate e where ${where}`.execute(db),
  ])
  const list = rows.map(({ anonymous, name, ...row }) => ({ ...row, name: shortened(name, anonymous === 1) }))
  return { list, total: counts[0]?.n ?? 0 }
}

/** First letter and last; of who asked not to be named the first alone. */
function shortened(name: string, anonymous: boolean): string {
  const letters = [...name]
  return `${letters[0] ?? ''}***${anonymous || letters.length < 2 ? '' : letters.at(-1)}`
}
