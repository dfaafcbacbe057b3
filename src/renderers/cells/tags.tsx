import { defineCell } from '../define.ts'
import { numbered } from '../numbered.ts'
import { optionOf } from './options.ts'
import { isNothing, items } from './value.ts'

const shown = 3

/** Several options or words as tags; what does not fit is counted and named in the tooltip. */
export const tags = defineCell({
  width: 176,
  hint: (input) =>
    items(input.value)
      .map((item) => (isNothing(item) ? '' : optionOf(input, item).label))
      .join(', '),
  render: (input) => {
    const all = items(input.value)
    if (all.length === 0) return <span className="s-none">–</span>
    return (
      <span className="s-tags">
        {numbered(all.slice(0, shown)).map(({ item, at }) => {
          const { label, tag } = optionOf(input, item)
          return (
            <span key={at} className={`k-tag k-tag-${tag ?? 'info'}`}>
              {label}
            </span>
          )
        })}
        {all.length > shown && <span className="s-more">+{all.length - shown}</span>}
      </span>
    )
  },
  text: (input) =>
    items(input.value)
      .map((item) => (isNothing(item) ? '' : optionOf(input, item).label))
      .join(', '),
})
