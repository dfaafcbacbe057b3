import { defineCell } from '../define.ts'
import { finite, isNothing } from './value.ts'

/** How far something is, in percent. */
export const progress = defineCell({
  width: 136,
  minWidth: 96,
  render: ({ value }) => {
    if (isNothing(value)) return <span className="s-none">–</span>
    const percent = Math.min(100, Math.max(0, finite(value)))
    return (
      <span className="s-bar">
        <progress max={100} value={percent} />
        <span className="s-bar-figure">{Math.round(percent)}%</span>
      </span>
    )
  },
  text: ({ value }) => (isNothing(value) ? '' : `${Math.round(finite(value))}%`),
})
