import { yuan } from '../../../../../src/renderers/cells/money.tsx'
import { cx } from '../../../../../src/renderers/ui/control.ts'
import { parseFen } from '../../../../../src/schemas/kinds/money.ts'

/** An amount that travels as decimal text, with the sign of the currency. */
export const yuanText = (amount: string) => yuan(parseFen(amount) ?? 0)

/** A price. */
export function Yuan({ of, className }: { of: string; className?: string }) {
  return <span className={cx('st-price', className)}>{yuanText(of)}</span>
}
