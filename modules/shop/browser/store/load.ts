import type { ComponentType } from 'react'
import { addPublicWords } from '../../../../src/renderers/home/load.ts'
import { addWords, type WordsOf } from '../../../../src/renderers/loadedWords.ts'
import type { Runtime } from '../../../../src/runtime/app/runtime.ts'

/** Words of the home page and of every header. */
const homeWords: WordsOf = {
  'zh-cn': () => import('virtual:kontor/words/zh-cn/home'),
  en: () => import('virtual:kontor/words/en/home'),
}

const storeWords: WordsOf = {
  'zh-cn': () => import('virtual:kontor/words/zh-cn/storefront'),
  en: () => import('virtual:kontor/words/en/storefront'),
}

const pages = {
  home: () => import('../home/ShopHome.tsx').then((module) => module.ShopHome),
  goods: () => import('./goods/GoodsPage.tsx').then((module) => module.GoodsPage),
  product: () => import('./product/ProductPage.tsx').then((module) => module.ProductPage),
  cart: () => import('./cart/CartPage.tsx').then((module) => module.CartPage),
  checkout: () => import('./checkout/CheckoutPage.tsx').then((module) => module.CheckoutPage),
  pay: () => import('./pay/PayPage.tsx').then((module) => module.PayPage),
  coupons: () => import('./offers/CouponsPage.tsx').then((module) => module.CouponsPage),
  competitions: () => import('./offers/CompetitionsPage.tsx').then((module) => module.CompetitionsPage),
  points: () => import('./offers/PointsPage.tsx').then((module) => module.PointsPage),
} satisfies Record<string, () => Promise<ComponentType>>

export type StorePageName = keyof typeof pages

/** A page of the shop with its words. */
export async function loadStorePage(runtime: Runtime, name: StorePageName): Promise<ComponentType> {
  const words = name === 'home' ? [homeWords] : [homeWords, storeWords]
  const [page] = await Promise.all([pages[name](), addPublicWords(runtime), ...words.map((each) => addWords(runtime, each))])
  return page
}
