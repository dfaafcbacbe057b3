import type { ColumnPlan, Join } from './plan.ts'
import { ranked, searched } from './relations.ts'

/** What a list is made of. */
export interface ListPlan {
  columns: readonly ColumnPlan[]
  key: string | null
  show: string
  secondary?: string
  readOnly: boolean
  tree: string | undefined
  joins: readonly Join[]
  /** By foreign key, its relation. */
  relations: ReadonlyMap<string, string>
  hasDetail: boolean
}

/** Columns in sight. */
const mostShown = 8

/** The list: what a row is called first, then states, people, amounts and days; eight in sight, what machines read hidden. */
export function listOf(plan: ListPlan): Record<string, unknown> {
  const { columns, key, tree, readOnly } = plan
  return {
    columns: columnsOf(plan),
    search: [...searched(columns), ...plan.joins.map(({ field }) => field)],
    quickSearch: quickSearch(plan),
    ...(readOnly
      ? {
          row: plan.hasDetail ? ['detail'] : [],
          bulk: [],
          toolbar: ['refresh', ...(tree ? ['unfold'] : []), 'search', 'quickSearch', 'columns', 'density'],
        }
      : {
          ...(tree
            ? { toolbar: ['refresh', 'add', 'edit', 'delete', 'unfold', 'search', 'quickSearch', 'columns', 'density'] }
            : {}),
          ...rowActions(plan, columns.some(({ kind }) => kind === 'weigh') && key !== null),
        }),
  }
}

function rowActions({ hasDetail }: ListPlan, isOrdered: boolean): Record<string, unknown> {
  if (!hasDetail && !isOrdered) return {}
  return { row: [...(isOrdered ? ['sort'] : []), 'edit', ...(hasDetail ? ['detail'] : []), 'delete'], bulk: ['delete'] }
}

function columnsOf(plan: ListPlan): unknown[] {
  const { columns, show, secondary, joins, tree } = plan
  const title = columns.filter(({ column }) => column.name === show && !isSecret(columns, show))
  const rest = ranked(columns).filter(
    (each) =>
      !title.includes(each) &&
      each.column.name !== secondary &&
      each.column.name !== tree &&
      !each.isSecret &&
      each.role !== 'long',
  )
  const visible = rest.filter(({ role }) => role !== 'technical' && role !== 'key')
  const links = joins.map(({ field }) => ({ field: `${field}_names`, cell: 'tags' }))
  const all = [
    ...title.map((each) => titleColumn(each, plan)),
    ...visible.slice(0, mostShown - title.length - links.length).map((each) => columnOf(each, plan)),
    ...links,
    ...visible.slice(mostShown - title.length - links.length).map((each) => hidden(columnOf(each, plan))),
    ...rest.filter((each) => !visible.includes(each)).map((each) => hidden(columnOf(each, plan))),
  ]
  if (title.length + visible.length + links.length > 0) return all
  return columns.filter((each) => !each.isSecret).map(({ column }) => column.name)
}

function isSecret(columns: readonly ColumnPlan[], name: string): boolean {
  return columns.some(({ column, isSecret }) => column.name === name && isSecret)
}

function titleColumn(plan: ColumnPlan, list: ListPlan): unknown {
  const { secondary, tree } = list
  if (plan.remote) return columnOf(plan, list)
  const more = { ...(tree ? {} : { fixed: 'left' }), ...(secondary ? { secondary: [secondary] } : {}) }
  return Object.keys(more).length === 0 ? plan.column.name : { field: plan.column.name, ...more }
}

type ColumnJson = string | ({ field: string } & Record<string, unknown>)

/** A foreign key is shown as the row it points at, which it leads to. */
function columnOf({ column, remote, kind }: ColumnPlan, { relations }: ListPlan): ColumnJson {
  const relation = relations.get(column.name)
  if (remote && relation !== undefined)
    return {
      field: `${relation}.${remote.show}`,
      ...(remote.secondary ? { secondary: [`${relation}.${remote.secondary}`] } : {}),
      link: { page: remote.page, query: { [remote.key]: column.name } },
    }
  const isPercent = ['number', 'integer'].includes(kind) && /(?:percent|percentage|pct)$/i.test(column.name)
  if (isPercent) return { field: column.name, format: 'percent' }
  return kind === 'string' && phone.test(column.name) ? { field: column.name, copy: true } : column.name
}

/** Numbers to be called: what can be copied is never cut in a list. */
const phone = /(?:phone|mobile|(?:^|_)(?:tel|cell|fax))(?:_?(?:no|num|number))?$/i

function hidden(column: ColumnJson): ColumnJson {
  return { ...(typeof column === 'string' ? { field: column } : column), hidden: true }
}

const texts = ['string', 'textarea', 'email', 'mobile', 'url']

/** What the one search box looks in: what rows are called, then codes and addresses of people. */
function quickSearch({ columns, show, secondary, key }: ListPlan): string[] {
  const may = ranked(columns).filter(
    ({ kind, isSecret, role, type }) => texts.includes(kind) && !isSecret && role !== 'technical' && type.family !== 'special',
  )
  const called = [show, secondary].filter((name) => may.some(({ column }) => column.name === name)) as string[]
  const code = /(?:code|no|number|sku|e?mail|phone|mobile|name|title)$/i
  const others = [...may.filter(({ column }) => code.test(column.name)), ...may].map(({ column }) => column.name)
  const found = [...new Set([...called, ...others])].slice(0, 3)
  if (found.length > 0) return found
  return key ? [key] : columns.slice(0, 1).map(({ column }) => column.name)
}
