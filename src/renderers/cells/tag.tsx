import { defineCell } from '../define.ts'
import { optionOf } from './options.ts'
import { isNothing } from './value.ts'

/** One option as a tag in its colour; the word says what the colour means. */
export const tag = defineCell({
  width: 96,
  isOption: true,
  render: (input) => {
    if (isNothing(input.value)) return <span className="s-none">–</span>
    const { label, tag } = optionOf(input, input.value)
    return <span className={`k-tag k-tag-${tag ?? 'info'}`}>{label}</span>
  },
  text: (input) => (isNothing(input.value) ? '' : optionOf(input, input.value).label),
})
