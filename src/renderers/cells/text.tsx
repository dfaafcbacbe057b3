import { isObject } from '../../schemas/isObject.ts'
import { kindOf } from '../../schemas/kinds/index.ts'
import { type CellInput, defineCell } from '../define.ts'
import { excerpt, isNothing, isProse, scalarText, valueAt } from './value.ts'

/** Plain text on one line; lists and data are shown as short text. */
export const text = defineCell({
  width: 168,
  mayCut: isProse,
  render: (input) => (isNothing(input.value) ? <span className="s-none">–</span> : excerpt(shown(input))),
  text: (input) => (isNothing(input.value) ? '' : shown(input)),
  hint: (input) => (isNothing(input.value) ? '' : excerpt(shown(input), 2000)),
})

/** Codes and keys by their names, which the row carries beside them; what is no line of text by itself as its kind makes one of it. */
function shown({ value, row, column, field }: CellInput): string {
  const kind = field ? kindOf(field) : undefined
  const names = kind?.names || field?.show ? valueAt(row, `${column.field}_text`) : undefined
  if (typeof names === 'string' && names !== '') return names.replaceAll(',', ' ')
  return field && kind?.plain ? kind.plain(value, field) : textOf(value)
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOfItem).join(', ')
  return value !== null && typeof value === 'object' ? textOfItem(value) : scalarText(value)
}

/** `{ key, value }` reads "key: value"; other data reads as JSON. */
function textOfItem(item: unknown): string {
  if (item === null || typeof item !== 'object') return item === null || item === undefined ? '' : scalarText(item)
  const pair = isObject(item) ? item : {}
  if (typeof pair.key === 'string' && 'value' in pair) return `${pair.key}: ${String(pair.value)}`
  return JSON.stringify(item)
}
