import type { ColumnFormat } from '../../schemas/language/list/table.ts'
import { type CellInput, defineCell } from '../define.ts'
import { agoText, dateTimeText, secondsOf, zoneText } from './clock.ts'
import { isNothing } from './value.ts'

/** An instant in the site's zone, to the minute; seconds and zone are in the tooltip. */
export const datetime = defineCell({
  width: 148,
  // A time that is cut says nothing.
  formatWidth: (format) => widths[format ?? 'minute'] ?? 0,
  render: (input) => (isNone(input) ? <span className="s-none">–</span> : textOf(input)),
  text: (input) => (isNone(input) ? '' : textOf(input)),
  hint: (input) => {
    if (isNone(input)) return ''
    const { value, env } = input
    return `${dateTimeText(value, env.zone)} · ${zoneText(env.zone, env.lang, Number(value) * 1000 || Date.now())}`
  },
})

const widths: Readonly<Partial<Record<ColumnFormat, number>>> = { date: 104, minute: 148, second: 164 }

function isNone({ value }: CellInput): boolean {
  return isNothing(value) || value === 0
}

function textOf({ value, column, env }: CellInput): string {
  const text = dateTimeText(value, env.zone)
  if (column.format === 'second') return text
  if (column.format === 'date') return text.slice(0, 10)
  if (column.format !== 'age') return text.slice(0, 16)
  const seconds = typeof value === 'number' ? value : secondsOf(text, env.zone)
  return seconds === null ? text : agoText(seconds, Date.now() / 1000, env.t)
}
