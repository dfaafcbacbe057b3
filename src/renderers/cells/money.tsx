import { grouped } from '../../schemas/grouped.ts'
import { formatFen, parseFen } from '../../schemas/kinds/money.ts'
import { type CellInput, defineCell } from '../define.ts'
import { gainOrLoss, toned } from './toned.tsx'
import { CellError, isNothing, rangeOf } from './value.ts'

/** Yuan with two decimals, right-aligned: ¥1,234.50. Numbers are fen; texts of relations are yuan. A made range shows both its ends. */
export const money = defineCell({
  width: 108,
  align: 'right',
  render: (input) => {
    if (isNothing(input.value)) return <span className="s-none">–</span>
    const text = textOf(input)
    const fen = rangeOf(input.value) ? null : fenOf(input.value)
    return toned(text, fen === 0 ? 's-zero' : signClass(input, fen))
  },
  text: (input) => (isNothing(input.value) ? '' : textOf(input)),
})

/** Signed amounts have a colour that says the same as their sign. */
function signClass({ column }: CellInput, fen: number | null): string | undefined {
  return column.format === 'signed' && fen !== null ? gainOrLoss(fen) : undefined
}

function textOf({ value, column }: CellInput): string {
  const range = rangeOf(value)
  if (range) {
    const [low, high] = range.map((end) => yuan(fenOf(end)))
    return low === high ? `${low}` : `${low} – ${high}`
  }
  const fen = fenOf(value)
  return column.format === 'signed' && fen > 0 ? `+${yuan(fen)}` : yuan(fen)
}

function fenOf(value: unknown): number {
  const fen = typeof value === 'string' ? parseFen(value) : value
  if (typeof fen !== 'number' || !Number.isSafeInteger(fen)) throw new CellError('not an amount')
  return fen
}

/** Integer fen as ¥1,234.50; the minus sign precedes the currency sign. */
export function yuan(fen: number): string {
  return `${fen < 0 ? '-' : ''}¥${grouped(formatFen(Math.abs(fen)))}`
}
