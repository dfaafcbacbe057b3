import type { ScreenHooks } from '../../../crud/domain.ts'

/** Pictures of an order shown in the list. */
const shownImages = 3

export const orderHooks: ScreenHooks = {
  narrowList: true,
  computes: {
    goodsImages: {
      sql: `array(select g.image from shop_order_goods as g where g.order_id = t.id and g.image <> '' order by g.id limit ${shownImages})`,
    },
  },
}
