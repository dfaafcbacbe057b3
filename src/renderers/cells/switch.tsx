import type { Field } from '../../schemas/field.ts'
import { type CellInput, defineCell } from '../define.ts'
import { tag } from './tag.tsx'
import { CellError, isNothing, scalarText } from './value.ts'
import { sideWord, wordsAt } from './words.ts'

/** A switch that is changed in place; the list handles the click and sends the change. */
export const switchCell = defineCell({
  width: 84,
  optionsOf: (field) => field?.options?.slice(2) ?? [],
  bareWidth: 64,
  render: (input) => {
    const { column, env, row } = input
    if (isFurther(input)) return tag.render(input)
    return (
      <button
        type="button"
        role="switch"
        className="k-switch"
        aria-checked={isOn(input)}
        aria-label={env.word(`${wordsAt(column.field)}.label`) ?? column.field}
        data-act="switch"
        data-field={column.field}
        disabled={!env.canSwitch(row, column.field)}
      >
        <span className="k-switch-knob" aria-hidden="true" />
      </button>
    )
  },
  text: (input) => {
    if (isFurther(input)) return tag.text(input)
    const on = isOn(input)
    const side = switchSides(input.field)
    const of = { words: wordsAt(input.column.field), isOn: on, value: on ? side.on : side.off }
    return sideWord(of, input.env.word, input.env.t)
  },
})

/** A switch where it is only read: a word, not a control. */
export const switchWord = defineCell({
  width: 84,
  render: (input) => {
    if (isNothing(input.value)) return <span className="s-none">–</span>
    if (isFurther(input)) return tag.render(input)
    return <span className={`k-tag k-tag-${isOn(input) ? 'success' : 'info'}`}>{switchCell.text(input)}</span>
  },
  text: switchCell.text,
})

/** The two values of a switch: `on` and `off` of a switch field, else the first two options, else 1 and 0. */
export function switchSides(field: Field | null): { on: string | number; off: string | number } {
  const [first, second] = field?.options ?? []
  return { on: field?.on ?? first?.value ?? 1, off: field?.off ?? second?.value ?? 0 }
}

/** Is it an option behind the first two? Such a state is reached in other ways than by a click, and only shown. */
function isFurther({ value, field }: CellInput): boolean {
  return (field?.options ?? []).slice(2).some((option) => String(option.value) === String(value))
}

function isOn({ value, field }: CellInput): boolean {
  if (isNothing(value)) return false
  const { on, off } = switchSides(field)
  const text = typeof value === 'boolean' ? String(value ? on : off) : scalarText(value)
  if (text !== String(on) && text !== String(off)) throw new CellError('neither on nor off')
  return text === String(on)
}
