import { useEffect, useState } from 'react'
import { isObject } from '../../schemas/isObject.ts'
import type { JsonSchema } from '../../schemas/jsonSchema.ts'
import { Button } from '../ui/Button.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Checkbox } from '../ui/inputs/Checkbox.tsx'
import { Field } from '../ui/inputs/Field.tsx'
import { Input } from '../ui/inputs/Input.tsx'
import { NumberInput } from '../ui/inputs/NumberInput.tsx'
import { Textarea } from '../ui/inputs/Textarea.tsx'
import { Select } from '../ui/pickers/Select.tsx'
import type { Say } from './say.ts'

type Schema = Readonly<Record<string, unknown>>

interface SchemaInputProps {
  /** The key. */
  name: string
  label: string
  schema: JsonSchema & { description?: string }
  t: Say
  value: unknown
  error: string
  /** undefined: the key goes. */
  onChange(value: unknown): void
}

/** The control of one key, by its schema: a tick box, a number, a list of choices, rows of parts; anything else is written as JSON. */
export function SchemaInput({ name, label, schema, t, value, error, onChange }: SchemaInputProps) {
  const shape = schema as Schema
  const isEnglish = t('designer.lang') === 'en'
  const help = isEnglish && typeof shape.description === 'string' ? shape.description : undefined
  if (shape.type === 'boolean')
    return (
      <div className="k-form-field">
        <Checkbox checked={value === true} onChange={(on) => onChange(on ? true : undefined)}>
          {label}
        </Checkbox>
        {help && <p className="k-help">{help}</p>}
        {error !== '' && <p className="k-error">{error}</p>}
      </div>
    )
  return (
    <Field label={label} {...(help ? { help } : {})} {...(error === '' ? {} : { error })}>
      {(control) => (
        <Control id={control.id} invalid={control.invalid} name={name} shape={shape} t={t} value={value} onChange={onChange} />
      )}
    </Field>
  )
}

interface ControlProps {
  id: string
  invalid: boolean
  name: string
  shape: Schema
  t: Say
  value: unknown
  onChange(value: unknown): void
}

function Control(props: ControlProps) {
  const { id, invalid, shape, value, onChange } = props
  const choices = choicesOf(shape)
  if (choices && (value === undefined || choices.includes(value as never)))
    return (
      <Select
        id={id}
        value={(value as string | number | undefined) ?? null}
        clearable
        options={choices.map((each) => ({ value: each, label: String(each) }))}
        onChange={(next) => onChange(next ?? undefined)}
      />
    )
  if (isNumber(shape) && (value === undefined || typeof value === 'number'))
    return <NumberInput id={id} invalid={invalid} value={value ?? null} onChange={(next) => onChange(next ?? undefined)} />
  if (shape.type === 'string' && (value === undefined || typeof value === 'string'))
    return <Input id={id} invalid={invalid} value={value ?? ''} onChange={(next) => onChange(next === '' ? undefined : next)} />
  const parts = partsOf(shape)
  if (parts && (value === undefined || (Array.isArray(value) && value.every(isObject))))
    return <Parts {...props} parts={parts} value={(value as Schema[] | undefined) ?? []} />
  return <JsonInput id={id} invalid={invalid} value={value} onChange={onChange} />
}

function isNumber({ type }: Schema): boolean {
  return type === 'number' || type === 'integer'
}

/** The values a schema allows, where these are a list. */
function choicesOf({ enum: values, anyOf }: Schema): (string | number)[] | undefined {
  if (Array.isArray(values)) return values
  const constants = Array.isArray(anyOf) ? anyOf.map((each: Schema) => each.const) : []
  return constants.length > 0 && constants.every((each) => typeof each === 'string' || typeof each === 'number')
    ? (constants as (string | number)[])
    : undefined
}

/** The members of each row, where the value may be a list of objects. */
function partsOf(shape: Schema): Readonly<Record<string, Schema>> | undefined {
  const branches = [shape, ...(Array.isArray(shape.anyOf) ? (shape.anyOf as Schema[]) : [])]
  for (const { type, items } of branches) {
    const properties = type === 'array' && isObject(items) ? items.properties : undefined
    if (isObject(properties)) return properties as Readonly<Record<string, Schema>>
  }
  return undefined
}

type PartsProps = Omit<ControlProps, 'value'> & { value: readonly Schema[]; parts: Readonly<Record<string, Schema>> }

/** A list of objects, a row each. */
function Parts({ id, name, t, value, parts, onChange }: PartsProps) {
  const set = (rows: readonly Schema[]) => onChange(rows.length > 0 ? rows : undefined)
  const keys = Object.keys(parts)
  const next = () => {
    const numbers = value.map((row) => Number(row.value)).filter(Number.isFinite)
    return 'value' in parts ? { value: Math.max(0, ...numbers) + 1 } : {}
  }
  return (
    <div id={id} className="d-parts">
      {value.map((row, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place; its value may be changed
        <div key={i} className="d-part">
          {keys.map((key) => (
            <PartInput
              key={key}
              label={`${t(`designer.key.${name}`)} ${i + 1}: ${key}`}
              placeholder={key}
              shape={parts[key] ?? {}}
              value={row[key]}
              onChange={(given) => {
                const { [key]: _, ...rest } = row
                set(value.with(i, given === undefined ? rest : { ...row, [key]: given }))
              }}
            />
          ))}
          <IconButton
            icon="times"
            label={t('designer.removePart', { at: i + 1 })}
            onClick={() => set(value.filter((_, at) => at !== i))}
          />
        </div>
      ))}
      <Button size="small" icon="plus" onClick={() => set([...value, next()])}>
        {t('designer.addPart')}
      </Button>
    </div>
  )
}

interface PartInputProps {
  label: string
  placeholder: string
  shape: Schema
  value: unknown
  onChange(value: unknown): void
}

function PartInput({ label, placeholder, shape, value, onChange }: PartInputProps) {
  const choices = choicesOf(shape)
  if (shape.type === 'boolean')
    return (
      <Checkbox checked={value === true} onChange={(on) => onChange(on ? true : undefined)}>
        {placeholder}
      </Checkbox>
    )
  if (choices)
    return (
      <Select
        label={label}
        size="small"
        placeholder={placeholder}
        value={(value as string | undefined) ?? null}
        clearable
        options={choices.map((each) => ({ value: each, label: String(each) }))}
        onChange={(next) => onChange(next ?? undefined)}
      />
    )
  const takesNumbers = Array.isArray(shape.type) && shape.type.includes('number')
  const read = (text: string) => (text === '' ? undefined : takesNumbers && /^-?\d{1,9}$/.test(text) ? Number(text) : text)
  return (
    <Input
      label={label}
      size="small"
      placeholder={placeholder}
      value={value === undefined ? '' : String(value)}
      onChange={(text) => onChange(read(text))}
    />
  )
}

/** Any JSON; what cannot be read yet stays as it is typed and changes nothing. */
function JsonInput({ id, invalid, value, onChange }: Pick<ControlProps, 'id' | 'invalid' | 'value' | 'onChange'>) {
  const shown = value === undefined ? '' : JSON.stringify(value)
  const [text, setText] = useState(shown)
  const [isWrong, setWrong] = useState(false)
  useEffect(() => setText((now) => (sameJson(now, shown) ? now : shown)), [shown])
  const change = (next: string) => {
    setText(next)
    try {
      onChange(next.trim() === '' ? undefined : JSON.parse(next))
      setWrong(false)
    } catch {
      setWrong(true)
    }
  }
  return <Textarea id={id} mono rows={1} invalid={invalid || isWrong} value={text} onChange={change} />
}

function sameJson(a: string, b: string): boolean {
  try {
    return JSON.stringify(a.trim() === '' ? undefined : JSON.parse(a)) === (b === '' ? undefined : b)
  } catch {
    return false
  }
}
