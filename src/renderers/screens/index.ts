import type { PageKind } from '../../schemas/language/page.ts'
import type { Screen } from '../define.ts'
import { later } from '../later.tsx'
import { crud } from './crud/CrudScreen.tsx'

/** The catalogue of screens: what is drawn for `"kind"` of page.json. Lists come with the office, the others when they are first opened. */
export const screens = {
  crud,
  form: later(() => import('./form/FormScreen.tsx').then((module) => module.default)),
  detail: later(() => import('./detail/DetailScreen.tsx').then((module) => module.default)),
  dashboard: later(() => import('./dashboard/DashboardScreen.tsx').then((module) => module.default)),
  plugin: later(() => import('./plugin/PluginScreen.tsx').then((module) => module.default)),
} satisfies Record<PageKind, Screen>
