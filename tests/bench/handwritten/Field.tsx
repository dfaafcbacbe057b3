import { Calendar } from 'primereact/calendar'
import { Dropdown } from 'primereact/dropdown'
import { InputNumber } from 'primereact/inputnumber'
import { InputSwitch } from 'primereact/inputswitch'
import { InputText } from 'primereact/inputtext'
import { InputTextarea } from 'primereact/inputtextarea'
import { memo } from 'react'
import { type Content, optionLabels, options } from '../screens/content.ts'

interface FieldProps {
  field: Content
  value: unknown
  required: boolean
  error: string
  onChange(name: string, value: unknown): void
  onLeave(name: string): void
}

const choices = options.map((value, i) => ({ value, label: optionLabels[i] }))

/** A field with its label, hint and error. */
export const Field = memo(function Field(props: FieldProps) {
  const { field, required, error } = props
  return (
    <div className="field" data-field={field.name}>
      <label htmlFor={field.name}>
        {field.label}
        {required && <span className="required"> *</span>}
      </label>
      <Control {...props} />
      {error && <small className="p-error">{error}</small>}
      {field.help && <small>A hint below the field</small>}
    </div>
  )
})

function Control({ field, value, error, onChange, onLeave }: FieldProps) {
  const { name, kind } = field
  const put = (next: unknown) => onChange(name, next)
  const common = { id: name, invalid: error !== '', onBlur: () => onLeave(name) }
  if (kind === 'integer' || kind === 'money') {
    const money = kind === 'money' ? { minFractionDigits: 2, maxFractionDigits: 2, prefix: '¥' } : {}
    const { id, ...rest } = common
    return <InputNumber {...rest} {...money} inputId={id} value={value as number} onChange={(event) => put(event.value)} />
  }
  if (kind === 'select')
    return <Dropdown {...common} value={value} options={choices} showClear onChange={(event) => put(event.value)} />
  if (kind === 'date' || kind === 'datetime') {
    const { id, ...rest } = common
    return <Calendar {...rest} inputId={id} showIcon value={value as Date} onChange={(event) => put(event.value)} />
  }
  if (kind === 'switch') return <InputSwitch inputId={name} checked={value === true} onChange={(event) => put(event.value)} />
  if (kind === 'textarea')
    return <InputTextarea {...common} rows={3} value={(value ?? '') as string} onChange={(event) => put(event.target.value)} />
  return <InputText {...common} maxLength={60} value={value as string} onChange={(event) => put(event.target.value)} />
}
