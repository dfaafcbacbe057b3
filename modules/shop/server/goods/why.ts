import { sql } from 'kysely'
import type { Reader } from '../../../../server/core/db/connect.ts'
import type { ShopDeliveryTemplateRow, ShopGoodsRow } from '../rows.generated.ts'
import { inShownClass } from './shownClasses.ts'

/** What decides whether a thing can be bought; times in unix seconds, prices in fen, weights in g, volumes in cm³. */
export interface SaleFacts
  extends Pick<ShopGoodsRow, 'id' | 'name' | 'status' | 'on_sale_time' | 'off_sale_time' | 'delete_time' | 'classify_ids'> {
  /** How many of its SKUs are enabled, and the units of all those. */
  enabled: number
  units: number
  images: number
  /** Is one of its classes shown: enabled, and everything above it? */
  shown: boolean
  /** Of its template; null where there is none. */
  billing: ShopDeliveryTemplateRow['billing'] | null
  /** The SKUs that are judged, those that are enabled: all of them, or those that somebody wants. */
  skus: readonly { price: number; weight: number; volume: number }[]
}

/** One rule: what is wrong, as a function of the facts and as SQL over the row `t` of shop_goods; a test holds the two together. */
interface Rule {
  wrong(facts: SaleFacts, now: number): boolean
  sql: string
  /** The screen on which it is mended, where that is not the goods' own. */
  page?: string
}

const now = 'floor(extract(epoch from now()))::bigint'
const someSku = (condition: string) =>
  `exists (select 1 from shop_goods_sku s where s.goods_id = t.id and s.delete_time is null and s.status = 1 and ${condition})`
const billed = (billing: number) =>
  `exists (select 1 from shop_delivery_template d where d.id = t.template_id and d.delete_time is null and d.billing = ${billing})`
const shownClass = inShownClass('t')

/** Why a thing cannot be bought, the plainest reason first; words `errors.shop.why.<reason>` and `goods.mend.<reason>`. */
export const saleRules = {
  recycled: { wrong: (facts) => facts.delete_time !== null, sql: 't.delete_time is not null' },
  offSale: { wrong: (facts) => facts.status === 0, sql: 't.status = 0' },
  notYet: { wrong: (facts, at) => (facts.on_sale_time ?? 0) > at, sql: `coalesce(t.on_sale_time, 0) > ${now}` },
  over: {
    wrong: (facts, at) => facts.off_sale_time !== null && facts.off_sale_time <= at,
    sql: `coalesce(t.off_sale_time <= ${now}, false)`,
  },
  noSku: { wrong: (facts) => facts.enabled === 0, sql: `not ${someSku('true')}` },
  soldOut: { wrong: (facts) => facts.status === 2 || facts.units <= 0, sql: `(t.status = 2 or not ${someSku('s.stock > 0')})` },
  hidden: { wrong: (facts) => !facts.shown, sql: `not ${shownClass}`, page: 'shop/goods/classify' },
  noImage: { wrong: (facts) => facts.images === 0, sql: 'cardinality(t.images) = 0' },
  noPrice: { wrong: (facts) => facts.skus.some((sku) => sku.price <= 0), sql: someSku('s.price <= 0') },
  noTemplate: {
    wrong: (facts) => facts.billing === null,
    sql: 'not exists (select 1 from shop_delivery_template d where d.id = t.template_id and d.delete_time is null)',
  },
  noWeight: {
    wrong: (facts) => facts.billing === 2 && facts.skus.some((sku) => sku.weight <= 0),
    sql: `(${billed(2)} and ${someSku('s.weight_g <= 0')})`,
  },
  noVolume: {
    wrong: (facts) => facts.billing === 3 && facts.skus.some((sku) => sku.volume <= 0),
    sql: `(${billed(3)} and ${someSku('s.volume_cm3 <= 0')})`,
  },
} as const satisfies Record<string, Rule>

export type WhyNot = keyof typeof saleRules
const rules = Object.entries(saleRules) as [WhyNot, Rule][]

/** Everything that keeps a thing from being bought now; empty where it can be. */
export function whyNotSold(facts: SaleFacts, at: number): WhyNot[] {
  return rules.filter(([, rule]) => rule.wrong(facts, at)).map(([code]) => code)
}

/** The screen on which a reason is mended; undefined where it is the goods' own. */
export function mendedOn(code: WhyNot): string | undefined {
  const rule: Rule = saleRules[code]
  return rule.page
}

/** SQL text over the row `t`: how many reasons there are. */
export const problemCount = rules.map(([, rule]) => `(${rule.sql})::int`).join(' + ')

/** SQL text over the row `t`: is there any reason? */
export const unsellable = rules.map(([, rule]) => rule.sql).join(' or ')

/** The facts of goods, in the order of their keys; judged by all enabled SKUs, or by those of `skuIds` only. */
export async function readSaleFacts(db: Reader, goodsIds: readonly number[], skuIds?: readonly number[]): Promise<SaleFacts[]> {
  const { rows } =
    await sql<SaleFacts>`select t.id, t.name, t.status, t.on_sale_time, t.off_sale_time, t.delete_time, t.classify_ids,
      cardinality(t.images) as images, ${sql.raw(shownClass)} as shown, d.billing,
      e.enabled, e.units,
      coalesce((select jsonb_agg(jsonb_build_object('price', s.price, 'weight', s.weight_g, 'volume', s.volume_cm3) order by s.id)
        from shop_goods_sku s where s.goods_id = t.id and s.delete_time is null and s.status = 1
        and ${skuIds === undefined ? sql`true` : sql`s.id = any(${[...skuIds]}::int[])`}), '[]') as skus
    from shop_goods t left join shop_delivery_template d on d.id = t.template_id and d.delete_time is null
    cross join lateral (select count(*)::int as enabled, coalesce(sum(s.stock), 0)::int as units from shop_goods_sku s
      where s.goods_id = t.id and s.delete_time is null and s.status = 1) e
    where t.id = any(${[...goodsIds]}::int[]) order by t.id`.execute(db)
  return rows
}
