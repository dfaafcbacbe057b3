import { specEditor } from '../../../src/plugins/spec-editor/index.tsx'
import { defineBrowserModule } from '../../../src/renderers/defineBrowserModule.ts'
import type { Runtime } from '../../../src/runtime/app/runtime.ts'
import { checkIn } from './checkIn.ts'
import { notifications } from './notifications.ts'
import type { StorePath } from './store/load.ts'

/** A page of the shop, whose code and words come when somebody opens it: the back office has no room for more than this. */
const page = (path: StorePath) => (runtime: Runtime) =>
  import('./store/load.ts').then(({ loadStorePage }) => loadStorePage(runtime, path))

/** The public pages behind the window. */
const paths = [
  '/goods',
  '/goods/:id',
  '/cart',
  '/checkout',
  '/pay/:id',
  '/pay/:of/:id',
  '/top-up',
  '/coupons',
  '/competitions',
  '/points',
] as const satisfies readonly StorePath[]

/** What the shop adds to the front end: its window at `/`, the pages behind it, the live notifications, the editor of specs, and check-ins. */
export const browserModule = defineBrowserModule({
  name: 'shop',
  home: page('/'),
  pages: Object.fromEntries(paths.map((path) => [path, page(path)])),
  plugins: [specEditor, checkIn],
  notifications,
})
