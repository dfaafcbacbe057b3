import { defineCell } from '../define.ts'
import { finite, isNothing } from './value.ts'

const units = ['B', 'KB', 'MB', 'GB', 'TB']

/** A number of bytes as a person reads it: `6.2 KB`. */
export const size = defineCell({
  width: 96,
  align: 'right',
  render: ({ value }) =>
    isNothing(value) ? <span className="s-none">–</span> : <span className="s-figures">{sizeText(finite(value))}</span>,
  text: ({ value }) => (isNothing(value) ? '' : sizeText(finite(value))),
  hint: ({ value }) => `${finite(value)} B`,
})

/** Bytes in the largest unit that leaves at least 1, with one digit behind the point below 10. */
export function sizeText(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10))
  const amount = bytes / 1024 ** power
  return `${power > 0 && amount < 10 ? amount.toFixed(1) : Math.round(amount)} ${units[power]}`
}
