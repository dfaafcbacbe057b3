import { lazyComponent } from '../lazyComponent.tsx'
import type { View } from './view.ts'

/**
 * Values that are read at full length in another form than a cell can give, by kind: rich text, data, rows. All other kinds are shown by
 * their cell. Each is loaded when it is first shown.
 */
export const views: Readonly<Record<string, View>> = {
  richtext: lazyComponent(() => import('./richtext.tsx').then((module) => module.RichtextView)),
  json: lazyComponent(() => import('./json.tsx').then((module) => module.JsonView)),
  array: lazyComponent(() => import('./rows.tsx').then((module) => module.PairsView)),
  subtable: lazyComponent(() => import('./rows.tsx').then((module) => module.SubtableView)),
}
