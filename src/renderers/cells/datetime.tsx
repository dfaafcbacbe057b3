import { defineCell } from '../define.ts'
import { dateTimeText, zoneText } from './clock.ts'
import { isNothing } from './value.ts'

/** An instant in the person's zone; the zone is in the tooltip. */
export const datetime = defineCell({
  width: 164,
  render: ({ value, env }) =>
    isNothing(value) || value === 0 ? (
      <span className="s-none">–</span>
    ) : (
      <span className="s-figures">{dateTimeText(value, env.zone)}</span>
    ),
  text: ({ value, env }) => (isNothing(value) || value === 0 ? '' : dateTimeText(value, env.zone)),
  hint: ({ value, env }) =>
    isNothing(value) || value === 0
      ? ''
      : `${dateTimeText(value, env.zone)} · ${zoneText(env.zone, env.lang, Number(value) * 1000 || Date.now())}`,
})
