import type { ReactNode } from 'react'
import type { Crud } from '../../../../runtime/crud/crud.ts'
import type { Row } from '../../../../runtime/rows.ts'
import { cellOf } from '../../../cells/draw.ts'
import { numbered } from '../../../numbered.ts'
import { columnFor, labelAt } from './detailColumns.ts'

interface LinesTableProps {
  crud: Crud
  /** The columns: fields as the page names them, of a relation too: `lines.title`. */
  names: readonly string[]
  rows: readonly Row[]
  value: (row: Row, name: string) => ReactNode
}

/** Rows that only are read, below the labels of their fields: in the view of a record, and on paper. */
export function LinesTable({ crud, names, rows, value }: LinesTableProps) {
  const right = (name: string) => (cellOf(columnFor(crud, name).cell).align ? 's-right' : undefined)
  return (
    <table>
      <thead>
        <tr>
          {names.map((name) => (
            <th key={name} scope="col" className={right(name)}>
              {labelAt(crud, name)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {numbered(rows).map(({ item: row, at }) => (
          <tr key={at}>
            {names.map((name) => (
              <td key={name} className={right(name)}>
                {value(row, name)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
