import { grouped } from '../../schemas/grouped.ts'
import type { ColumnFormat } from '../../schemas/language/list/table.ts'
import { type CellInput, defineCell } from '../define.ts'
import { gainOrLoss, toned } from './toned.tsx'
import { finite, isNothing, items } from './value.ts'

/**
 * A number, right-aligned, with groups of three digits unless it names something (keys of rows); a range shows both its ends. A numeric column
 * of another system has the decimals of its scale, as the database writes them.
 */
export const number = defineCell({
  width: 96,
  // Figures are never cut; beyond them the title of the column is.
  minWidth: ({ width, content }) => Math.max(content, Math.min(width, 76)),
  align: 'right',
  render: (input) => (isNothing(input.value) ? <span className="s-none">–</span> : toned(textOf(input), signClass(input))),
  text: (input) => (isNothing(input.value) ? '' : textOf(input)),
})

function signClass({ value, column }: CellInput): string | undefined {
  return column.format === 'signed' && !Array.isArray(value) ? gainOrLoss(finite(value)) : undefined
}

function textOf({ value, column, field }: CellInput): string {
  const isRange = field?.virtual?.list === 'ends'
  const texts = items(value).map((item) => {
    const n = finite(item)
    // Decimal text is a number that JavaScript cannot hold: it is shown digit by digit.
    const exact = typeof item === 'string' && /^-?\d+(?:\.\d+)?$/.test(item) ? item : n
    if (/(^|_|\.)(id|pid|year)$/.test(column.field)) return String(exact)
    return (column.format && formats[column.format]?.(n)) || grouped(String(withDecimals(exact, field)))
  })
  if (isRange) return texts[0] === texts[1] ? (texts[0] ?? '') : texts.join(' – ')
  return texts.join(', ')
}

/** 12.5 of numeric(12,4) is 12.5000. The product's own columns, numeric(18, …), show the decimals that there are. */
function withDecimals(n: number | string, field: CellInput['field']): number | string {
  const { type, precision, scale = 0 } = field?.store ?? {}
  if (type !== 'numeric' || precision === undefined || precision === 18) return n
  const [whole = '', decimals = ''] = String(n).split('.')
  return /^-?\d+$/.test(whole) && decimals.length < scale ? `${whole}.${decimals.padEnd(scale, '0')}` : n
}

const formats: Readonly<Partial<Record<ColumnFormat, (n: number) => string>>> = {
  percent: (n) => `${grouped(String(n))}%`,
  signed: (n) => `${n > 0 ? '+' : ''}${grouped(String(n))}`,
  bytes: bytesText,
}

/** `1.5 MB`: three figures at most, in the largest unit that leaves one before the point. */
export function bytesText(n: number): string {
  let size = Math.abs(n)
  let unit = 0
  while (size >= 1024 && unit < units.length - 1) {
    size /= 1024
    unit++
  }
  const digits = unit === 0 || size >= 100 ? 0 : size >= 10 ? 1 : 2
  return `${n < 0 ? '-' : ''}${Number(size.toFixed(digits))} ${units[unit]}`
}

const units = ['B', 'KB', 'MB', 'GB', 'TB']
