import type { FieldMessage, Row, SaveInput, ScreenHooks } from '../../../../server/crud/domain.ts'
import { formatFen, parseFen } from '../../../../src/schemas/kinds/money.ts'
import { defineActions } from '../actions.ts'
import { computesOf } from '../computes.ts'
import { classesBelow, type GoodsChoice, recommendedGoods, targetThere } from '../home/adverts.ts'
import { contrast } from '../home/contrast.ts'
import { onSale, period } from '../home/goods.ts'

export const bannerHooks: ScreenHooks = {
  validate: async (input) => linkErrors(input, (next) => next.link_type === 'url'),
  computes: computesOf('shop/adverts/banner', {
    target: {
      sql: `case t.link_type when 'goods' then (select g.name from shop_goods g where g.id = t.goods_id)
        when 'classify' then (select c.name from shop_goods_classify c where c.id = t.classify_id)
        when 'coupon' then (select c.title from shop_coupon c where c.id = t.coupon_id)
        when 'competition' then (select c.title from shop_competition c where c.id = t.competition_id)
        when 'url' then t.link_url end`,
    },
    targetState: { sql: `case when t.link_type = 'none' then null when ${targetThere} then 'ok' else 'away' end` },
    state: { sql: period('t') },
  }),
}

/** The least contrast at which text can be read (WCAG 2.2, 1.4.3). */
const legible = 4.5

export const noticeBarHooks: ScreenHooks = {
  validate: async (input) => {
    const found = linkErrors(input, () => true)
    const { color, background }: Row = { ...input.before, ...input.values }
    const ratio = contrast(String(color || '#B45309'), String(background || '#FFFBEB'))
    if (ratio !== undefined && ratio < legible)
      found.color = { code: 'shop.contrast', params: { ratio: ratio.toFixed(1), least: String(legible) } }
    return found
  },
}

export const hotRecommendHooks: ScreenHooks = {
  computes: computesOf('shop/adverts/hotRecommend', {
    /** What was picked and is there; by a rule what would be shown now, at most the limit. */
    goodsCount: {
      sql: `case t.mode when 'manual' then (select count(*) from shop_goods g where g.id = any(t.goods_ids) and g.delete_time is null)
        else least(t."limit", (select count(*) from shop_goods g where ${onSale('g')}
          and (coalesce(t.classify_id, 0) = 0 or g.classify_ids && array(${classesBelow('t.classify_id')})))) end::int`,
    },
  }),
}

/** What a block recommends by what is entered so far: in a form anything may still be missing. */
function choiceOf({ mode, goods_ids, auto_rule, classify_id, limit }: Row): GoodsChoice {
  return {
    mode: mode === 'auto' ? 'auto' : 'manual',
    goods_ids: Array.isArray(goods_ids) ? goods_ids.map(Number).filter(Number.isInteger) : [],
    auto_rule: auto_rule === 'sales_30' || auto_rule === 'score' ? auto_rule : 'newest',
    classify_id: Number(classify_id) || null,
    limit: Math.min(Math.max(Math.trunc(Number(limit)) || 10, 1), 30),
  }
}

/** Shows what a block would show now, saved or not. */
export const hotRecommendActions = defineActions({
  'shop/adverts/hotRecommend.preview': {
    answer: async ({ ctx, db, row, entered }) => {
      const goods = await recommendedGoods(db, choiceOf({ ...row, ...entered }), ctx.lang)
      return {
        images: goods.flatMap(({ image }) => image || []),
        goods: goods.map(({ name, price, price_max }) => ({
          name,
          price: price === price_max ? yuan(price) : `${yuan(price)} – ${yuan(price_max)}`,
        })),
      }
    },
  },
})

const yuan = (text: string) => `¥${formatFen(parseFen(text) ?? 0)}`

/** An advert leads to a path of this site or to an https address: mail, phone and unprotected addresses are no place to send people to. */
function linkErrors({ before, values }: SaveInput, isUsed: (next: Row) => boolean): Record<string, FieldMessage> {
  const next: Row = { ...before, ...values }
  const address = String(next.link_url ?? '')
  if (!isUsed(next) || address === '' || address.startsWith('/') || /^https:\/\//i.test(address)) return {}
  return { link_url: { code: 'shop.linkAddress' } }
}
