import type { Row } from '../../../../server/crud/domain.ts'
import { type LineRow, openUnits } from '../order/row.ts'

/** A line of an order as forms name it. */
export function nameOf(line: Pick<LineRow, 'name' | 'spec_text'>): string {
  return [line.name, line.spec_text].filter(Boolean).join(' ')
}

/** A line as the refund form shows it. `isOnly`: there is no other to choose, so all of it is asked for. */
export function refundLine(line: LineRow, isOnly: boolean): Row {
  const left = line.pay_share - line.refunded_amount
  const units = Math.max(openUnits(line), line.shipped - line.returned)
  return { id: line.id, line: nameOf(line), left, units, quantity: isOnly ? units : 0, amount: isOnly ? left : 0 }
}
