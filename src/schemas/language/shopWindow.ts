/** What a guest may see of one thing on sale; prices are yuan as decimal text, `image` is '' where it has none. */
export interface WindowGoods {
  id: number
  name: string
  subtitle: string
  image: string
  price: string
  price_max: string
}

/** A class that leads through the shop; `name_en` may be ''. */
export interface WindowClass {
  id: number
  name: string
  name_en: string
  image: string
}

/** The shop window, as `GET /api/shop.Home/index` answers: classes of the navigation, what came last, what sells best. */
export interface ShopWindow {
  classes: readonly WindowClass[]
  newest: readonly WindowGoods[]
  hot: readonly WindowGoods[]
}
