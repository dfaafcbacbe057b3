/**
 * PrimeIcons names and what BuildAdmin calls the same picture (Font Awesome 4, Element Plus, its own), both ways: every name of a row is
 * read as the row's icon, the first one is what its client is sent. An icon without a row has the same name in Font Awesome 4.
 */
export const iconNames: Readonly<Record<string, readonly string[]>> = {
  'address-book': ['fa fa-address-book', 'fa fa-address-book-o'],
  'arrow-right-arrow-left': ['fa fa-exchange'],
  'arrow-up': ['fa fa-hand-o-up'],
  bars: ['fa fa-bars', 'fa fa-navicon', 'fa fa-reorder', 'el-icon-Menu'],
  bell: ['fa fa-bell', 'fa fa-bell-o'],
  bolt: ['fa fa-bolt', 'fa fa-plug'],
  book: ['fa fa-book', 'fa fa-newspaper-o'],
  bookmark: ['fa fa-bookmark', 'fa fa-bookmark-o'],
  box: ['fa fa-cube', 'fa fa-cubes'],
  calendar: ['fa fa-calendar', 'fa fa-calendar-o'],
  'chart-bar': ['fa fa-bar-chart', 'el-icon-DataAnalysis', 'el-icon-Histogram'],
  'chart-line': ['fa fa-area-chart', 'fa fa-line-chart', 'el-icon-DataLine'],
  'chart-pie': ['fa fa-pie-chart'],
  circle: ['fa fa-circle-o'],
  'circle-fill': ['fa fa-dot'],
  clock: ['fa fa-clock-o'],
  cog: ['fa fa-cog', 'fa fa-gear', 'fa fa-gears', 'fa fa-cogs', 'el-icon-Setting'],
  comment: ['fa fa-comment', 'fa fa-comment-o', 'el-icon-ChatDotRound'],
  comments: ['fa fa-comments', 'fa fa-comments-o'],
  copy: ['fa fa-copy', 'fa fa-files-o'],
  'credit-card': ['fa fa-credit-card-alt'],
  crown: ['fa fa-diamond'],
  desktop: ['fa fa-desktop', 'fa fa-windows-o', 'fa fa-television', 'el-icon-Monitor'],
  envelope: ['fa fa-envelope', 'fa fa-envelope-o', 'el-icon-Message'],
  'exclamation-triangle': ['fa fa-exclamation-triangle', 'el-icon-Warning'],
  file: ['fa fa-file', 'fa fa-file-text', 'el-icon-Document'],
  'file-edit': ['fa fa-pencil-square-o'],
  'file-export': ['fa fa-share-square-o'],
  'file-import': ['fa fa-arrow-circle-o-down'],
  folder: ['fa fa-folder', 'fa fa-folder-o'],
  'folder-open': ['fa fa-folder-open', 'el-icon-FolderOpened'],
  gauge: ['fa fa-dashboard', 'fa fa-tachometer'],
  gift: ['fa fa-gift', 'el-icon-Present'],
  heart: ['fa fa-heart', 'fa fa-heart-o'],
  home: ['fa fa-home', 'el-icon-HomeFilled'],
  'id-card': ['fa fa-id-card', 'fa fa-id-card-o', 'fa fa-address-card-o', 'fa fa-drivers-license'],
  image: ['fa fa-image', 'fa fa-photo', 'fa fa-picture-o', 'el-icon-Picture'],
  images: ['el-icon-PictureFilled'],
  inbox: ['fa fa-inbox', 'fa fa-archive'],
  link: ['fa fa-link', 'el-icon-Connection'],
  list: ['fa fa-list', 'fa fa-list-alt', 'fa fa-th-list'],
  'list-check': ['fa fa-tasks'],
  lock: ['fa fa-lock', 'local-expeditedssl'],
  map: ['fa fa-map', 'fa fa-map-o'],
  megaphone: ['fa fa-bullhorn', 'el-icon-Notification'],
  mobile: ['fa fa-mobile', 'el-icon-Iphone'],
  'money-bill': ['fa fa-money'],
  'objects-column': ['fa fa-columns', 'fa fa-puzzle'],
  pencil: ['fa fa-pencil', 'el-icon-Edit', 'fa fa-edit'],
  percentage: ['fa fa-percent', 'el-icon-Discount'],
  plus: ['fa fa-plus', 'el-icon-Plus'],
  'question-circle': ['fa fa-question-circle', 'fa fa-life-ring', 'el-icon-QuestionFilled'],
  receipt: ['fa fa-file-text-o'],
  replay: ['fa fa-repeat'],
  search: ['fa fa-search', 'el-icon-Search'],
  server: ['fa fa-server', 'fa fa-hdd-o'],
  shop: ['fa fa-shopping-basket'],
  'shopping-bag': ['fa fa-shopping-bag', 'el-icon-Goods', 'el-icon-GoodsFilled'],
  'shopping-cart': ['fa fa-shopping-cart'],
  'sliders-h': ['fa fa-sliders'],
  'sliders-v': ['el-icon-Operation'],
  sparkles: ['fa fa-magic', 'fa fa-leaf'],
  star: ['fa fa-star', 'fa fa-star-o', 'fa fa-line-awesome'],
  'star-fill': ['fa fa-star-half-o'],
  'th-large': ['fa fa-th-large', 'fa fa-th', 'el-icon-Grid'],
  ticket: ['fa fa-ticket', 'el-icon-Tickets'],
  times: ['fa fa-times', 'el-icon-Close', 'fa fa-close', 'fa fa-remove'],
  trash: ['fa fa-trash', 'fa fa-trash-o', 'el-icon-Delete'],
  trophy: ['fa fa-trophy', 'el-icon-TrophyBase', 'el-icon-Medal'],
  truck: ['fa fa-truck', 'el-icon-Van'],
  user: ['fa fa-user', 'fa fa-user-o', 'el-icon-UserFilled', 'fa fa-user-circle', 'fa fa-user-circle-o'],
  'user-edit': ['fa fa-user-secret'],
  users: ['fa fa-users', 'fa fa-group'],
  verified: ['fa fa-certificate'],
  wallet: ['el-icon-Wallet'],
  'window-maximize': ['fa fa-window-restore'],
  wrench: ['fa fa-wrench', 'fa fa-bug', 'el-icon-Tools'],
}

const prefix = /^(?:pi pi-|pi-|fa fa-|fa-|el-icon-|iconfont icon-|local-)/i

const bareName = (text: string): string =>
  text
    .trim()
    .replace(prefix, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()

const ownNames = new Map(Object.entries(iconNames).flatMap(([own, names]) => names.map((name) => [bareName(name), own])))

/** The PrimeIcons name for an icon of a menu rule or page: prefixes are removed, other icon sets mapped, an empty one is 'circle'. */
export function iconName(text: string): string {
  const bare = bareName(text)
  return iconNames[bare] && /^\s*pi/.test(text) ? bare : (ownNames.get(bare) ?? (bare || 'circle'))
}

/** The icon as Kontor stores it, `pi pi-users`. A name without a mapping stays as it is: it could not be converted back. */
export function ownIcon(text: string): string {
  if (text === '' || /^\s*pi/.test(text)) return text
  const own = ownNames.get(bareName(text))
  return own === undefined ? text : `pi pi-${own}`
}

/** The icon in the form that BuildAdmin's client draws: `fa fa-users`. An icon already in a form of its own stays. */
export function buildAdminIcon(text: string): string {
  if (text === '' || /^\s*(?:fa|el-icon|iconfont|local)/.test(text)) return text
  const own = iconName(text)
  return iconNames[own]?.[0] ?? `fa fa-${own}`
}
