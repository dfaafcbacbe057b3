import { defineCell } from '../define.ts'
import { optionOf } from './options.ts'
import { isNothing, valueAt } from './value.ts'

/** One option as a tag in its colour, or in the one that the row has for it; the word says what the colour means. */
export const tag = defineCell({
  width: 96,
  optionsOf: (field) => field?.options ?? [],
  render: (input) => {
    if (isNothing(input.value)) return <span className="s-none">–</span>
    const { label, tag } = optionOf(input, input.value)
    const own = input.column.color === undefined ? undefined : valueAt(input.row, input.column.color)
    if (typeof own === 'string' && /^#[0-9a-f]{6,8}$/i.test(own))
      return (
        <span className="k-tag k-tag-own" style={{ borderColor: own }}>
          <span className="k-tag-dot" style={{ backgroundColor: own }} aria-hidden="true" />
          {label}
        </span>
      )
    return <span className={`k-tag k-tag-${tag ?? 'info'}`}>{label}</span>
  },
  text: (input) => (isNothing(input.value) ? '' : optionOf(input, input.value).label),
})
