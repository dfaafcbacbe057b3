import { sql } from 'kysely'
import type { Context } from '../../../../server/core/context.ts'
import { Refused } from '../../../../server/core/refuse.ts'
import { readSiteConfig } from '../../../../server/core/siteConfig.ts'
import type { ShopWindow, WindowClass } from '../../contract/shopWindow.ts'
import { shownClasses } from '../goods/shownClasses.ts'
import { countBanners, readBanners, readNotices, readRecommendations } from './adverts.ts'
import { goodsOrders, readGoods } from './goods.ts'

/** Tiles of a row on a wide window, twice. */
const goodsShown = 8
const classesShown = 12

/** Reads the current content of the shop window: only what is on sale or active now, and visible to the visitor. */
export async function readShopWindow({ read: db, actor, lang }: Context): Promise<ShopWindow> {
  const [config, notices, banners, recommendations, classes, newest, hot] = await Promise.all([
    readSiteConfig(db),
    readNotices(db, actor?.area === 'user' ? 'member' : 'guest', lang),
    readBanners(db, 'home', lang),
    readRecommendations(db, lang),
    sql<WindowClass>`select id, name, name_en, image from shop_goods_classify
      where is_nav = 1 and id in (${sql.raw(shownClasses)}) order by weigh desc, id limit ${classesShown}`.execute(db),
    readGoods(db, { lang, order: goodsOrders.newest, limit: goodsShown }),
    readGoods(db, { lang, order: goodsOrders.sales, limit: goodsShown }),
  ])
  const open = config.open_member_center === '1'
  return {
    notices: notices.map((notice) => withWay(notice, open)),
    banners: banners.map((banner) => withWay(banner, open)),
    recommendations,
    classes: classes.rows,
    newest,
    hot,
  }
}

/** Into a member centre that is closed no advert leads. */
function withWay<Advert extends { link: string }>(advert: Advert, memberCentre: boolean): Advert {
  return memberCentre || !/^\/user(?:[/?#]|$)/i.test(advert.link) ? advert : { ...advert, link: '' }
}

/** Counts what the public page showed of its banners: `{ views: [ids], clicks: [ids] }`, each a few keys. */
export async function countSeen({ body, write }: Context): Promise<void> {
  const views = keysOf(body.views, 'views')
  const clicks = keysOf(body.clicks, 'clicks')
  await write(async (trx) => {
    if (views.length > 0) await countBanners(trx, views, 'views')
    if (clicks.length > 0) await countBanners(trx, clicks, 'clicks')
  })
}

function keysOf(value: unknown, name: string): number[] {
  const keys: unknown[] = Array.isArray(value) ? value : []
  const right = keys.filter(
    (key): key is number => typeof key === 'number' && Number.isSafeInteger(key) && key > 0 && key <= 2_147_483_647,
  )
  if (right.length < keys.length || keys.length > 20 || (value !== undefined && !Array.isArray(value)))
    throw new Refused('crud.parameter', { name })
  return [...new Set(right)]
}
