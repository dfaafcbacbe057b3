import type { MouseEvent } from 'react'
import type { Field } from '../../schemas/field.ts'
import { kindOf } from '../../schemas/kinds/index.ts'
import { hasFixedRows, rowKeyOf } from '../../schemas/language/form/rowsOf.ts'
import { defineField, type FieldProps } from '../define.ts'
import { numbered } from '../numbered.ts'
import { Button } from '../ui/Button.tsx'
import { cx } from '../ui/control.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { type RowValue, readText, SubtableCell, shownText } from './parts/SubtableCell.tsx'
import type { PasteColumn, PastedRow } from './paste/fillBlock.ts'
import { type OtherWords, pastedValue } from './paste/pastedValue.ts'
import { usePaste } from './paste/usePaste.tsx'

/** Rows beyond these are refused where the field names no limit of its own (kinds/subtable.ts). */
const most = 500

/**
 * Rows with fields of their own. Those of records that exist stay as many and in the order as they are; others may be added, removed and
 * moved, and what of them is only read goes along.
 */
function SubtableControl(props: FieldProps) {
  const rows = Array.isArray(props.value) ? (props.value as RowValue[]) : []
  const { field, form } = props
  const inner = Object.values(field.fields ?? {})
  // The key of a row is carried along, not shown.
  const columns = inner.filter((column) => !(column.readOnly && column.name === rowKeyOf(field)))
  const free = !props.readOnly && !hasFixedRows(field)
  const put = (index: number, name: string, value: unknown) =>
    props.onChange(rows.map((row, i) => (i === index ? { ...row, [name]: value } : row)))
  // What needs room (rich text, pictures) finds none in a line: then each row is a small form.
  const stacked = columns.length > 6 || columns.some((column) => form.control(column.kind).wide)
  const paste = useTablePaste(props, rows, columns, free ? () => emptyRow(inner) : undefined)
  const title = (column: Field) => form.word(`${props.words}.fields.${column.name}.label`) ?? column.name
  return (
    <div className={cx('s-subtable', stacked && 'is-stacked')} aria-describedby={props.describedBy}>
      <table id={props.id} aria-labelledby={props.labelledBy} onPaste={paste.onPaste} onKeyDown={paste.onKeyDown}>
        <SubtableHead columns={columns} title={title} hasTools={free} />
        <tbody>
          {numbered(rows).map(({ item: row, at: i }) => {
            return (
              <tr key={i}>
                {columns.map((column) => (
                  <td key={column.name} className={isNumber(column) ? 's-right' : undefined} data-label={title(column)}>
                    <SubtableCell {...props} column={column} row={row} index={i} put={put} />
                  </td>
                ))}
                {free && (
                  <td className="s-row-tools">
                    <RowTools rows={rows} index={i} {...props} />
                  </td>
                )}
              </tr>
            )
          })}
        </tbody>
      </table>
      {!props.readOnly && paste.note}
      {field.sum && <Sums rows={rows} fields={inner.filter(({ name }) => field.sum?.includes(name))} title={title} t={form.t} />}
      {rows.length === 0 && <p className="k-help">{form.t('ui.form.noRows')}</p>}
      {free && (
        <Button
          icon="plus"
          size="small"
          disabled={props.disabled || rows.length >= (field.max ?? most)}
          onMouseDown={stay}
          onClick={() => props.onChange([...rows, emptyRow(inner)])}
        >
          {form.t('ui.form.addEntry')}
        </Button>
      )}
    </div>
  )
}

/** Pasting into the rows; `add` makes one more where there may be more. */
function useTablePaste(props: FieldProps, rows: readonly RowValue[], columns: readonly Field[], add?: () => RowValue) {
  return usePaste(props, {
    rows,
    most: props.field.max ?? most,
    add,
    columns: (other) => columns.map((column) => pasteColumn(props, column, other)),
    spotOf: (target) => spotIn(props.id, target),
  })
}

/** What a pasted text means in a column; what is only read takes none. */
function pasteColumn(props: FieldProps, column: Field, other: OtherWords): PasteColumn {
  const { form, name, within = [] } = props
  const words = `${props.words}.fields.${column.name}`
  const shown = (row: PastedRow) => readText(column, row[column.name], form.word(`${words}.options.${row[column.name]}`))
  return {
    name: column.name,
    ...(column.readOnly ? { shown } : {}),
    read: (text, index) =>
      pastedValue({ form, name: column.name, field: column, words, within: [...within, name, index] }, text, other),
  }
}

/** The row and the column of a cell of the table with this id, not of one inside it. */
function spotIn(id: string, target: Element): { row: number; column: number } | undefined {
  const cell = target.closest('td')
  const row = cell?.closest('tr')
  return cell && row && row.closest('table')?.id === id ? { row: row.sectionRowIndex, column: cell.cellIndex } : undefined
}

interface SubtableHeadProps {
  columns: readonly Field[]
  title(field: Field): string
  /** A column for what can be done with a row. */
  hasTools: boolean
}

function SubtableHead({ columns, title, hasTools }: SubtableHeadProps) {
  return (
    <thead>
      <tr>
        {columns.map((column) => (
          <th key={column.name} scope="col" className={isNumber(column) ? 's-right' : undefined}>
            {title(column)}
            {column.required && (
              <span className="k-required" aria-hidden="true">
                *
              </span>
            )}
          </th>
        ))}
        {hasTools && <td />}
      </tr>
    </thead>
  )
}

interface SumsProps {
  rows: readonly RowValue[]
  fields: readonly Field[]
  title(field: Field): string
  t: FieldProps['form']['t']
}

/** Columns added up, as the rows are now. */
function Sums({ rows, fields, title, t }: SumsProps) {
  const sum = ({ name }: Field) => rows.reduce((all, row) => all + (Number(row[name]) || 0), 0)
  return (
    <dl className="s-subtable-sums">
      {fields.map((field) => (
        <div key={field.name}>
          <dt>{t('ui.form.sum', { label: title(field) })}</dt>
          <dd aria-live={field.readOnly ? undefined : 'polite'}>{shownText(field, sum(field))}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Keeps the focus where it is until the press is done: leaving a field may show its error, and what moves under the pointer is missed. */
const stay = (event: MouseEvent) => event.preventDefault()

/** Up, down and away. Each says which row it is about. */
function RowTools({ rows, index, field, form, onChange, ...props }: FieldProps & { rows: readonly RowValue[]; index: number }) {
  const off = props.disabled
  const name = (key: string) => `${form.t(key)} ${index + 1}`
  const least = props.required ? (field.min ?? 1) : 0
  return (
    <>
      <IconButton
        icon="arrow-up"
        label={name('ui.form.moveUp')}
        disabled={off || index === 0}
        onMouseDown={stay}
        onClick={() => onChange(moved(rows, index, index - 1))}
      />
      <IconButton
        icon="arrow-down"
        label={name('ui.form.moveDown')}
        disabled={off || index === rows.length - 1}
        onMouseDown={stay}
        onClick={() => onChange(moved(rows, index, index + 1))}
      />
      <IconButton
        icon="times"
        label={name('ui.form.remove')}
        disabled={off || rows.length <= least}
        onMouseDown={stay}
        onClick={() => onChange(rows.filter((_, j) => j !== index))}
      />
    </>
  )
}

function moved(rows: readonly RowValue[], from: number, to: number): RowValue[] {
  const next = [...rows]
  next.splice(to, 0, ...next.splice(from, 1))
  return next
}

function emptyRow(columns: readonly Field[]): RowValue {
  return Object.fromEntries(columns.map((column) => [column.name, column.default ?? kindOf(column).empty]))
}

function isNumber(column: Field): boolean {
  return kindOf(column).align === 'right'
}

export const subtable = defineField({ Control: SubtableControl, group: true, wide: true })
