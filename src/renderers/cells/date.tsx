import { defineCell } from '../define.ts'
import { dateTimeText } from './clock.ts'
import { isNothing } from './value.ts'

/** A day without a time. */
export const date = defineCell({
  width: 108,
  render: ({ value, env }) => (isNothing(value) ? <span className="s-none">–</span> : dateTimeText(value, env.zone).slice(0, 10)),
  text: ({ value, env }) => (isNothing(value) ? '' : dateTimeText(value, env.zone).slice(0, 10)),
})
