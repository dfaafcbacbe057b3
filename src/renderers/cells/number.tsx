import { type CellInput, defineCell } from '../define.ts'
import { finite, isNothing, items } from './value.ts'

/** A number, right-aligned, with groups of three digits unless it names something (keys of rows). */
export const number = defineCell({
  width: 96,
  align: 'right',
  render: (input) =>
    isNothing(input.value) ? <span className="s-none">–</span> : <span className="s-figures">{textOf(input)}</span>,
  text: (input) => (isNothing(input.value) ? '' : textOf(input)),
})

function textOf({ value, column }: CellInput): string {
  return items(value)
    .map((item) => {
      const n = finite(item)
      if (/(^|_|\.)(id|pid|year)$/.test(column.field)) return String(n)
      const [whole = '', decimals] = String(n).split('.')
      return `${whole.replace(/\B(?=(\d{3})+$)/g, ',')}${decimals ? `.${decimals}` : ''}`
    })
    .join(', ')
}
