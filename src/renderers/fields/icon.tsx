import { defineField, type FieldProps } from '../define.ts'
import { lazyComponent } from '../lazyComponent.tsx'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'

// The picker carries the names of all icons.
const IconPicker = lazyComponent(() => import('../ui/pickers/IconPicker.tsx').then((module) => module.IconPicker))

/** The name of an icon. */
function IconControl(props: FieldProps) {
  return (
    <IconPicker
      id={props.id}
      value={typeof props.value === 'string' ? props.value : ''}
      onChange={props.onChange}
      onBlur={props.onBlur}
      required={props.required}
      disabled={props.disabled}
      readOnly={props.readOnly}
      invalid={props.invalid}
      describedBy={props.describedBy}
      wait={<Skeleton height={32} />}
    />
  )
}

export const icon = defineField({ Control: IconControl })
