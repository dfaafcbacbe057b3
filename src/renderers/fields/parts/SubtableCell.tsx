import type { RowState } from '../../../runtime/form/fieldRules.ts'
import type { Field } from '../../../schemas/field.ts'
import { kindOf } from '../../../schemas/kinds/index.ts'
import { fieldSchema } from '../../../schemas/language/form/formSchema.ts'
import { encodeValue } from '../../../schemas/language/wire/codec.ts'
import { yuan } from '../../cells/money.tsx'
import type { FieldProps } from '../../define.ts'
import { useOfField } from '../../form/useField.ts'

export type RowValue = Record<string, unknown>

interface SubtableCellProps extends FieldProps {
  column: Field
  row: RowValue
  index: number
  put(index: number, name: string, value: unknown): void
}

/** One value of one row: text where it is only read, nothing where its condition hides it, else the control of its kind. */
export function SubtableCell({ column, row, index, put, ...props }: SubtableCellProps) {
  // State of the field in this row, by its conditions.
  const within = [...(props.within ?? []), props.name, index]
  const [outer = props.name, ...inside] = within
  const state = useOfField(props.form.model, String(outer), ({ rows }) => rowAt(rows, inside)?.fields[column.name])
  const value = row[column.name]
  const words = `${props.words}.fields.${column.name}`
  if (column.readOnly)
    return <span className="s-cut">{shownText(column, value, props.form.word(`${words}.options.${value}`))}</span>
  if (state?.visible === false) return <span className="s-none">–</span>
  const { Control } = props.form.control(column.kind)
  const place = `${index}.${column.name}`
  const error = messageAt(props.partErrors, place, column.fields !== undefined)
  const id = `${props.id}-${index}-${column.name}`
  const label = `${props.form.word(`${words}.label`) ?? column.name} ${index + 1}`
  const required = state?.required ?? column.required
  return (
    <span className="s-subtable-cell">
      <span id={`${id}-label`} className="sr-only">
        {label}
      </span>
      <Control
        {...props}
        id={id}
        name={column.name}
        label={label}
        labelledBy={`${id}-label`}
        words={words}
        field={column}
        schema={fieldSchema(column, required)}
        value={value}
        onChange={(next) => put(index, column.name, next)}
        required={required}
        disabled={props.disabled || state?.disabled === true}
        offered={state?.options}
        invalid={error !== undefined}
        describedBy={error ? `${id}-error` : undefined}
        placeholder={column.placeholder ? props.form.word(`${words}.placeholder`) : undefined}
        partErrors={column.fields ? messagesBelow(props.partErrors, place) : {}}
        within={within}
        autoFocus={false}
      />
      {error && (
        <span id={`${id}-error`} className="k-error">
          {error}
        </span>
      )}
    </span>
  )
}

/** A value that is only read: an option by its word, the rest as the wire writes it (amounts in yuan). */
export function readText(column: Field, value: unknown, word: string | undefined): string {
  if (value === null || value === undefined || value === '') return '–'
  return (column.options && word) ?? kindOf(column).plain?.(value, column) ?? String(encodeValue(column, value))
}

/** The same as it is shown: an amount beside amounts that are typed says its currency as they do. */
export function shownText(column: Field, value: unknown, word?: string): string {
  return column.kind === 'money' && typeof value === 'number' ? yuan(value) : readText(column, value, word)
}

/** The state of the row at a path of places and subtables in them: `[0, 'parts', 2]`. */
function rowAt(rows: readonly RowState[] | undefined, path: readonly (string | number)[]): RowState | undefined {
  const [index, name, ...rest] = path
  const row = rows?.[Number(index)]
  return row && name !== undefined ? rowAt(row.rows[name], rest) : row
}

/** The messages of the parts of a place, by path below it. */
function messagesBelow(errors: Readonly<Record<string, string>>, place: string): Record<string, string> {
  const own = `${place}.`
  return Object.fromEntries(
    Object.entries(errors).flatMap(([key, text]) => (key.startsWith(own) ? [[key.slice(own.length), text]] : [])),
  )
}

/** The message of a place, or of the first part of it that has one (a value of a list inside a row); `hasRows`: its parts show their own. */
function messageAt(errors: Readonly<Record<string, string>>, place: string, hasRows: boolean): string | undefined {
  const below = Object.keys(errors).find((key) => key === place || (!hasRows && key.startsWith(`${place}.`)))
  return below === undefined ? undefined : errors[below]
}
