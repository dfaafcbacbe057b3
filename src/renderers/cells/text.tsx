import { defineCell } from '../define.ts'
import { excerpt, isNothing, scalarText } from './value.ts'

/** Plain text on one line; lists and data are shown as short text. */
export const text = defineCell({
  width: 168,
  render: ({ value }) => (isNothing(value) ? <span className="s-none">–</span> : excerpt(textOf(value))),
  text: ({ value }) => (isNothing(value) ? '' : textOf(value)),
  hint: ({ value }) => (isNothing(value) ? '' : excerpt(textOf(value), 2000)),
})

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOfItem).join(', ')
  return value !== null && typeof value === 'object' ? textOfItem(value) : scalarText(value)
}

/** `{ key, value }` reads "key: value"; other data reads as JSON. */
function textOfItem(item: unknown): string {
  if (item === null || typeof item !== 'object') return item === null || item === undefined ? '' : scalarText(item)
  const pair = item as { key?: unknown; value?: unknown }
  if (typeof pair.key === 'string' && 'value' in pair) return `${pair.key}: ${String(pair.value)}`
  return JSON.stringify(item)
}
