import { defineCell } from '../define.ts'
import { excerpt, isNothing, scalarText } from './value.ts'

/** A value that leads to another screen; where to is the column's `link`, which the list resolves. */
export const link = defineCell({
  width: 120,
  render: ({ value }) => (isNothing(value) ? <span className="s-none">–</span> : excerpt(scalarText(value))),
  text: ({ value }) => (isNothing(value) ? '' : scalarText(value)),
})
