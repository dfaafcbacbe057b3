import { defineField, type FieldProps } from '../define.ts'
import { lazyComponent } from '../lazyComponent.tsx'
import type { Option } from '../ui/control.ts'
import { RadioGroup } from '../ui/inputs/RadioGroup.tsx'
import { optionsOf } from './choices/optionWords.ts'

// Few forms show server options all at once.
const Sourced = lazyComponent(() => import('./choices/Sourced.tsx').then((module) => module.Sourced))

/** One of a few options, all visible. */
function RadioControl(props: FieldProps) {
  if (props.field.source) return <Sourced {...props}>{(options) => <RadioOptions {...props} options={options} />}</Sourced>
  return <RadioOptions {...props} options={optionsOf(props)} />
}

function RadioOptions(props: FieldProps & { options: Option[] }) {
  return (
    <RadioGroup
      id={props.id}
      labelledBy={props.labelledBy}
      value={typeof props.value === 'string' || typeof props.value === 'number' ? props.value : null}
      onChange={props.onChange}
      onBlur={props.onBlur}
      options={props.options}
      required={props.required}
      disabled={props.disabled}
      readOnly={props.readOnly}
      invalid={props.invalid}
      describedBy={props.describedBy}
      autoFocus={props.autoFocus}
    />
  )
}

export const radio = defineField({ Control: RadioControl, group: true })
