import type { Crud } from '../../../../runtime/crud/crud.ts'
import type { FormModel } from '../../../../runtime/form/form.ts'
import type { Row } from '../../../../runtime/rows.ts'
import { actionOf } from '../../../../schemas/language/action/actionOf.ts'
import type { Fact } from '../../../../schemas/language/action/summary.ts'
import { usualSummary } from '../../../../schemas/language/action/usualSummary.ts'
import { readOnlyCellOf, renderCell } from '../../../cells/draw.ts'
import { isNothing, valueAt } from '../../../cells/value.ts'
import { wordsAt } from '../../../cells/words.ts'
import type { CellEnvironment } from '../../../define.ts'
import { useValue } from '../../../useValue.ts'
import { views } from '../../../views/index.ts'
import { fieldAt } from '../columns.ts'
import { columnFor, labelAt } from '../detail/detailColumns.ts'
import '../detail/detail.css'
import './formFacts.css'

interface FormFactsProps {
  crud: Crud
  env: CellEnvironment
  model: FormModel
}

/** What the form of an action shows of its record: what the action names, else what tells records of the list apart. Empty facts are left out. */
export function FormFacts({ crud, env, model }: FormFactsProps) {
  const { page, loaded } = crud
  const record = useValue(model.state, (s) => s.record)
  const [key] = model.ids
  const row: Row = { ...(key === undefined ? undefined : crud.rowOf(key)), ...record }
  const action = actionOf(page, model.action, 'run')
  const facts = action && action.summary.length > 0 ? action.summary : usualSummary(page)
  const shown = facts.filter(({ field }) => action?.projected[field] !== undefined || !isNothing(valueAt(row, field)))
  if (shown.length === 0) return null
  return (
    <section className="s-form-facts" aria-label={loaded.t('ui.said.facts')}>
      <dl className="s-facts">
        {shown.map((fact) => (
          <FactRow key={fact.field} crud={crud} env={env} model={model} fact={fact} row={row} />
        ))}
      </dl>
    </section>
  )
}

function FactRow({ crud, env, model, fact, row }: FormFactsProps & { fact: Fact; row: Row }) {
  const { page, loaded } = crud
  const name = fact.field
  const label = loaded.find(`actions.${model.action}.summary.${name}`) ?? labelAt(crud, name)
  const field = fieldAt(page, name)
  const View = field ? views[field.kind] : undefined
  const value = valueAt(row, name)
  if (field && View) {
    const { columns } = fact
    const only = Object.entries(field.fields ?? {}).filter(([inner]) => columns?.includes(inner) ?? true)
    const narrowed = columns === null ? field : { ...field, fields: Object.fromEntries(only) }
    return (
      <div className="s-facts-wide">
        <dt className={columns === null ? undefined : 'sr-only'}>{label}</dt>
        <dd>
          <View value={value} field={narrowed} words={wordsAt(name)} env={env} />
        </dd>
      </div>
    )
  }
  const after = actionOf(page, model.action, 'run')?.projected[name]
  return (
    <div className={field?.kind === 'textarea' ? 's-facts-wide' : undefined}>
      <dt>{label}</dt>
      <dd aria-live={after === undefined ? undefined : 'polite'}>
        <FactValue crud={crud} env={env} name={name} row={row} value={value} />
        {after !== undefined && <Projected crud={crud} env={env} model={model} name={name} row={row} by={after} />}
      </dd>
    </div>
  )
}

interface FactValueProps {
  crud: Crud
  env: CellEnvironment
  name: string
  row: Row
  value: unknown
}

function FactValue({ crud, env, name, row, value }: FactValueProps) {
  const column = columnFor(crud, name)
  return renderCell(readOnlyCellOf(column.cell), { value, row, column, field: fieldAt(crud.page, name), env })
}

/** What comes out when what is entered in a field of the form is added. */
function Projected({ crud, env, model, name, row, by }: FormFactsProps & { name: string; row: Row; by: string }) {
  const change = useValue(model.state, (s) => s.values[by])
  if (typeof change !== 'number' || change === 0) return null
  const sum = Number(valueAt(row, name) ?? 0) + change
  return (
    <span className={sum < 0 ? 's-beside-after is-below' : 's-beside-after'}>
      {' → '}
      <span className="sr-only">{env.t('ui.lookup.projected')} </span>
      <FactValue crud={crud} env={env} name={name} row={row} value={sum} />
    </span>
  )
}
