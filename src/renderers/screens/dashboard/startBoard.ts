import type { Runtime } from '../../../runtime/app/runtime.ts'
import type { LoadedPage } from '../../../runtime/page.ts'
import { createDashboard, type DashboardModel } from '../../../runtime/screens/dashboard.ts'

interface Started {
  board: DashboardModel
  /** Who asked, by their access token: what one person was given is never shown to the next one. */
  token: string
  /** When its answer may no longer be taken over, by the page's clock in ms; while it is under way it always may. */
  until: number
}

/** Figures asked for ahead of their screen are taken over for this long (ms). */
const takenOver = 10_000
const started = new WeakMap<LoadedPage, Started>()

/** The figures of a dashboard, with the first request for them under way; null before a server that has none. */
export function startBoard(runtime: Runtime, loaded: LoadedPage): DashboardModel | null {
  const token = runtime.session.token('admin')
  const known = started.get(loaded)
  if (known?.token === token && (known.board.state.loading || performance.now() < known.until)) return known.board
  const board = createDashboard(runtime.screen(loaded))
  if (!board) return null
  started.set(loaded, { board, token, until: performance.now() + takenOver })
  void board.load()
  return board
}

/** The dashboard has been drawn with these figures. False when it was before, so that they are to be asked for again. */
export function takeBoard(loaded: LoadedPage, board: DashboardModel): boolean {
  return started.get(loaded)?.board === board && started.delete(loaded)
}
