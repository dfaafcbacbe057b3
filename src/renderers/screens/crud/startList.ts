import type { Runtime } from '../../../runtime/app/runtime.ts'
import { type Crud, createCrud } from '../../../runtime/crud/crud.ts'
import type { LoadedPage } from '../../../runtime/page.ts'
import { layoutOf, shownColumns } from './views/prefs.ts'

interface Started {
  crud: Crud
  /** The tab it belongs to; '' for the one that will be the first. */
  tab: string
  search: string
  /** Who asked, by their access token: what one person was given or refused is never shown to the next one. */
  token: string
  /** When its answer may no longer be taken over, by the page's clock in ms; while it is under way it always may. */
  until: number
}

/** React may discard a render and start over; a request started for it is reused for this long (ms). */
const takenOver = 3000
/** A request started while the menu was loading is reused for this long (ms). */
const takenOverAhead = 30_000
const started = new WeakMap<LoadedPage, Started>()

/** The records of a screen in a tab, with the first request for its list under way. */
export function startList(runtime: Runtime, loaded: LoadedPage, tab: string, search: string): Crud {
  const known = started.get(loaded)
  const token = runtime.session.token('admin')
  const same = known !== undefined && known.token === token && known.search === search && (known.tab === tab || known.tab === '')
  if (same && (known.crud.state.loading || performance.now() < known.until)) {
    started.set(loaded, { ...known, tab, until: Math.min(known.until, performance.now() + takenOver) })
    // What was asked ahead of the menu was asked before the person's views were known.
    if (known.tab === '' && known.crud.readAddress(search)) void known.crud.load()
    return known.crud
  }
  const crud = open(runtime, loaded, search)
  started.set(loaded, { crud, tab, search, token, until: performance.now() + takenOver })
  void crud.load()
  return crud
}

/** Asks for the list of a screen before it is known whether its address is open to the person: a refusal is not said. */
export function preloadList(runtime: Runtime, loaded: LoadedPage, search: string): void {
  const crud = open(runtime, loaded, search)
  const token = runtime.session.token('admin')
  started.set(loaded, { crud, tab: '', search, token, until: performance.now() + takenOverAhead })
  void crud.load({ showError: false, showCodeMessage: false })
}

/** The screen has been drawn for good: the next one of this page begins with a list of its own. */
export function listTaken(loaded: LoadedPage): void {
  started.delete(loaded)
}

function open(runtime: Runtime, loaded: LoadedPage, search: string): Crud {
  const crud = createCrud(runtime.screen(loaded))
  crud.readAddress(search)
  crud.showColumns(shownColumns(loaded.page, layoutOf(runtime, crud)))
  return crud
}
