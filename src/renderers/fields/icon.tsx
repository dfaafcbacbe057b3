import { controlOf, defineField, type FieldProps } from '../define.ts'
import { lazyComponent } from '../lazyComponent.tsx'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'

// The picker carries the names of all icons.
const IconPicker = lazyComponent(() => import('../ui/pickers/IconPicker.tsx').then((module) => module.IconPicker))

/** The name of an icon. */
function IconControl(props: FieldProps) {
  return (
    <IconPicker
      {...controlOf(props)}
      id={props.id}
      value={typeof props.value === 'string' ? props.value : ''}
      onChange={props.onChange}
      wait={<Skeleton height={32} />}
    />
  )
}

export const icon = defineField({ Control: IconControl })
