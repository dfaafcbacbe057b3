import { type CellInput, defineCell } from '../define.ts'
import { optionOf } from './options.ts'
import { excerpt, isNothing, items } from './value.ts'

/** Several options or words, one behind the other; what does not fit is in the tooltip. */
export const tags = defineCell({
  width: 176,
  mayCut: () => true,
  render: (input) => (items(input.value).length === 0 ? <span className="s-none">–</span> : excerpt(textOf(input))),
  text: textOf,
  hint: (input) => excerpt(textOf(input), 2000),
})

function textOf(input: CellInput): string {
  return items(input.value)
    .map((item) => (isNothing(item) ? '' : optionOf(input, item).label))
    .join(input.env.t('ui.controls.comma'))
}
