import { type ListQuery, listLimits, parseOperator, type SearchTerm } from '../../../src/schemas/language/wire/query.ts'
import type { Query, QueryValue } from '../../core/query.ts'
import { Refused } from '../../core/refuse.ts'
import type { Screen } from '../screen/screen.ts'

/** Terms of one search; more are refused. */
const maxTerms = 50
/** OFFSET beyond which nobody pages by hand. */
const maxOffset = 10_000_000

/** Reads the parameters of a list request. Unknown operators, lists where a text belongs and unknown keys are refused by name. */
export function parseListQuery(query: Query, screen: Screen): ListQuery {
  const limit = whole(query.limit, 'limit')
  const size = limit === undefined || limit < 1 ? listLimits.default : Math.min(limit, listLimits.max)
  const page = Math.max(1, whole(query.page, 'page') ?? 1)
  const init = initValues(query.initValue, screen)
  const after = text(query.after, 'after')
  const order = parseOrder(text(query.order, 'order'))
  const columns = text(query.columns, 'columns')
  return {
    page: Math.min(page, Math.floor(maxOffset / size) + 1),
    limit: init.length > 0 ? listLimits.max : size,
    ...(order ? { order } : {}),
    ...(after ? { after } : {}),
    ...(columns ? { columns: columns.split(',') } : {}),
    quickSearch: (text(query.quickSearch, 'quickSearch') ?? '').trim(),
    search: parseTerms(query.search),
    ...(init.length > 0 ? { initKey: initKey(query.initKey, screen), initValue: init } : {}),
    select: truthy(text(query.select, 'select')),
    isTree: init.length === 0 && !['false', '0'].includes(text(query.isTree, 'isTree') ?? ''),
  }
}

/** A single text; undefined when absent. A list or an object in its place is refused. */
export function text(value: QueryValue | undefined, name: string): string | undefined {
  if (value === undefined || typeof value === 'string') return value
  throw new Refused('crud.parameter', { name })
}

function truthy(value: string | undefined): boolean {
  return value !== undefined && !['', '0', 'false'].includes(value)
}

/** A whole number; anything else counts as not given (BuildAdmin's client sends what is in its address). */
function whole(value: QueryValue | undefined, name: string): number | undefined {
  const given = text(value, name)
  const number = given !== undefined && /^-?\d{1,15}$/.test(given) ? Number(given) : given && Number(given)
  return typeof number === 'number' && Number.isFinite(number) ? Math.trunc(number) : undefined
}

function parseOrder(order: string | undefined): ListQuery['order'] {
  if (!order) return undefined
  const [field = '', direction = 'desc', ...rest] = order.split(',').map((part) => part.trim())
  const lower = direction.toLowerCase()
  if (rest.length > 0 || (lower !== 'asc' && lower !== 'desc')) throw new Refused('crud.parameter', { name: 'order' })
  return field === '' ? undefined : { field, direction: lower }
}

/** Rows of `search`; those without field, operator or value are left out, as BuildAdmin does. */
function parseTerms(search: QueryValue | undefined): SearchTerm[] {
  if (search === undefined || search === '') return []
  if (typeof search === 'string') throw new Refused('crud.parameter', { name: 'search' })
  const rows = Object.values(search)
  if (rows.length > maxTerms) throw new Refused('crud.tooMany', { name: 'search', max: maxTerms })
  return rows.flatMap((row, i) => parseTerm(row, `search[${i}]`))
}

function parseTerm(row: QueryValue, name: string): SearchTerm[] {
  if (typeof row === 'string' || Array.isArray(row)) throw new Refused('crud.parameter', { name })
  const field = text(row.field, `${name}[field]`)
  const operatorText = text(row.operator, `${name}[operator]`)
  if (!field || !operatorText || row.val === undefined) return []
  const operator = parseOperator(operatorText)
  if (!operator) throw new Refused('crud.operator', { name: operatorText.slice(0, 50) })
  const val = Array.isArray(row.val) ? texts(row.val, `${name}[val]`) : text(row.val, `${name}[val]`)
  const render = text(row.render, `${name}[render]`)
  if (val === undefined || (val.length === 0 && operator !== 'NULL' && operator !== 'NOT NULL')) return []
  return [{ field, operator, val, ...(render ? { render } : {}) }]
}

/** A list of texts. */
export function texts(values: readonly QueryValue[], name: string): string[] {
  return values.map((value) => {
    if (typeof value !== 'string') throw new Refused('crud.parameter', { name })
    return value
  })
}

/** Keys that are always included, whatever the page of the list; '' and 0 mean none. */
export function initValues(value: QueryValue | undefined, screen?: Screen): string[] {
  if (value === undefined || value === '') return []
  if (typeof value !== 'string' && !Array.isArray(value)) throw new Refused('crud.parameter', { name: 'initValue' })
  const list = typeof value === 'string' ? value.split(',') : texts(value, 'initValue')
  if (list.length > listLimits.initValues) throw new Refused('crud.tooMany', { name: 'initValue', max: listLimits.initValues })
  const none = screen?.entity.keyGiven ? [''] : ['', '0']
  return list.filter((item) => !none.includes(item))
}

/** The key by its name, alone or after the table's (`user.id`); another searchable field; or it is refused like an unknown one. */
function initKey(value: QueryValue | undefined, screen: Screen): string {
  const name = text(value, 'initKey') || screen.entity.key || ''
  const bare = name.startsWith(`${screen.entity.table}.`) ? name.slice(screen.entity.table.length + 1) : name
  return bare
}
