import type { Lang } from '../../../../server/core/context.ts'
import type { Row } from '../../../../server/crud/domain.ts'
import { nameIn } from '../goods/names.ts'
import { type LineRow, openUnits } from '../order/row.ts'

/** A line of an order as forms name it in the language of the person. */
export function nameOf(line: Pick<LineRow, 'name' | 'name_en' | 'spec_text'>, lang: Lang): string {
  return [nameIn(lang, line), line.spec_text].filter(Boolean).join(' ')
}

/** A line as the refund form shows it. `isOnly`: there is no other to choose, so all of it is asked for. */
export function refundLine(line: LineRow, isOnly: boolean, lang: Lang): Row {
  const left = line.pay_share - line.refunded_amount
  const units = Math.max(openUnits(line), line.shipped - line.returned)
  return { id: line.id, line: nameOf(line, lang), left, units, quantity: isOnly ? units : 0, amount: isOnly ? left : 0 }
}
