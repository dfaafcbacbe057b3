import { lazyComponent } from '../lazyComponent.tsx'
import type { View } from './view.ts'

/**
 * Full-length views of values that a cell cannot show completely, by kind: rich text, data, rows. All other kinds use their cell. Each is
 * loaded on first use.
 */
export const views: Readonly<Record<string, View>> = {
  richtext: lazyComponent(() => import('./richtext.tsx').then((module) => module.RichtextView)),
  json: lazyComponent(() => import('./json.tsx').then((module) => module.JsonView)),
  array: lazyComponent(() => import('./rows.tsx').then((module) => module.PairsView)),
  subtable: lazyComponent(() => import('./rows.tsx').then((module) => module.SubtableView)),
}
