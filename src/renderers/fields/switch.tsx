import { onOff } from '../../schemas/kinds/switch.ts'
import { sideWord } from '../cells/words.ts'
import { defineField, type FieldProps } from '../define.ts'
import { Switch } from '../ui/inputs/Switch.tsx'

/** On or off, with the word for the present state beside it. */
function SwitchControl(props: FieldProps) {
  const { on, off } = onOff(props.field)
  const checked = props.value === on || props.value === true
  const word = sideWord({ words: props.words, isOn: checked, value: checked ? on : off }, props.form.word, props.form.t)
  return (
    <span className="s-form-switch">
      <Switch
        id={props.id}
        checked={checked}
        onChange={(next) => props.onChange(next ? on : off)}
        onBlur={props.onBlur}
        disabled={props.disabled}
        readOnly={props.readOnly}
        labelledBy={props.labelledBy}
        describedBy={props.describedBy}
      />
      <span aria-hidden="true">{word}</span>
    </span>
  )
}

export const switchField = defineField({ Control: SwitchControl })
