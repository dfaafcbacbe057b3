import { durationText } from '../../schemas/kinds/duration.ts'
import { defineCell } from '../define.ts'
import { finite, isNothing, rangeOf } from './value.ts'

/** How long something took, `00:12:03.456`; a made range shows both its ends. */
export const duration = defineCell({
  width: 128,
  render: ({ value }) => (isNothing(value) ? <span className="s-none">–</span> : textOf(value)),
  text: ({ value }) => (isNothing(value) ? '' : textOf(value)),
})

function textOf(value: unknown): string {
  const [from, to] = (rangeOf(value) ?? [value, value]).map((each) => durationText(finite(each)))
  return from === to ? (from ?? '') : `${from} – ${to}`
}
