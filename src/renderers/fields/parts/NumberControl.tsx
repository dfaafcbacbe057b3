import type { ReactNode } from 'react'
import { isWide } from '../../../schemas/kinds/exact.ts'
import { kindOf } from '../../../schemas/kinds/index.ts'
import { asValues, type ConditionEnvironment, valueNamed } from '../../../schemas/language/condition/predicate.ts'
import { encodeValue } from '../../../schemas/language/wire/codec.ts'
import { controlOf, type FieldProps } from '../../define.ts'
import { NumberInput } from '../../ui/inputs/NumberInput.tsx'
import { useValue } from '../../useValue.ts'
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
  const input = (
    <NumberInput
      {...look}
      decimals={props.field.scale ?? look.decimals}
      exact={look.scale === undefined && isWide(props.field)}
      {...controlOf(props)}
      id={props.id}
      labelledBy={props.labelledBy}
      value={typeof props.value === 'number' || typeof props.value === 'string' ? props.value : null}
      onChange={props.onChange}
      min={props.field.min}
      max={props.field.max}
      step={props.field.step}
      placeholder={props.placeholder}
      suffix={unitOf(props)}
    />
  )
  const isChanged = props.field.most !== undefined && !props.disabled && !props.readOnly
  return isChanged ? <WithMost {...props}>{input}</WithMost> : input
}

/** A number with a limit beside it that one press enters: "All". */
function WithMost({ children, ...props }: FieldProps & { children: ReactNode }) {
  const { field, form, value, within } = props
  const most = useValue(form.model.state, () => limitOf(field.most ?? '', form.model.sight(), within))
  const shown = typeof most === 'number' ? (kindOf(field).plain?.(most, field) ?? String(encodeValue(field, most))) : ''
  return (
    <span className="s-most">
      {children}
      {typeof most === 'number' && most > 0 && (
        <button
          type="button"
          className="k-btn k-btn-link"
          aria-label={form.t('ui.said.allOf', { label: props.label, value: shown })}
          disabled={value === most}
          onClick={() => props.onChange(most)}
        >
          {form.t('ui.said.all')}
        </button>
      )}
    </span>
  )
}

/** What the number may be at most: in a row of a subtable its own values are the nearest. */
function limitOf(name: string, sight: ConditionEnvironment, within: FieldProps['within'] = []): unknown {
  const rows = [...(sight.around ?? []), sight.values]
  let at: unknown = sight.values
  for (const step of within) {
    at = at !== null && typeof at === 'object' ? Reflect.get(at, step) : undefined
    if (typeof step === 'number') rows.push(asValues(at))
  }
  const values = rows.pop() ?? {}
  return valueNamed(name, { ...sight, values, around: rows })
}
