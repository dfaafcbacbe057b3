import type { ComponentType } from 'react'
import { addPublicWords } from '../../../../src/renderers/home/load.ts'
import { addWords, type WordsOf } from '../../../../src/renderers/loadedWords.ts'
import type { Runtime } from '../../../../src/runtime/app/runtime.ts'
import type { storePages } from '../../contract/storefront.ts'

/** Words of the home page and of every header. */
const homeWords: WordsOf = {
  'zh-cn': () => import('virtual:kontor/words/zh-cn/home'),
  en: () => import('virtual:kontor/words/en/home'),
}

/** A public page of the shop: its window, or one behind it. */
export type StorePath = '/' | keyof typeof storePages

const payPage = () => import('./pay/PayPage.tsx').then((module) => module.PayPage)

/** Words of the pages behind the window. */
export const storeWords: WordsOf = {
  'zh-cn': () => import('virtual:kontor/words/zh-cn/storefront'),
  en: () => import('virtual:kontor/words/en/storefront'),
}

/** By the path at which each is. */
const pages: Readonly<Record<StorePath, () => Promise<ComponentType>>> = {
  '/': () => import('../home/ShopHome.tsx').then((module) => module.ShopHome),
  '/goods': () => import('./goods/GoodsPage.tsx').then((module) => module.GoodsPage),
  '/goods/:id': () => import('./product/ProductPage.tsx').then((module) => module.ProductPage),
  '/cart': () => import('./cart/CartPage.tsx').then((module) => module.CartPage),
  '/checkout': () => import('./checkout/CheckoutPage.tsx').then((module) => module.CheckoutPage),
  '/pay/:id': payPage,
  '/pay/:of/:id': payPage,
  '/top-up': () => import('./offers/TopUpPage.tsx').then((module) => module.TopUpPage),
  '/coupons': () => import('./offers/CouponsPage.tsx').then((module) => module.CouponsPage),
  '/competitions': () => import('./offers/CompetitionsPage.tsx').then((module) => module.CompetitionsPage),
  '/points': () => import('./offers/PointsPage.tsx').then((module) => module.PointsPage),
}

/** A page of the shop with its words. */
export async function loadStorePage(runtime: Runtime, path: StorePath): Promise<ComponentType> {
  const words = path === '/' ? [homeWords] : [homeWords, storeWords]
  const [page] = await Promise.all([pages[path](), addPublicWords(runtime), ...words.map((each) => addWords(runtime, each))])
  return page
}
