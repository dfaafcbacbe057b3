import { defineCell } from '../define.ts'
import { optionOf } from './options.ts'
import { isNothing, valueAt } from './value.ts'

/**
 * One option: of a state a dot in its colour and the word, of a type the word alone. A row may have the colour of the dot; what it means the
 * word says.
 */
export const tag = defineCell({
  width: 96,
  optionsOf: (field) => field?.options ?? [],
  render: (input) => {
    if (isNothing(input.value)) return <span className="s-none">–</span>
    const { label, tag } = optionOf(input, input.value)
    const own = input.column.color === undefined ? undefined : valueAt(input.row, input.column.color)
    if (typeof own === 'string' && /^#[0-9a-f]{6,8}$/i.test(own))
      return (
        <span className="k-tag k-tag-own">
          <span className="k-tag-dot" style={{ backgroundColor: own }} aria-hidden="true" />
          {label}
        </span>
      )
    return tag ? <span className={`k-tag k-tag-${tag}`}>{label}</span> : label
  },
  text: (input) => (isNothing(input.value) ? '' : optionOf(input, input.value).label),
})
