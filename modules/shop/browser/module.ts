import { notifyFeed } from '../../../src/plugins/notify-feed/index.ts'
import { specEditor } from '../../../src/plugins/spec-editor/index.tsx'
import { defineBrowserModule } from '../../../src/renderers/defineBrowserModule.ts'
import type { Runtime } from '../../../src/runtime/app/runtime.ts'
import type { storePages } from '../contract/storefront.ts'
import { notifications } from './notifications.ts'
import type { StorePageName } from './store/load.ts'

/** A page of the shop, whose code and words come when somebody opens it: the back office has no room for more than this. */
const page = (name: StorePageName) => (runtime: Runtime) =>
  import('./store/load.ts').then(({ loadStorePage }) => loadStorePage(runtime, name))

/** What the shop adds to the front end: its window at `/`, the pages behind it, the live notifications, and the editor of specs. */
export const browserModule = defineBrowserModule({
  name: 'shop',
  home: page('home'),
  pages: {
    '/goods': page('goods'),
    '/goods/:id': page('product'),
    '/cart': page('cart'),
    '/checkout': page('checkout'),
    '/pay/:id': page('pay'),
    '/coupons': page('coupons'),
    '/competitions': page('competitions'),
    '/points': page('points'),
  } satisfies Record<keyof typeof storePages, unknown>,
  plugins: [notifyFeed, specEditor],
  notifications,
})
