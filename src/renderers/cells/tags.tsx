import { type CellInput, defineCell } from '../define.ts'
import { optionOf } from './options.ts'
import { excerpt, isNothing, items } from './value.ts'

/** Several options or words, one behind the other; what does not fit is in the tooltip. */
export const tags = defineCell({
  width: 176,
  mayCut: () => true,
  render: (input) => {
    const all = labels(input)
    return all.length === 0 ? <span className="s-none">–</span> : excerpt(all.join(input.env.t('ui.controls.comma')))
  },
  text: (input) => labels(input).join(', '),
})

function labels(input: CellInput): string[] {
  return items(input.value).map((item) => (isNothing(item) ? '' : optionOf(input, item).label))
}
