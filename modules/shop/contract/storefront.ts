import type { WindowClass, WindowGoods } from './shopWindow.ts'

/** The shop's public pages. Search engines may list those that show everybody the same. */
export const storePages = {
  '/goods': 'listed',
  '/goods/:id': 'listed',
  '/cart': 'unlisted',
  '/checkout': 'unlisted',
  '/pay/:id': 'unlisted',
  '/pay/:of/:id': 'unlisted',
  '/top-up': 'unlisted',
  '/coupons': 'listed',
  '/competitions': 'listed',
  '/points': 'listed',
} as const

/** Orders of the product list; the first is the usual one. */
export const goodsSorts = ['newest', 'sales', 'price', 'priceDown'] as const
export type GoodsSort = (typeof goodsSorts)[number]

/** A page of products on sale, as `GET /api/shop.Goods/index` answers. */
export interface GoodsPage {
  list: readonly WindowGoods[]
  total: number
}

/** A class that is shown, with the one it belongs to (0: none), as `GET /api/shop.Goods/classes` lists them. */
export interface StoreClass extends WindowClass {
  pid: number
}

/** A combination of specs that can be ordered; `values` in the order of the product's specs, none of a single spec. Prices are yuan as decimal text. */
export interface StoreSku {
  id: number
  values: readonly string[]
  price: string
  /** '' where nothing is crossed out. */
  origin_price: string
  stock: number
  /** '' where the product's own pictures show it. */
  image: string
}

/** What members said of a product that may be shown, all in all. */
export interface EvaluationSummary {
  count: number
  /** Mean of the stars with one decimal; '' without any. */
  score: string
  /** How many gave one star, two … five. */
  stars: readonly number[]
}

/** A product, as `GET /api/shop.Goods/info` answers. */
export interface StoreGoods {
  id: number
  name: string
  subtitle: string
  images: readonly string[]
  /** '' where there is none. */
  video: string
  price: string
  price_max: string
  /** Sold by the shop, what it says besides included. */
  sales: number
  tags: readonly string[]
  min_buy: number
  /** Units a member may buy at all; 0: any number. */
  per_limit: number
  /** No unit of it can be ordered now. */
  sold_out: boolean
  /** From the outermost class to the product's own. */
  classes: readonly Pick<StoreClass, 'id' | 'name' | 'name_en'>[]
  services: readonly { name: string; icon: string; description: string }[]
  params: readonly { key: string; value: string }[]
  /** HTML, cleaned. */
  content: string
  specs: readonly { name: string; values: readonly { value: string; image: string }[] }[]
  skus: readonly StoreSku[]
  evaluations: EvaluationSummary
}

/** What a member said of a product; names are shortened, of anonymous ones all but the first letter. */
export interface StoreEvaluation {
  id: number
  name: string
  score: number
  spec: string
  content: string
  images: readonly string[]
  append_content: string
  reply: string
  create_time: number
}

/** A page of evaluations, as `GET /api/shop.Goods/evaluations` answers. */
export interface EvaluationPage {
  list: readonly StoreEvaluation[]
  total: number
}

/** What the shop tells everybody of its rules, of `GET /api/shop.Base/terms`. */
export interface StoreTerms {
  /** Does the shop take no orders now? */
  closed: boolean
  /** Why, in the shop's words; '' for the usual ones. */
  closed_text: string
  pay_types: readonly string[]
  /** Is the password asked for where the balance pays? */
  balance_password: boolean
}

/** A coupon of the member and what it would take off an order; `why` says why it would not, '' where it would. */
export interface OrderCoupon {
  id: number
  title: string
  value: string
  valid_end: number | null
  discount: string
  why: string
}

/** Amounts of an order, as decimal text in yuan. */
export interface OrderAmounts {
  goods_amount: string
  delivery_amount: string
  level_amount: string
  coupon_amount: string
  score_amount: string
  pay_amount: string
}

/** A line of an order. */
export interface OrderLine {
  sku_id: number
  name: string
  spec_text: string
  image: string
  price: string
  quantity: number
  amount: string
}

/** What an order would cost, as `POST /api/shop.Order/preview` answers. */
export interface OrderPreview extends OrderAmounts {
  give_score: number
  lines: readonly OrderLine[]
  coupons: readonly OrderCoupon[]
}

/** An address of the member. */
export interface StoreAddress {
  id: number
  name: string
  mobile: string
  city: readonly number[]
  city_text: string
  address: string
  is_default: boolean
}

/** A line of the cart; `why` says why it cannot be ordered, '' where it can. */
export interface CartLine extends OrderLine {
  id: number
  goods_id: number
  stock: number
  buyable: boolean
  why: string
}

/** What a call that pays answers: paid at once, or to be paid at an address of the provider. */
export interface StartedPayment {
  paid: boolean
  pay_url: string
}

/** A coupon that is offered now, and how many of it the member has had. */
export interface CouponOffer {
  id: number
  title: string
  description: string
  label: string
  value: string
  valid: string
  end_time: number
  left: number
  has: number
  per_limit: number
}

/** A competition that one may register for now; times in unix seconds. */
export interface CompetitionOffer {
  id: number
  title: string
  cover: string
  type: 'person' | 'team'
  place: string
  join_end: number
  start_time: number
  end_time: number
  groups: readonly { name: string; fee: string; left: number }[]
}

/** A plan to top up the balance, as `GET /api/shop.Recharge/index` lists those of the moment. */
export interface TopUpPlan {
  id: number
  title: string
  amount: string
  gift_money: string
  gift_score: number
  gift_coupons: readonly string[]
  /** '' where nothing is said on its corner. */
  label: string
  new_only: number
  /** How often a member may take it; 0: any number. */
  per_limit: number
  has: number
}

/** A registration of the member. */
export interface OwnRegistration {
  id: number
  join_no: string
  title: string
  group_name: string
  fee: string
  status: number
  expire_time: number | null
  bibs: readonly string[]
}

/** The daily sign-in of a member, of `GET /api/points.Sign/index`: days in a row, and what the next ones give. */
export interface SignState {
  signed: boolean
  streak: number
  next: readonly { day: number; score: number }[]
}

/** What members get for points; `money` is paid from the balance besides. */
export interface PointsOffer {
  id: number
  title: string
  type: 'goods' | 'coupon' | 'money'
  image: string
  score: number
  money: string
  /** '' or null where nothing is crossed out. */
  market_price: string | null
  stock: number
  /** Units a member may have; 0: any number. */
  per_limit: number
  had: number
  /** Is it for the member's level? */
  for_me: boolean
}
