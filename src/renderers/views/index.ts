import type { Field } from '../../schemas/field.ts'
import { lazyComponent } from '../lazyComponent.tsx'
import type { View } from './view.ts'

/**
 * Full-length views of values that a cell cannot show completely, by kind: rich text, data, rows. All other kinds use their cell, but for long
 * texts. Each is loaded on first use.
 */
export const views: Readonly<Record<string, View>> = {
  richtext: lazyComponent(() => import('./richtext.tsx').then((module) => module.RichtextView)),
  json: lazyComponent(() => import('./json.tsx').then((module) => module.JsonView)),
  array: lazyComponent(() => import('./rows.tsx').then((module) => module.PairsView)),
  subtable: lazyComponent(() => import('./rows.tsx').then((module) => module.SubtableView)),
}

const text: View = lazyComponent(() => import('./text.tsx').then((module) => module.TextView))

/** Letters that are read in a line or two beside others; cells cut what is much longer. */
const short = 80

/** How a value that cell `cell` shows in lists is read at full length; undefined where the cell shows all of it. */
export function viewOf(field: Field, value: unknown, cell: string): View | undefined {
  if (cell === 'tags') return undefined // a list of names is no data to be looked into, whatever its kind
  const isLong = cell === 'text' && typeof value === 'string' && (value.length > short || value.includes('\n'))
  return views[field.kind] ?? (isLong ? text : undefined)
}
