import type { ReactNode } from 'react'
import type { Crud } from '../../../../runtime/crud/crud.ts'
import type { Row } from '../../../../runtime/rows.ts'
import { isObject } from '../../../../schemas/isObject.ts'
import type {
  ActionsSection,
  DetailSection,
  DifferenceSection,
  FieldsSection,
  LinksSection,
  RowsSection,
  SectionOf,
} from '../../../../schemas/language/detail/section.ts'
import type { Column } from '../../../../schemas/language/list/table.ts'
import { isMasked } from '../../../../schemas/language/wire/mask.ts'
import { cellOf, readOnlyCellOf, renderCell } from '../../../cells/draw.ts'
import { isNothing, valueAt } from '../../../cells/value.ts'
import { wordsAt } from '../../../cells/words.ts'
import type { CellEnvironment } from '../../../define.ts'
import { lazyComponent } from '../../../lazyComponent.tsx'
import { numbered } from '../../../numbered.ts'
import { scrolledByKeys } from '../../../scrolled.ts'
import { views } from '../../../views/index.ts'
import { fieldAt, filtersOf, linkOf } from '../columns.ts'
import type { Run } from '../useRun.ts'
import { CopyFact, CopyFacts } from './CopyFacts.tsx'
import { DetailLink } from './DetailLink.tsx'
import type { LinkedRow } from './DetailMore.tsx'
import { columnFor, labelAt } from './detailColumns.ts'
import { LinesTable } from './LinesTable.tsx'
import { Masked } from './Masked.tsx'

interface SectionProps {
  crud: Crud
  env: CellEnvironment
  row: Row
}

interface DetailProps extends SectionProps {
  /** Names of the sections that are shown; all when absent. */
  only?: readonly string[]
  /** Does what a section offers; without it nothing is offered. */
  run?: Run
}

/** The parts of the read-only view in the page's order, or those of them that are named; a page without any shows its columns. */
export function DetailSections({ crud, env, row, only, run }: DetailProps) {
  const { page, loaded } = crud
  const all: readonly DetailSection[] = page.detail ?? [
    { name: '', as: 'fields', fields: page.table.columns.map((c) => c.field) },
  ]
  const sections = all.filter(
    (section) => (only?.includes(section.name) ?? true) && kinds[section.as].isShown({ crud, env, row, section, run }),
  )
  return (
    <div className="s-detail">
      {sections.map((section) => (
        <section
          key={section.name}
          className="s-detail-section"
          aria-label={section.name ? loaded.t(`detail.${section.name}`) : undefined}
        >
          {section.name && (
            <h3>
              {loaded.t(`detail.${section.name}`)}
              {kinds[section.as].besideHeading?.({ crud, env, row, section, run })}
            </h3>
          )}
          {kinds[section.as].draw({ crud, env, row, section, run })}
        </section>
      ))}
    </div>
  )
}

const Difference = lazyComponent(() => import('./DetailMore.tsx').then((module) => module.Difference))
const Links = lazyComponent(() => import('./DetailMore.tsx').then((module) => module.Links))
const Steps = lazyComponent(() => import('./DetailMore.tsx').then((module) => module.Steps))

/** The two texts of a section that compares them. */
function differenceOf({ loaded }: Crud, row: Row, { fields: [before, after] }: DifferenceSection) {
  const label = (name: string) => loaded.find(`${wordsAt(name)}.label`) ?? name
  const t = (key: string) => loaded.t(`ui.difference.${key}`)
  return {
    before: String(valueAt(row, before) ?? ''),
    after: String(valueAt(row, after) ?? ''),
    labels: [label(before), label(after)] as const,
    words: { removed: t('removed'), added: t('added'), same: t('same') },
  }
}

function linksOf(row: Row, { fields: [name] }: LinksSection): LinkedRow[] {
  const list = valueAt(row, name)
  return Array.isArray(list) ? list : []
}

interface PartProps<Section extends DetailSection = DetailSection> extends SectionProps {
  section: Section
  run: Run | undefined
}

/** How one kind of section is drawn. */
interface DrawnSection<Section extends DetailSection = DetailSection> {
  /** Parts without anything in them are left out. */
  isShown(props: PartProps<Section>): boolean
  draw(props: PartProps<Section>): ReactNode
  besideHeading?(props: PartProps<Section>): ReactNode
}

const rows = {
  isShown: ({ row, section }: PartProps<RowsSection>) => rowsOf(row, section.relation).length > 0,
  besideHeading: (props: PartProps<RowsSection>) => <More {...props} />,
}

const kinds: Readonly<Record<DetailSection['as'], DrawnSection>> = {
  fields: {
    isShown: ({ row, section }) => section.fields.some((name) => !isNothing(valueAt(row, name))),
    draw: (props: PartProps<FieldsSection>) => <Facts {...props} />,
    besideHeading({ crud, env, row, section }: PartProps<FieldsSection>) {
      if (!section.copy) return null
      const of = crud.loaded.t(`detail.${section.name}`)
      return <CopyFacts crud={crud} env={env} row={row} names={filledIn(row, section)} of={of} />
    },
  },
  table: { ...rows, draw: (props: PartProps<RowsSection>) => <RowsTable {...props} /> },
  timeline: { ...rows, draw: (props: PartProps<RowsSection>) => <Timeline {...props} /> },
  difference: {
    isShown: ({ row, section }) => section.fields.some((name) => !isNothing(valueAt(row, name))),
    draw: ({ crud, row, section }: PartProps<DifferenceSection>) => <Difference {...differenceOf(crud, row, section)} />,
  },
  links: {
    isShown: ({ row, section }: PartProps<LinksSection>) => linksOf(row, section).length > 0,
    draw: ({ row, section }: PartProps<LinksSection>) => <Links rows={linksOf(row, section)} />,
  },
  actions: {
    isShown: ({ run }) => run !== undefined,
    draw: ({ crud, row, section, run }: PartProps<ActionsSection>) => (
      <Steps crud={crud} row={row} names={section.actions} run={run} />
    ),
  },
} satisfies { [As in DetailSection['as']]: DrawnSection<SectionOf<As>> }

function value(
  { crud, env, row }: Pick<SectionProps, 'crud' | 'env' | 'row'>,
  name: string,
  ways: Partial<Ways> = {},
): ReactNode {
  const column = { ...columnFor(crud, name), ...ways }
  const field = fieldAt(crud.page, name)
  const At = field && views[field.kind]
  if (At) return <At value={valueAt(row, name)} field={field} words={wordsAt(name)} env={env} />
  const cell = readOnlyCellOf(column.cell)
  const shown = renderCell(cell, { value: valueAt(row, name), row, column, field, env })
  const link = isNothing(valueAt(row, name)) ? undefined : linkOf(column, row, env)
  if (link) {
    return (
      <DetailLink page={link.page} query={filtersOf(link, row)}>
        {shown}
      </DetailLink>
    )
  }
  if (!field || name.includes('.') || !isMasked(field, valueAt(row, name)) || !env.canReveal?.()) return shown
  return (
    <Masked key={`${crud.keyOf(row)} ${name}`} crud={crud} row={row} name={name}>
      {shown}
    </Masked>
  )
}

/** The facts of a section that the record has. */
const filledIn = (row: Row, { fields }: FieldsSection) => fields.filter((name) => !isNothing(valueAt(row, name)))

/** Facts of the record; what is empty is left out, so that what is there is found. */
function Facts({ crud, env, row, section }: SectionProps & { section: FieldsSection }) {
  const shown = filledIn(row, section)
  const [only] = section.fields.length === 1 ? shown : []
  // What fills a section alone is called by its heading.
  if (only !== undefined && section.name && isWide(crud, only)) return value({ crud, env, row }, only)
  return (
    <dl className="s-facts">
      {shown.map((name) => (
        <div key={name} className={isWide(crud, name) ? 's-facts-wide' : undefined}>
          <dt>{labelAt(crud, name)}</dt>
          <dd>
            {value({ crud, env, row }, name)}
            <CopyFact crud={crud} env={env} row={row} name={name} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** What is read at full length takes a line of its own. */
function isWide(crud: Crud, name: string): boolean {
  const field = fieldAt(crud.page, name)
  return field !== null && views[field.kind] !== undefined
}

/** The way to all rows of a section that shows the first of them. */
function More({
  crud,
  row,
  section: { limit = 0, more, relation },
}: Pick<SectionProps, 'crud' | 'row'> & { section: RowsSection }) {
  if (!more || rowsOf(row, relation).length <= limit) return null
  return (
    <span className="s-detail-more">
      <DetailLink page={more.page} query={filtersOf(more, row)}>
        {crud.loaded.t('ui.detail.all')}
      </DetailLink>
    </span>
  )
}

/** Rows of a relation; the columns are fields of its table. */
function rowsOf(row: Row, relation: string): Row[] {
  const list = row[relation]
  return Array.isArray(list) ? list.filter(isObject) : []
}

/** A related row's values under the names the page uses: `lines.title`. */
function nested(item: Row, relation: string): Row {
  return { [relation]: item }
}

function RowsTable({ crud, env, row, section }: SectionProps & { section: RowsSection }) {
  return (
    <section className="s-detail-table" {...scrolledByKeys} aria-label={crud.loaded.t(`detail.${section.name}`)}>
      <LinesTable
        crud={crud}
        names={section.fields.map((field) => `${section.relation}.${field}`)}
        rows={rowsOf(row, section.relation)
          .slice(0, section.limit)
          .map((item) => nested(item, section.relation))}
        value={(line, name) => value({ crud, env, row: line }, name, waysOf(section, name))}
      />
    </section>
  )
}

type Ways = Pick<Column, 'links' | 'url'>

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

/** What happened, newest first: the time on the left, the first field as its head, the others behind it. */
function Timeline({ crud, env, row, section }: SectionProps & { section: RowsSection }) {
  const times = section.fields.filter((field) => fieldAt(crud.page, `${section.relation}.${field}`)?.kind === 'datetime')
  const facts = section.fields.filter((field) => !times.includes(field))
  const time = times[0] ?? 'create_time'
  const items = newestFirst(rowsOf(row, section.relation).slice(0, section.limit), time)
  return (
    <ol className="s-timeline">
      {numbered(items).map(({ item, at: place }) => {
        const at = nested(item, section.relation)
        return (
          <li key={place}>
            <span className="s-timeline-time">{timeOf(env, at, section.relation, time)}</span>
            <span className="s-timeline-facts">
              {facts.map((field) => {
                const name = `${section.relation}.${field}`
                const raw = valueAt(at, name)
                return raw === null || raw === undefined || raw === '' ? null : (
                  <span key={field} title={labelAt(crud, name)}>
                    {value({ crud, env, row: at }, name)}
                  </span>
                )
              })}
            </span>
          </li>
        )
      })}
    </ol>
  )
}

function newestFirst(items: readonly Row[], time: string): readonly Row[] {
  return [...items].reverse().sort((a, b) => Number(b[time] ?? 0) - Number(a[time] ?? 0))
}

function timeOf(env: CellEnvironment, at: Row, relation: string, field: string): ReactNode {
  const name = `${relation}.${field}`
  const column: Column = { field: name, cell: 'datetime', sortable: false, hidden: false, secondary: [], copy: false }
  return renderCell(cellOf('datetime'), { value: valueAt(at, name), row: at, column, field: null, env })
}
