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

/** A banner in force; `text` says what the picture shows, `image_mobile` is the same picture where it has none, `link` is '' where it leads nowhere. */
export interface WindowBanner {
  id: number
  text: string
  image: string
  image_mobile: string
  background: string
  link: string
}

/** An active notice in the visitor's language; `detail` is HTML and `link` an address, '' when there is none. */
export interface WindowNotice {
  id: number
  text: string
  icon: string
  color: string
  background: string
  link: string
  detail: string
  closable: boolean
  /** Takes turns with others in one line. */
  turns: boolean
}

/** A recommendation in force with what of it is on sale, never none. */
export interface WindowRecommendation {
  id: number
  title: string
  subtitle: string
  icon: string
  color: string
  cover: string
  goods: readonly WindowGoods[]
}

/** The shop window, as `GET /api/shop.Home/index` answers: adverts in force, classes of the navigation, what came last, what sells best. */
export interface ShopWindow {
  notices: readonly WindowNotice[]
  banners: readonly WindowBanner[]
  recommendations: readonly WindowRecommendation[]
  classes: readonly WindowClass[]
  newest: readonly WindowGoods[]
  hot: readonly WindowGoods[]
}
