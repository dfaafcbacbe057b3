import { controlOf, defineField, type FieldProps } from '../define.ts'
import { lazyComponent } from '../lazyComponent.tsx'
import type { Option } from '../ui/control.ts'
import { CheckboxGroup } from '../ui/inputs/CheckboxGroup.tsx'
import { keysOf } from './choices/keys.ts'
import { optionsOf } from './choices/optionWords.ts'

// Few forms show server options all at once.
const Sourced = lazyComponent(() => import('./choices/Sourced.tsx').then((module) => module.Sourced))

/** Some of a few options, all visible. */
function CheckboxControl(props: FieldProps) {
  if (props.field.source) return <Sourced {...props}>{(options) => <CheckboxOptions {...props} options={options} />}</Sourced>
  return <CheckboxOptions {...props} options={optionsOf(props)} />
}

function CheckboxOptions(props: FieldProps & { options: Option[] }) {
  return (
    <CheckboxGroup
      {...controlOf(props)}
      id={props.id}
      labelledBy={props.labelledBy}
      value={keysOf(props.value)}
      onChange={props.onChange}
      options={props.options}
    />
  )
}

export const checkbox = defineField({ Control: CheckboxControl, group: true, wide: true })
