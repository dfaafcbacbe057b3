import type { PageKind } from '../../schemas/language/page.ts'
import type { Screen } from '../define.ts'
import { later } from '../later.tsx'
import { crud } from './crud/CrudScreen.tsx'

/** Kinds that are parsed already but drawn by a later version say so on the screen. */
const unknown = later(() => import('./UnknownKind.tsx').then((module) => module.default))

/** The catalogue of screens: what is drawn for `"kind"` of page.json. */
export const screens = { crud, form: unknown, detail: unknown, dashboard: unknown, plugin: unknown } satisfies Record<
  PageKind,
  Screen
>
