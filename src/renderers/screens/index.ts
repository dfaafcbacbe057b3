import type { PageKind } from '../../schemas/language/page.ts'
import type { Screen } from '../define.ts'
import { lazyComponent } from '../lazyComponent.tsx'
import { crud } from './crud/CrudScreen.tsx'

/** The catalogue of screens: what is drawn for `"kind"` of page.json. Lists come with the office, the others when they are first opened. */
export const screens = {
  crud,
  form: lazyComponent(() => import('./form/FormScreen.tsx').then((module) => module.default)),
  detail: lazyComponent(() => import('./detail/DetailScreen.tsx').then((module) => module.default)),
  dashboard: lazyComponent(() => import('./dashboard/DashboardScreen.tsx').then((module) => module.default)),
  plugin: lazyComponent(() => import('./plugin/PluginScreen.tsx').then((module) => module.default)),
} satisfies Record<PageKind, Screen>
