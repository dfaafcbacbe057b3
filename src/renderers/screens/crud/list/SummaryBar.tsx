import type { Access } from '../../../../runtime/account/access.ts'
import type { Crud } from '../../../../runtime/crud/crud.ts'
import { kindOf } from '../../../../schemas/kinds/index.ts'
import type { Column, SummaryItem } from '../../../../schemas/language/list/table.ts'
import { cellOf, plainColumn, renderCell } from '../../../cells/draw.ts'
import { useRuntime } from '../../../context.tsx'
import type { CellEnvironment } from '../../../define.ts'
import { Button } from '../../../ui/Button.tsx'
import { useValue } from '../../../useValue.ts'
import './listing.css'

/** Totals over all filtered rows, not only the visible page. */
export function SummaryBar({ crud, env }: { crud: Crud; env: CellEnvironment }) {
  const { t } = crud.loaded
  const summary = useValue(crud.state, (s) => s.summary)
  // Where the rows could not be loaded either, the list says so and loads both again.
  const summaryIs = useValue(crud.state, (s) => s.error === null && s.summaryIs)
  const { access } = useRuntime()
  const items = crud.page.table.summary.filter(
    ({ name, as, right }) => (right === null || mayUse(access, right)) && (as !== 'one' || (summary?.[name] ?? null) !== null),
  )
  if (items.length === 0) return null
  return (
    <section className="s-summary" aria-label={t('ui.list.summary')} aria-busy={summaryIs === 'loading' || undefined}>
      <span className="s-summary-name" aria-hidden="true">
        {t('ui.list.summary')}
      </span>
      {summaryIs === 'failed' ? (
        <p role="alert">
          {t('ui.list.summaryFailed')}{' '}
          <Button look="link" onClick={crud.loadSummary}>
            {t('ui.list.retry')}
          </Button>
        </p>
      ) : (
        <dl>
          {items.map((item) => (
            <div key={item.name}>
              <dt>{labelOf(crud, item)}</dt>
              <dd>{figure(crud, env, item, summary?.[item.name])}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}

/** `right`: a page's node, whole. */
function mayUse(access: Access, right: string): boolean {
  const at = right.lastIndexOf('/')
  return access.can(right.slice(0, at), right.slice(at + 1))
}

/** The page's word for it; a sum that is called as its field goes by the field's name. */
function labelOf({ loaded }: Crud, { name, field, as }: SummaryItem): string {
  if (name !== field) return loaded.t(`summary.${name}`)
  const label = loaded.t(`fields.${field}.label`)
  return as === 'sum' ? label : loaded.t(`ui.list.summaryAs.${as}`, { field: label })
}

function figure(crud: Crud, env: CellEnvironment, item: SummaryItem, value: unknown) {
  const [relation = '', name = ''] = item.field.split('.')
  const field = (item.as === 'one' ? crud.page.related[relation]?.[name] : crud.page.fields[item.field]) ?? null
  const listed = crud.page.table.columns.find((column) => column.field === item.field)
  const own = item.as === 'count' || !field ? 'number' : kindOf(field).cell
  const format = item.as !== 'count' && listed?.format
  const column: Column = { ...plainColumn(item.field, own), ...(format && { format }) }
  return renderCell(cellOf(column.cell), { value, row: {}, column, field, env })
}
