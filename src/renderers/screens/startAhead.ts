import type { Runtime } from '../../runtime/app/runtime.ts'
import { findRoute } from '../../runtime/navigation/menu.ts'
import type { LoadedPage } from '../../runtime/page.ts'
import { preloadList, startList } from './crud/startList.ts'
import { startBoard } from './dashboard/startBoard.ts'
import { screens } from './index.ts'

/**
 * Asks for what the screen at an address of the back office needs, before the frame is drawn for it: the page of a screen that no tab has yet,
 * and its list or figures after it. Who waits for the page here waits first, so that these are asked for before the screen is drawn, which
 * takes them over. Errors are reported there.
 *
 * @returns settles when the page is there, or is known not to come; undefined where none is waited for.
 */
export function askAhead(
  runtime: Runtime,
  { pathname, search }: { pathname: string; search: string },
): Promise<void> | undefined {
  const route = findRoute(runtime.routes(), pathname + search)
  if (!route?.pageId || !route.known || route.path.split(/[?#]/, 1)[0] !== pathname) return
  if (runtime.stores.tabs.tabsView.some(({ id }) => id === route.key)) return
  return runtime.page(route.pageId).then(
    (loaded) => startScreen(runtime, loaded, search),
    () => undefined,
  )
}

/** The same before it is known whether the address is open to the person: a refusal is not said. */
export function preloadScreen(runtime: Runtime, loaded: LoadedPage, search: string): void {
  if (loaded.page.kind === 'crud') preloadList(runtime, loaded, search)
  else screens[loaded.page.kind].preload()
}

function startScreen(runtime: Runtime, loaded: LoadedPage, search: string): void {
  const { kind } = loaded.page
  if (kind === 'crud') {
    startList(runtime, loaded, '', search)
    return
  }
  screens[kind].preload()
  if (kind === 'dashboard') startBoard(runtime, loaded)
}
