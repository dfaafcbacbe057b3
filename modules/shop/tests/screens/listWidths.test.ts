import { expect } from 'vitest'
import { openLongSite } from '../../../../tests/harness/browser/site.ts'
import { longTest } from '../../../../tests/harness/longTest.ts'

const { server, enter } = await openLongSite()

/** Lists whose columns fit a screen of usual width, also with the longer English words. */
const lists = [
  'shop/order/order',
  'shop/order/parcel',
  'shop/goods/goods',
  'shop/goods/classify',
  'shop/adverts/hotRecommend',
  'shop/adverts/noticeBar',
  'shop/coupon/send',
  'shop/recharge/order',
  'shop/user/competition',
  'points/goods',
  'points/order',
  'user/user',
]

longTest('roomOfLists.test finds nothing wider than its window in every list')(
  'the lists of the shop fit 1440 px in English: nothing lies under the column of actions',
  async () => {
    const page = await enter({ lang: 'en', width: 1440 })
    const wide: string[] = []
    for (const list of lists) {
      await page.goto(`${server.url}/admin/${list}`)
      await page.locator('[data-id]').first().waitFor()
      const boxes = await page
        .locator('main .s-grid-box')
        .evaluateAll((found) => found.map((box) => [box.clientWidth, box.scrollWidth] as const))
      expect(boxes, list).toHaveLength(1)
      wide.push(
        ...boxes.filter(([shown, needed]) => needed > shown).map(([shown, needed]) => `${list}: ${needed} px in ${shown}`),
      )
    }
    expect(wide).toEqual([])
  },
  120_000,
)
