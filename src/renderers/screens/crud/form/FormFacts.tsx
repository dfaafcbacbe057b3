import type { Crud } from '../../../../runtime/crud/crud.ts'
import type { FormModel } from '../../../../runtime/form/form.ts'
import type { Row } from '../../../../runtime/rows.ts'
import { readOnlyCellOf, renderCell } from '../../../cells/draw.ts'
import { valueAt } from '../../../cells/value.ts'
import type { CellEnvironment } from '../../../define.ts'
import { useValue } from '../../../useValue.ts'
import { fieldAt } from '../columns.ts'
import { columnFor, labelAt } from '../detail/detailColumns.ts'
import '../detail/detail.css'

interface FormFactsProps {
  crud: Crud
  env: CellEnvironment
  row: Row
  names: readonly string[]
  /** By name: the field of the form that is added to it. */
  after?: Readonly<Record<string, string>> | undefined
  model: FormModel
}

/** What of its row the form of an action shows, so that nobody has to remember it. */
export function FormFacts({ crud, env, row, names, after = {}, model }: FormFactsProps) {
  const values = useValue(model.state, (s) => s.values)
  return (
    <dl className="s-facts s-form-facts">
      {names.map((name) => {
        const column = columnFor(crud, name)
        const field = fieldAt(crud.page, name)
        const value = valueAt(row, name)
        const draw = (shown: unknown) => renderCell(readOnlyCellOf(column.cell), { value: shown, row, column, field, env })
        const change = values[after[name] ?? '']
        const sum = typeof change === 'number' && change !== 0 ? Number(value ?? 0) + change : undefined
        return (
          <div key={name}>
            <dt>{labelAt(crud, name)}</dt>
            <dd aria-live={after[name] === undefined ? undefined : 'polite'}>
              {draw(value)}
              {sum !== undefined && (
                <span className={sum < 0 ? 's-beside-after is-below' : 's-beside-after'}>
                  {' → '}
                  <span className="sr-only">{env.t('ui.lookup.projected')} </span>
                  {draw(sum)}
                </span>
              )}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
