import { defineField, type FieldProps } from '../define.ts'
import { lazyComponent } from '../lazyComponent.tsx'
import type { Option } from '../ui/control.ts'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'
import { RadioGroup } from '../ui/inputs/RadioGroup.tsx'
import { optionsOf } from './choices/optionWords.ts'

// Few forms show server options all at once.
const Sourced = lazyComponent(() => import('./choices/Sourced.tsx').then((module) => module.Sourced))

/** One of a few options, all visible; a rating as stars. */
function RadioControl(props: FieldProps) {
  if (props.field.source) return <Sourced {...props}>{(options) => <RadioOptions {...props} options={options} />}</Sourced>
  return <RadioOptions {...props} options={optionsOf(props)} />
}

const Stars = lazyComponent(() => import('../ui/inputs/Stars.tsx').then((module) => module.Stars))

function RadioOptions(props: FieldProps & { options: Option[] }) {
  const shared = {
    id: props.id,
    labelledBy: props.labelledBy,
    value: typeof props.value === 'string' || typeof props.value === 'number' ? props.value : null,
    onChange: props.onChange,
    onBlur: props.onBlur,
    required: props.required,
    disabled: props.disabled,
    readOnly: props.readOnly,
    invalid: props.invalid,
    describedBy: props.describedBy,
    autoFocus: props.autoFocus,
  }
  return isRating(props.options) ? (
    <Stars {...shared} options={[...props.options].reverse()} wait={<Skeleton height={32} />} />
  ) : (
    <RadioGroup {...shared} options={props.options} />
  )
}

/** A choice of 5, 4, 3, 2, 1 in this order, the best first, is a rating. */
function isRating(options: readonly Option[]): boolean {
  return options.map(({ value }) => value).join() === '5,4,3,2,1'
}

export const radio = defineField({ Control: RadioControl, group: true })
