import { notifyFeed } from '../../../src/plugins/notify-feed/index.ts'
import { specEditor } from '../../../src/plugins/spec-editor/index.tsx'
import { defineBrowserModule } from '../../../src/renderers/defineBrowserModule.ts'
import { loadShopHome } from './home/load.ts'
import { notifications } from './notifications.ts'

/** What the shop adds to the front end: its window at `/`, the live notifications, and the editor of specs. */
export const browserModule = defineBrowserModule({
  name: 'shop',
  home: loadShopHome,
  plugins: [notifyFeed, specEditor],
  notifications,
})
