import { defineCell } from '../define.ts'
import { isNothing, scalarText } from './value.ts'

/** An icon by its stored name. */
export const icon = defineCell({
  width: 64,
  render: ({ value, env }) =>
    isNothing(value) ? (
      <span className="s-none">–</span>
    ) : (
      <i className={env.iconClass(scalarText(value))} role="img" aria-label={scalarText(value)} />
    ),
  text: ({ value }) => (isNothing(value) ? '' : scalarText(value)),
  hint: ({ value }) => (isNothing(value) ? '' : scalarText(value)),
})
