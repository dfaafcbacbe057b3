import { levelOf } from '../../schemas/kinds/city.ts'
import { controlOf, defineField, type FieldProps } from '../define.ts'
import { lazyComponent } from '../lazyComponent.tsx'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'
import { areaLevels } from './choices/areaLevels.ts'

const Cascader = lazyComponent(() => import('../ui/pickers/Cascader.tsx').then((module) => module.Cascader))

/** A province, its city, its district. */
function CityControl(props: FieldProps) {
  const { form } = props
  return (
    <Cascader
      {...controlOf(props)}
      id={props.id}
      labelledBy={props.labelledBy}
      value={Array.isArray(props.value) ? props.value.map(Number) : []}
      onChange={props.onChange}
      levels={areaLevels(form.t).slice(0, levelOf(props.field))}
      load={form.areas.inside}
      names={form.areas.names}
      placeholder={props.placeholder}
      clearable={!props.required}
      wait={<Skeleton height={32} />}
    />
  )
}

export const city = defineField({ Control: CityControl })
