import { defineCell } from '../define.ts'
import { isNothing, scalarText } from './value.ts'

/** A value that leads to another screen; where to is the column's `link`, which the list resolves. */
export const link = defineCell({
  width: 120,
  render: ({ value }) => (isNothing(value) ? <span className="s-none">–</span> : scalarText(value)),
  text: ({ value }) => (isNothing(value) ? '' : scalarText(value)),
})
