import { Button } from 'primereact/button'
import { Dialog } from 'primereact/dialog'
import { useCallback, useMemo, useReducer, useState } from 'react'
import type { ComparedForm, Content } from '../screens/content.ts'
import { Field } from './Field.tsx'
import { ListScreen } from './ListScreen.tsx'

/** A list whose button opens the form in a dialog. */
export function FormScreen({ form }: { form: ComparedForm }) {
  const [open, setOpen] = useState(false)
  const add = useCallback(() => setOpen(true), [])
  const list = useMemo(() => ({ id: form.id, columns: form.fields.slice(0, 2), rows: 20 }), [form])
  return (
    <>
      <ListScreen list={list} onAdd={add} />
      {open && <RecordDialog form={form} onClose={() => setOpen(false)} />}
    </>
  )
}

type Values = Readonly<Record<string, unknown>>
interface State {
  values: Values
  touched: Readonly<Record<string, boolean>>
}
type Change = { name: string; value: unknown } | { touched: string } | { all: readonly Content[] }

function reduce(state: State, change: Change): State {
  if ('all' in change) return { ...state, touched: Object.fromEntries(change.all.map(({ name }) => [name, true])) }
  if ('touched' in change)
    return state.touched[change.touched] ? state : { ...state, touched: { ...state.touched, [change.touched]: true } }
  return { ...state, values: { ...state.values, [change.name]: change.value } }
}

const empty = (fields: readonly Content[]): State => ({
  values: Object.fromEntries(fields.map(({ name, kind }) => [name, kind === 'switch' ? false : kind === 'string' ? '' : null])),
  touched: {},
})

/** Controlled fields over one reducer; a key draws the dialog and the one field, as each field is a memo. */
function RecordDialog({ form: { fields }, onClose }: { form: ComparedForm; onClose(): void }) {
  const [{ values, touched }, dispatch] = useReducer(reduce, fields, empty)
  const change = useCallback((name: string, value: unknown) => dispatch({ name, value }), [])
  const leave = useCallback((name: string) => dispatch({ touched: name }), [])
  const save = () => dispatch({ all: fields })
  const footer = (
    <>
      <Button label="Cancel" outlined onClick={onClose} />
      <Button label="Save" onClick={save} />
    </>
  )
  return (
    <Dialog visible header="Add record" style={{ width: 960 }} footer={footer} onHide={onClose}>
      <div className="fields">
        {fields.map((field) => {
          const required = field.required || (field.requiredBy !== undefined && values[field.requiredBy] === true)
          const value = values[field.name]
          const wrong = touched[field.name] === true && required && (value === null || value === '')
          return (
            <Field
              key={field.name}
              field={field}
              value={value}
              required={required === true}
              error={wrong ? `${field.label} is required` : ''}
              onChange={change}
              onLeave={leave}
            />
          )
        })}
      </div>
    </Dialog>
  )
}
