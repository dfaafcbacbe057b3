import modules from 'virtual:kontor/modules'
import { createRoot } from 'react-dom/client'
import { moduleMarket } from '../plugins/module-market/index.ts'
import { notifyFeed } from '../plugins/notify-feed/index.ts'
import { apiDocument } from '../renderers/apiDocument/plugin.ts'
import { App } from '../renderers/app/App.tsx'
import { preloadRoute } from '../renderers/app/preloadRoute.ts'
import { designer } from '../renderers/designer/plugin.ts'
import { lens } from '../renderers/lens/plugin.ts'
import { quickEntrances } from '../renderers/quick/plugin.ts'
import { secondFactor } from '../renderers/secondFactor/plugin.ts'
import { createRuntime } from '../runtime/app/runtime.ts'
import { browserLens, browserPlatform, browserStorage, pageDialect, pageEntrance, pageLang } from '../runtime/browser.ts'
import { platformNotifications } from '../runtime/feed/platformNotifications.ts'
import { office, routeAt } from '../runtime/navigation/routes.ts'
import { loadWire } from '../runtime/wire/loadWire.ts'
import type { Locale } from '../schemas/language/words.ts'
import { early } from './early.ts'
import { fetchPage, fetchPageIds, fetchWords } from './files.ts'

/** How long the first render waits for the menu and for the list to be requested, in ms. Without a menu the loading route is shown then. */
const patience = 300

/**
 * Starts the front end. Rejects when its words or the code for its server do not load. A function, not the module itself: code that is
 * loaded here imports this file's chunk, and would wait for the module that waits for it. `lang` is the language whose files are on their way.
 */
export async function start(lang: Locale): Promise<void> {
  const entry = pageEntrance()
  const dialect = pageDialect()
  const screenIds = () => fetchPageIds(lang)
  const [wire, built] = await Promise.all([loadWire(dialect), dialect === 'kontor' ? undefined : builtPages(lang)])
  const runtime = createRuntime({
    platform: browserPlatform(),
    storage: browserStorage(),
    entry,
    wire,
    // Beside the whole menu a list would have room for half its columns.
    layout: { lang: pageLang(), menuCollapse: innerWidth >= 1024 && innerWidth < 1200 },
    ...built,
    early,
    fetchWords,
    notifications: modules.find(({ notifications }) => notifications)?.notifications ?? platformNotifications,
    lens: browserLens,
  })

  // Only a site whose back office has another entrance waits for this.
  const moved = entry === office ? undefined : (await import('../renderers/app/entrance.ts')).pathsBehind(entry)
  const pause = new Promise<void>((done) => setTimeout(done, patience))
  const words = runtime.start()
  const menu = preloadRoute(runtime, routeAt(location, entry))
  await Promise.all([words, Promise.race([menu, pause])])
  const root = document.getElementById('root')
  if (root) {
    const plugins = [
      notifyFeed,
      lens,
      designer,
      apiDocument,
      moduleMarket,
      secondFactor,
      quickEntrances,
      ...modules.flatMap((module) => module.plugins ?? []),
    ]
    const home = modules.find((module) => module.home)?.home
    const pages = Object.assign({}, ...modules.map((module) => module.pages))
    createRoot(root).render(
      <App runtime={runtime} screenIds={screenIds} plugins={plugins} routes={{ home, pages, createPaths: moved }} />,
    )
  }
}

/** The screens of the build, for a server that delivers none. */
async function builtPages(lang: Locale) {
  return { fetchPage, pageIds: await fetchPageIds(lang) }
}
