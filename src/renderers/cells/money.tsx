import { formatFen, parseFen } from '../../schemas/kinds/money.ts'
import { defineCell } from '../define.ts'
import { CellError, isNothing } from './value.ts'

/** Yuan with two decimals, right-aligned: ¥1,234.50. Numbers are fen; texts of relations are yuan. */
export const money = defineCell({
  width: 108,
  align: 'right',
  render: ({ value }) => {
    if (isNothing(value)) return <span className="s-none">–</span>
    const fen = fenOf(value)
    return <span className={fen === 0 ? 's-figures s-zero' : 's-figures'}>{yuan(fen)}</span>
  },
  text: ({ value }) => (isNothing(value) ? '' : yuan(fenOf(value))),
})

function fenOf(value: unknown): number {
  const fen = typeof value === 'string' ? parseFen(value) : value
  if (typeof fen !== 'number' || !Number.isSafeInteger(fen)) throw new CellError('not an amount')
  return fen
}

/** ¥1,234.50 of integer fen; the minus stands before the sign of the currency. */
export function yuan(fen: number): string {
  const [whole = '0', decimals = '00'] = formatFen(Math.abs(fen)).split('.')
  return `${fen < 0 ? '-' : ''}¥${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${decimals}`
}
