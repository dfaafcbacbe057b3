import type { Dialect } from '../dialect.ts'
import type { LoadScreenWire } from '../page.ts'

/** What makes screens work with a server, by its dialect; null: they are written for it. */
export const screenWires: Readonly<Record<Dialect, LoadScreenWire | null>> = {
  kontor: null,
  buildadmin: (page) => import('./buildadmin/screens.ts').then((module) => module.buildAdminScreen(page)),
}
