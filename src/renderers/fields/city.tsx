import { levelOf } from '../../schemas/kinds/city.ts'
import { defineField, type FieldProps } from '../define.ts'
import { lazyComponent } from '../lazyComponent.tsx'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'
import { areaLevels } from './choices/areaLevels.ts'

const Cascader = lazyComponent(() => import('../ui/pickers/Cascader.tsx').then((module) => module.Cascader))

/** A province, its city, its district. */
function CityControl(props: FieldProps) {
  const { form } = props
  return (
    <Cascader
      id={props.id}
      labelledBy={props.labelledBy}
      value={Array.isArray(props.value) ? props.value.map(Number) : []}
      onChange={props.onChange}
      onBlur={props.onBlur}
      levels={areaLevels(form.t).slice(0, levelOf(props.field))}
      load={form.areas.inside}
      names={form.areas.names}
      placeholder={props.placeholder}
      clearable={!props.required}
      required={props.required}
      disabled={props.disabled}
      readOnly={props.readOnly}
      invalid={props.invalid}
      describedBy={props.describedBy}
      autoFocus={props.autoFocus}
      wait={<Skeleton height={32} />}
    />
  )
}

export const city = defineField({ Control: CityControl })
