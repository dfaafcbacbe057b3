import { sql } from 'kysely'
import type { Lang } from '../../../../server/core/context.ts'
import type { Reader, Writer } from '../../../../server/core/db/connect.ts'
import type { WindowBanner, WindowGoods, WindowNotice, WindowRecommendation } from '../../contract/shopWindow.ts'
import { textIn } from '../goods/names.ts'
import { shownClasses } from '../goods/shownClasses.ts'
import type { ShopBannerRow, ShopHotRecommendRow, ShopNoticeBarRow } from '../rows.generated.ts'
import { goodsOrders, inForce, onSale, readGoods } from './goods.ts'

/** More of each nobody looks at. */
const most = { banners: 8, notices: 5, recommendations: 6 } as const

/** SQL text over a banner `t`: what it leads to is there for everybody; true where it leads nowhere. */
export const targetThere = `case t.link_type
  when 'goods' then exists (select 1 from shop_goods g where g.id = t.goods_id and ${onSale('g')})
  when 'classify' then coalesce(t.classify_id in (${shownClasses}), false)
  when 'coupon' then exists (select 1 from shop_coupon c where c.id = t.coupon_id and c.delete_time is null and c.status = 1
    and c.remaining > 0)
  when 'competition' then exists (select 1 from shop_competition c where c.id = t.competition_id and c.delete_time is null and c.status = 1)
  else true end`

/** Banners of a place that are in force, with texts and pictures in the language of the person; what advertises something that is not on sale is left out as long as it is not. */
export async function readBanners(db: Reader, position: ShopBannerRow['position'], lang: Lang): Promise<WindowBanner[]> {
  const english = (column: 'title_en' | 'image_en' | 'image_mobile_en') =>
    lang === 'en' ? sql`nullif(${sql.ref(`t.${column}`)}, '')` : sql`null`
  const { rows } = await sql<WindowBanner>`select t.id, coalesce(${english('title_en')}, nullif(t.alt, ''), t.title) as text,
      coalesce(${english('image_en')}, t.image) as image,
      coalesce(${english('image_mobile_en')}, ${english('image_en')}, nullif(t.image_mobile, ''), t.image) as image_mobile, t.background,
      case t.link_type when 'url' then t.link_url when 'goods' then '/goods/' || t.goods_id
        when 'classify' then '/goods?class=' || t.classify_id when 'coupon' then '/coupons' when 'competition' then '/competitions'
        else '' end as link
    from shop_banner t where t.position = ${position} and ${sql.raw(inForce('t'))} and ${sql.raw(targetThere)}
    order by t.weigh desc, t.id desc limit ${most.banners}`.execute(db)
  return rows
}

/** The first notices in force for guests or for members, in the language of the person where they are written in it. */
export async function readNotices(db: Reader, audience: 'guest' | 'member', lang: Lang): Promise<WindowNotice[]> {
  type Found = Pick<ShopNoticeBarRow, 'id' | 'content' | 'content_en' | 'icon' | 'color' | 'background' | 'link_url'> &
    Pick<ShopNoticeBarRow, 'detail' | 'detail_en' | 'closable' | 'scroll'>
  const { rows } =
    await sql<Found>`select t.id, t.content, t.content_en, t.icon, t.color, t.background, t.link_url, t.detail, t.detail_en,
      t.closable, t.scroll from shop_notice_bar t
    where t.audience in ('all', ${audience}) and ${sql.raw(inForce('t'))}
    order by t.weigh desc, t.id desc limit ${most.notices}`.execute(db)
  return rows.map(({ id, content, content_en, icon, color, background, link_url, detail, detail_en, closable, scroll }) => ({
    id,
    text: (lang === 'en' && content_en) || content,
    icon,
    color,
    background,
    link: link_url,
    detail: (lang === 'en' && detail_en) || detail,
    closable: closable === 1,
    turns: scroll === 1,
  }))
}

/** Blocks of the home page that are in force, each with its goods on sale; a block without any is left out. */
export async function readRecommendations(db: Reader, lang: Lang): Promise<WindowRecommendation[]> {
  const { rows } =
    await sql<ShopHotRecommendRow>`select t.*, ${textIn(lang, 't.title')} as title, ${textIn(lang, 't.subtitle')} as subtitle from shop_hot_recommend t
    where t.position in ('home_hot', 'home_new') and ${sql.raw(inForce('t'))}
    order by t.weigh desc, t.id desc limit ${most.recommendations}`.execute(db)
  const blocks = await Promise.all(
    rows.map(async (row) => {
      const { id, title, subtitle, icon, color, cover } = row
      return { id, title, subtitle, icon, color, cover, goods: await recommendedGoods(db, row, lang) }
    }),
  )
  return blocks.filter(({ goods }) => goods.length > 0)
}

export type GoodsChoice = Pick<ShopHotRecommendRow, 'mode' | 'goods_ids' | 'auto_rule' | 'classify_id' | 'limit'>

/** What a block recommends now: the picked goods in their order, or the first by its rule; only what is on sale. */
export async function recommendedGoods(db: Reader, choice: GoodsChoice, lang: Lang): Promise<WindowGoods[]> {
  const { mode, goods_ids, auto_rule, classify_id, limit } = choice
  if (mode === 'manual') {
    const keys = sql`${[...goods_ids]}::int[]`
    return readGoods(db, { lang, where: sql`g.id = any(${keys})`, order: sql`array_position(${keys}, g.id)`, limit })
  }
  const order = goodsOrders[auto_rule ?? 'newest']
  if (!classify_id) return readGoods(db, { lang, order, limit })
  const below = sql.raw(classesBelow(String(Number(classify_id))))
  return readGoods(db, { lang, where: sql`g.classify_ids && array(${below})`, order, limit })
}

/** SQL text: the keys of a class and of all below it; `key` is SQL for its own. */
export function classesBelow(key: string): string {
  return `with recursive below as (select id from shop_goods_classify where id = ${key}
    union select c.id from shop_goods_classify c join below b on c.pid = b.id) select id from below`
}

/** Counts that banners were seen, or clicked: only those in force, so that nothing that is over goes on counting. */
export async function countBanners(trx: Writer, ids: readonly number[], what: 'views' | 'clicks'): Promise<void> {
  const column = sql.ref(what)
  // In the order of the keys: two that count the same banners never wait for each other in a circle.
  await sql`update shop_banner set ${column} = ${column} + 1 where id in (select t.id from shop_banner t
    where t.id = any(${[...ids]}::int[]) and ${sql.raw(inForce('t'))} order by t.id for update)`.execute(trx)
}
