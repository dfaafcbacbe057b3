import { isWide } from '../../../schemas/kinds/exact.ts'
import type { FieldProps } from '../../define.ts'
import { NumberInput } from '../../ui/inputs/NumberInput.tsx'
import { unitOf } from './unit.ts'

export interface NumberLook {
  /** Decimals that may be typed; undefined = any number of them. */
  decimals?: number
  /** The model is the shown number × 10^scale. */
  scale?: number
  prefix?: string
}

/** A number; `look` is what differs between the kinds. */
export function NumberControl({ look = {}, ...props }: FieldProps & { look?: NumberLook }) {
  return (
    <NumberInput
      {...look}
      decimals={props.field.scale ?? look.decimals}
      exact={look.scale === undefined && isWide(props.field)}
      id={props.id}
      labelledBy={props.labelledBy}
      value={typeof props.value === 'number' || typeof props.value === 'string' ? props.value : null}
      onChange={props.onChange}
      onBlur={props.onBlur}
      min={props.field.min}
      max={props.field.max}
      step={props.field.step}
      placeholder={props.placeholder}
      suffix={unitOf(props)}
      required={props.required}
      disabled={props.disabled}
      readOnly={props.readOnly}
      invalid={props.invalid}
      describedBy={props.describedBy}
      autoFocus={props.autoFocus}
    />
  )
}
