import modules from 'virtual:kontor/modules'
import { createRoot } from 'react-dom/client'
import { App } from '../renderers/app/App.tsx'
import { preloadRoute } from '../renderers/app/preloadRoute.ts'
import { lens } from '../renderers/lens/plugin.ts'
import { secondFactor } from '../renderers/secondFactor/plugin.ts'
import { createRuntime } from '../runtime/app/runtime.ts'
import { browserLens, browserPlatform, browserStorage, pageDialect } from '../runtime/browser.ts'
import { routeAt } from '../runtime/navigation/routes.ts'
import { loadWire } from '../runtime/wire/loadWire.ts'
import { fetchPage, fetchWords, pageIds } from './files.ts'

/** With the menu there, the address is known and the screen drawn at once; without it the loading route is drawn meanwhile (ms). */
const patience = 300

/**
 * Starts the front end. Rejects when its words or the code for its server do not load. A function, not the module itself: code that is
 * loaded here imports this file's chunk, and would wait for the module that waits for it.
 */
export async function start(): Promise<void> {
  const runtime = createRuntime({
    platform: browserPlatform(),
    storage: browserStorage(),
    wire: await loadWire(pageDialect()),
    // Beside the whole menu a list would have room for half its columns.
    layout: { menuCollapse: innerWidth >= 1024 && innerWidth < 1200 },
    pageIds,
    fetchPage,
    fetchWords,
    notifications: modules.find(({ notifications }) => notifications)?.notifications,
    lens: browserLens,
  })

  const pause = new Promise<void>((done) => setTimeout(done, patience))
  const words = runtime.start()
  const menu = preloadRoute(runtime, pageIds, routeAt(location))
  await Promise.all([words, Promise.race([menu, pause])])
  const root = document.getElementById('root')
  if (root) {
    const plugins = [lens, secondFactor, ...modules.flatMap((module) => module.plugins ?? [])]
    const home = modules.find((module) => module.home)?.home
    createRoot(root).render(<App runtime={runtime} pageIds={pageIds} plugins={plugins} home={home} />)
  }
}
