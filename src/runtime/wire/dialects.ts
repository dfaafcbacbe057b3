import type { Dialect, DialectName } from '../dialect.ts'
import type { LoadScreenWire } from '../page.ts'
import { buildAdmin } from './buildadmin/dialect.ts'
import { kontor } from './kontor.ts'

/** The servers that the client can speak to. */
export const dialects: Readonly<Record<DialectName, Dialect>> = { kontor, buildadmin: buildAdmin }

/** What makes screens work with a server; null: they are written for it. */
export const screenWires: Readonly<Record<DialectName, LoadScreenWire | null>> = {
  kontor: null,
  buildadmin: (page) => import('./buildadmin/screens.ts').then((module) => module.buildAdminScreen(page)),
}
