import type { Crud, Row } from '../../../runtime/crud.ts'
import { readOnlyCellOf, renderCell } from '../../cells/draw.ts'
import { valueAt } from '../../cells/value.ts'
import type { CellEnvironment } from '../../define.ts'
import { fieldAt } from './columns.ts'
import { columnFor, labelAt } from './detailColumns.ts'
import './detail.css'

interface FormFactsProps {
  crud: Crud
  env: CellEnvironment
  row: Row
  names: readonly string[]
}

/** What of its row the form of an action shows, so that nobody has to remember it. */
export function FormFacts({ crud, env, row, names }: FormFactsProps) {
  return (
    <dl className="s-facts s-form-facts">
      {names.map((name) => {
        const column = columnFor(crud, name)
        const field = fieldAt(crud.page, name)
        return (
          <div key={name}>
            <dt>{labelAt(crud, name)}</dt>
            <dd>{renderCell(readOnlyCellOf(column.cell), { value: valueAt(row, name), row, column, field, env })}</dd>
          </div>
        )
      })}
    </dl>
  )
}
