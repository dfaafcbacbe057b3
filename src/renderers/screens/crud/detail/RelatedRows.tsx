import type { Row } from '../../../../runtime/rows.ts'
import { isObject } from '../../../../schemas/isObject.ts'
import type { RowsSection } from '../../../../schemas/language/detail/section.ts'
import { saysSomething } from '../../../cells/value.ts'
import { scrolledByKeys } from '../../../scrolled.ts'
import { filtersOf } from '../columns.ts'
import { DetailLink } from './DetailLink.tsx'
import { LinesTable } from './LinesTable.tsx'
import { type RecordProps, shownValue, type Ways } from './shown.tsx'

type RowsProps = RecordProps & { section: RowsSection }

/** Rows of a relation; the columns are fields of its table. */
export function rowsOf(row: Row, relation: string): Row[] {
  const list = row[relation]
  return Array.isArray(list) ? list.filter(isObject) : []
}

/** A related row's values under the names the page uses: `lines.title`. */
export function nested(item: Row, relation: string): Row {
  return { [relation]: item }
}

/** The way to all rows of a section that shows the first of them. */
export function More({ crud, row, section: { limit = 0, more, relation } }: Omit<RowsProps, 'env'>) {
  if (!more || rowsOf(row, relation).length <= limit) return null
  return (
    <span className="s-detail-more">
      <DetailLink page={more.page} query={filtersOf(more, row)}>
        {crud.loaded.t('ui.detail.all')}
      </DetailLink>
    </span>
  )
}

/** Rows as a table, without the columns that say nothing in any of them. */
export function RowsTable({ crud, env, row, section }: RowsProps) {
  const { relation, limit, always = [] } = section
  const rows = rowsOf(row, relation).slice(0, limit)
  const fields = section.fields.filter((field) => always.includes(field) || rows.some((item) => saysSomething(item[field])))
  return (
    <section className="s-detail-table" {...scrolledByKeys} aria-label={crud.loaded.t(`detail.${section.name}`)}>
      <LinesTable
        crud={crud}
        names={fields.map((field) => `${relation}.${field}`)}
        rows={rows.map((item) => nested(item, relation))}
        value={(line, name) => shownValue({ crud, env, row: line }, name, waysOf(section, name))}
      />
    </section>
  )
}

/** Where a value of a related row leads; its filters and its address come from that row. */
function waysOf({ links, urls, relation }: RowsSection, name: string): Partial<Ways> {
  const field = name.slice(relation.length + 1)
  const [link, url] = [links[field], urls[field]]
  const query = Object.entries(link?.query ?? {}).map(([filter, from]) => [filter, `${relation}.${from}`])
  return {
    ...(link ? { links: [{ ...link, query: Object.fromEntries(query) }] } : {}),
    ...(url === undefined ? {} : { url: `${relation}.${url}` }),
  }
}
