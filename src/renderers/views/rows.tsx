import type { Field } from '../../schemas/field.ts'
import { kindOf } from '../../schemas/kinds/index.ts'
import { plainColumn, readOnlyCellOf, renderCell } from '../cells/draw.ts'
import { saysSomething } from '../cells/value.ts'
import type { Row } from '../define.ts'
import { numbered } from '../numbered.ts'
import { scrolledByKeys } from '../scrolled.ts'
import type { ViewProps } from './view.ts'

/** Rows of a key and a value. */
export function PairsView({ value }: ViewProps) {
  return (
    <dl className="s-pairs-view">
      {numbered(rowsOf(value)).map(({ item: row, at }) => (
        <div key={at}>
          <dt>{String(row.key ?? '')}</dt>
          <dd>{String(row.value ?? '')}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Rows with fields of their own, each shown by the cell of its kind. */
export function SubtableView({ value, field, words, env }: ViewProps) {
  // Cells look for words of a path below `related`; here the path is whole already.
  const within = { ...env, word: (key: string) => env.word(key.replace(/^related\./, '')) }
  const rows = rowsOf(value)
  // A column that says nothing in any row only takes the room of the others.
  const columns = Object.values(field.fields ?? {}).filter(
    (column) => !(column.readOnly && column.name === 'id') && rows.some((row) => saysSomething(shownOf(column, row))),
  )
  return (
    <section className="s-detail-table" {...scrolledByKeys} aria-label={env.word(`${words}.label`)}>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.name} scope="col" className={kindOf(column).align && 's-right'}>
                {env.word(`${words}.fields.${column.name}.label`) ?? column.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {numbered(rows).map(({ item: row, at }) => (
            <tr key={at}>
              {columns.map((column) => {
                const { cell } = kindOf(column)
                const cellColumn = plainColumn(`${words}.fields.${column.name}`, cell)
                const drawn = readOnlyCellOf(cell)
                return (
                  <td key={column.name} className={kindOf(column).align && 's-right'}>
                    {renderCell(drawn, { value: shownOf(column, row), row, column: cellColumn, field: column, env: within })}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** The value of a field; of codes and keys their names, which the row carries beside them. */
function shownOf(field: Field, row: Row): unknown {
  const names = kindOf(field).names || field.show ? row[`${field.name}_text`] : undefined
  return typeof names === 'string' ? names.replaceAll(',', ' ') : row[field.name]
}

function rowsOf(value: unknown): Row[] {
  return Array.isArray(value) ? value.filter((row): row is Row => row !== null && typeof row === 'object') : []
}
