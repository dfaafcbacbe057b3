import { kindOf } from '../../schemas/kinds/index.ts'
import type { Field } from '../../schemas/language/field.ts'
import type { FieldState } from '../../schemas/language/fieldState.ts'
import { fieldSchema } from '../../schemas/language/formSchema.ts'
import { defineField, type FieldProps } from '../define.ts'
import { Button } from '../ui/Button.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { useValue } from '../useValue.ts'

type RowValue = Record<string, unknown>

/**
 * Rows with fields of their own. Where a part of a row is only read, the rows are those of the record and stay as many as they are; others
 * may be added and removed.
 */
function SubtableControl(props: FieldProps) {
  const rows = Array.isArray(props.value) ? (props.value as RowValue[]) : []
  const { field, form } = props
  const inner = Object.values(field.fields ?? {})
  // The key of a row is carried along, not shown.
  const columns = inner.filter((column) => !(column.readOnly && column.name === 'id'))
  const off = props.disabled || props.readOnly
  const free = field.from === undefined && !inner.some((column) => column.readOnly)
  const put = (index: number, name: string, value: unknown) =>
    props.onChange(rows.map((row, i) => (i === index ? { ...row, [name]: value } : row)))
  return (
    <div className="s-subtable" aria-describedby={props.describedBy}>
      <table id={props.id} aria-labelledby={props.labelledBy}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.name} scope="col" className={isNumber(column) ? 's-right' : undefined}>
                {form.word(`${props.words}.fields.${column.name}.label`) ?? column.name}
              </th>
            ))}
            {free && <td />}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity of their own before they are saved
            <tr key={i}>
              {columns.map((column) => (
                <td
                  key={column.name}
                  className={isNumber(column) ? 's-right' : undefined}
                  data-label={form.word(`${props.words}.fields.${column.name}.label`) ?? column.name}
                >
                  <SubtableCell {...props} column={column} row={row} index={i} put={put} />
                </td>
              ))}
              {free && (
                <td>
                  <IconButton
                    icon="times"
                    label={form.t('ui.form.remove')}
                    disabled={off}
                    onClick={() => props.onChange(rows.filter((_, j) => j !== i))}
                  />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === 0 && <p className="k-help">{form.t('ui.form.noRows')}</p>}
      {free && (
        <Button icon="plus" size="small" disabled={off} onClick={() => props.onChange([...rows, emptyRow(inner)])}>
          {form.t('ui.form.addEntry')}
        </Button>
      )}
    </div>
  )
}

interface SubtableCellProps extends FieldProps {
  column: Field
  row: RowValue
  index: number
  put(index: number, name: string, value: unknown): void
}

/** One value of one row: text where it is only read, else the control of its kind. */
function SubtableCell({ column, row, index, put, ...props }: SubtableCellProps) {
  const value = row[column.name]
  const words = `${props.words}.fields.${column.name}`
  const state = useValue(props.form.model.state, (s) => s.rows[props.name]?.[index]?.fields[column.name]) ?? always
  if (!state.visible) return null
  if (column.readOnly) return <span className="s-cut">{value === null || value === undefined ? '–' : String(value)}</span>
  const { Control } = props.form.control(column.kind)
  const error = props.partErrors[`${index}.${column.name}`]
  const id = `${props.id}-${index}-${column.name}`
  const label = `${props.form.word(`${words}.label`) ?? column.name} ${index + 1}`
  return (
    <>
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
        schema={fieldSchema(column, state.required)}
        value={value}
        onChange={(next) => put(index, column.name, next)}
        required={column.required || state.required}
        disabled={props.disabled || state.disabled}
        offered={state.options}
        invalid={error !== undefined}
        describedBy={error ? `${id}-error` : undefined}
        placeholder={undefined}
        partErrors={{}}
        autoFocus={false}
      />
      {error && (
        <p id={`${id}-error`} className="k-error">
          {error}
        </p>
      )}
    </>
  )
}

const always: FieldState = { visible: true, required: false, disabled: false }

function emptyRow(columns: readonly Field[]): RowValue {
  return Object.fromEntries(columns.map((column) => [column.name, column.default ?? null]))
}

function isNumber(column: Field): boolean {
  return kindOf(column).align === 'right'
}

export const subtable = defineField({ Control: SubtableControl, group: true, wide: true })
