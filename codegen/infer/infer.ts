import type { ColumnFacts, TableFacts } from '../introspect/facts.ts'
import { type ColumnType, columnType } from './columnType.ts'
import { type CommentFacts, humanise, readComment } from './comment.ts'
import { inferKind } from './kind.ts'

/** Decimals that the page language can name; a column with more says itself how many it has. */
const mostDecimals = 10

/** What the generator knows of the other screens: the page of a table and the field it is called by. */
export interface KnownTable {
  page: string
  show: string
}

export interface Inferred {
  /** Screen id: `invoice/line`. */
  id: string
  page: Record<string, unknown>
  words: { 'zh-cn': Record<string, unknown>; en: Record<string, unknown> }
  menu: { name: string; title: string; title_en: string; icon: string; buttons: string[] }
  /** What could not be taken over, one sentence each. */
  notes: string[]
}

interface ColumnPlan {
  column: ColumnFacts
  type: ColumnType
  comment: CommentFacts
  kind: string
}

/** `shop_goods_spec` → `shop/goods/spec`; what is no name of an address is left out. */
export function screenIdOf(table: string): string {
  const parts = table
    .split('_')
    .map((part) => part.replace(/[^a-zA-Z0-9]/g, ''))
    .filter(Boolean)
    .map((part) => part.charAt(0).toLowerCase() + part.slice(1))
  return parts.map((part) => (/^[a-z]/.test(part) ? part : `t${part}`)).join('/') || 'table'
}

/** Nodes that generated screens have. */
export const generatedNodes = ['index', 'add', 'edit', 'del', 'sortable'] as const

/** The column a row of a table is called by: the first text that looks like a name, else the first text, else the key. */
export function showOf(table: TableFacts): string {
  const texts = table.columns.filter((c) => ['varchar', 'text', 'char'].includes(columnType(c).family))
  const named = texts.find((c) => /(?:^|_)(?:name|title|label|description)$/i.test(c.name))
  return (
    (named ?? texts.find((c) => !table.primaryKey.includes(c.name)) ?? texts[0])?.name ??
    table.primaryKey[0] ??
    table.columns[0]?.name ??
    'id'
  )
}

/**
 * A screen for an existing table: page, words and menu rule. The table is `external`: Kontor never changes it. `known` lists the screens
 * that foreign keys may refer to; `id` is the screen's, derived from the table when absent.
 */
export function inferScreen(table: TableFacts, known: ReadonlyMap<string, KnownTable>, id = screenIdOf(table.name)): Inferred {
  const notes: string[] = []
  const plans = table.columns.flatMap((column) => planColumn(column, table, known, notes))
  const unreadable = table.columns.find(
    (c) => !plans.some((p) => p.column === c) && !c.nullable && c.default === null && !c.counted,
  )
  const readOnly = readOnlyReason(table, unreadable !== undefined)
  if (unreadable)
    notes.push(
      `${table.name}.${unreadable.name}: required, but values of type ${unreadable.type} cannot be entered, so the screen is read-only`,
    )
  const key = table.primaryKey.length === 1 ? (table.primaryKey[0] ?? null) : null
  const keyColumn = table.columns.find((c) => c.name === key)
  const fields: Record<string, unknown> = {}
  for (const plan of plans) fields[plan.column.name] = fieldOf(plan, table, known, key)
  const sort = sortOf(plans, table, key)
  const page = {
    $schema: `${'../'.repeat(id.split('/').length + 3)}docs/schemas/page.schema.json`,
    version: 1,
    kind: 'crud',
    entity: {
      table: table.name,
      external: true,
      key,
      ...(keyColumn && !keyColumn.counted && keyColumn.default === null ? { keyGiven: true } : {}),
      ...(readOnly ? { readOnly } : {}),
      ...(plans.some((p) => p.kind === 'weigh') && key ? { weigh: plans.find((p) => p.kind === 'weigh')?.column.name } : {}),
      sort,
    },
    fields,
    table: tableOf(plans, key, readOnly !== null),
  }
  return { id, page, words: wordsOf(table, plans, readOnly), menu: menuOf(id, table, readOnly, plans), notes }
}

function planColumn(
  column: ColumnFacts,
  table: TableFacts,
  known: ReadonlyMap<string, KnownTable>,
  notes: string[],
): ColumnPlan[] {
  const type = columnType(column)
  const comment = readComment(column.comment)
  const target = table.foreignKeys.find((f) => f.column === column.name)
  const isKey = table.primaryKey.length === 1 && table.primaryKey[0] === column.name
  if (!/^[a-zA-Z_][a-zA-Z0-9_]{0,62}$/.test(column.name)) {
    notes.push(`${table.name}."${column.name}": not a name a page can use, left out`)
    return []
  }
  if (target && !known.has(target.table))
    notes.push(
      `${table.name}.${column.name}: points at ${target.table}, which has no screen yet, so its key is entered; generate ${target.table} first for a list of choices`,
    )
  const seen = { column, type, comment, remote: !isKey && target !== undefined && known.has(target.table) }
  const kind = isKey && type.family === 'integer' ? 'integer' : inferKind(seen)
  if (kind === undefined) {
    notes.push(`${table.name}.${column.name}: values of type ${column.type} cannot be shown, left out`)
    return []
  }
  return [{ column, type, comment, kind }]
}

function readOnlyReason(table: TableFacts, unreadable: boolean): string | null {
  if (table.primaryKey.length === 0) return 'noKey'
  if (table.primaryKey.length > 1) return 'compositeKey'
  return unreadable ? 'unreadableColumn' : null
}

function fieldOf(
  plan: ColumnPlan,
  table: TableFacts,
  known: ReadonlyMap<string, KnownTable>,
  key: string | null,
): Record<string, unknown> {
  const { column, type, kind } = plan
  const target = table.foreignKeys.find((f) => f.column === column.name)
  const remote = kind === 'remoteSelect' && target ? known.get(target.table) : undefined
  const required = !column.nullable && column.default === null && !column.counted
  const isKey = column.name === key
  const options = optionsOf(plan)
  return {
    kind,
    ...(remote ? { page: remote.page, show: remote.show } : {}),
    ...(required && kind !== 'switch' ? { required: true } : {}),
    ...(column.nullable ? { nullable: true } : {}),
    ...(column.counted ? { readOnly: true } : isKey ? { writeOnce: true } : {}),
    ...(kind === 'json' ? { readOnly: true } : {}),
    ...(table.unique.some((u) => u.length === 1 && u[0] === column.name) ? { unique: true } : {}),
    ...(type.length && (kind === 'string' || kind === 'textarea') ? { maxLength: type.length } : {}),
    ...(type.scale !== undefined && type.scale <= mostDecimals && kind === 'number' ? { scale: type.scale } : {}),
    ...(options ? { options } : {}),
    ...literalDefault(plan),
    store: type.store,
  }
}

function optionsOf(plan: ColumnPlan): { value: string | number }[] | undefined {
  if (!['select', 'radio', 'multiselect'].includes(plan.kind)) return undefined
  const values = plan.column.enumValues ?? plan.comment.options.map((o) => o.value)
  const numeric = plan.type.family === 'integer'
  return values.map((value) => ({ value: numeric ? Number(value) : value }))
}

/** A default that is a plain value is offered by the form; anything computed stays the database's. */
function literalDefault({ column, kind }: ColumnPlan): Record<string, unknown> {
  if (
    column.default === null ||
    column.counted ||
    ['datetime', 'date', 'time', 'json', 'array', 'images', 'files', 'multiselect'].includes(kind)
  )
    return {}
  if (kind === 'switch') return { default: /^(?:true|'?1'?)/.test(column.default) ? 1 : 0 }
  const [, text, number] = /^(?:'((?:[^']|'')*)'|(-?\d+(?:\.\d+)?))(?:::[a-z ]+(?:\(\d+\))?)?$/.exec(column.default) ?? []
  const value = text?.replaceAll("''", "'") ?? number
  if (value === undefined || value === '') return {}
  return { default: ['integer', 'number', 'weigh', 'year', 'remoteSelect'].includes(kind) ? Number(value) : value }
}

function sortOf(plans: readonly ColumnPlan[], table: TableFacts, key: string | null): [string, string][] {
  const weigh = plans.find((p) => p.kind === 'weigh')?.column.name
  if (key) return [...(weigh ? [[weigh, 'desc'] as [string, string]] : []), [key, 'desc']]
  const columns = table.primaryKey.length > 0 ? table.primaryKey : plans.slice(0, 3).map((p) => p.column.name)
  return columns.filter((c) => plans.some((p) => p.column.name === c)).map((c) => [c, 'asc'])
}

const wide = ['textarea', 'array', 'json', 'file', 'files']
const searchable = ['string', 'integer', 'number', 'datetime', 'date', 'select', 'radio', 'switch', 'remoteSelect', 'year']

function tableOf(plans: readonly ColumnPlan[], key: string | null, readOnly: boolean): Record<string, unknown> {
  const shown = plans.filter((p) => !wide.includes(p.kind) || plans.length <= 3)
  const texts = plans.filter((p) => ['string', 'textarea'].includes(p.kind)).map((p) => p.column.name)
  return {
    columns: shown.map((p, i) => (i < 9 ? p.column.name : { field: p.column.name, hidden: true })),
    search: plans
      .filter((p) => searchable.includes(p.kind))
      .slice(0, 12)
      .map((p) => p.column.name),
    quickSearch: texts.length > 0 ? texts.slice(0, 3) : key ? [key] : plans.slice(0, 1).map((p) => p.column.name),
    ...(readOnly ? { row: [], bulk: [], toolbar: ['refresh', 'search', 'quickSearch', 'columns', 'density'] } : {}),
    ...(!readOnly && plans.some((p) => p.kind === 'weigh') ? { row: ['sort', 'edit', 'delete'], bulk: ['delete'] } : {}),
  }
}

function wordsOf(table: TableFacts, plans: readonly ColumnPlan[], readOnly: string | null): Inferred['words'] {
  const make = (chinese: boolean) => ({
    title: chinese && table.comment ? readComment(table.comment).title : humanise(table.name),
    noun: chinese && table.comment ? readComment(table.comment).title : humanise(table.name).toLowerCase(),
    ...(readOnly === 'unreadableColumn'
      ? {
          readOnly: {
            unreadableColumn: chinese
              ? '此表有必填的列无法在此录入，只能查看。'
              : 'A required column of this table cannot be entered here: its rows can only be read.',
          },
        }
      : {}),
    fields: Object.fromEntries(
      plans.map((p) => {
        const label = chinese && p.comment.title ? p.comment.title : humanise(p.column.name)
        const options = optionsOf(p)
        const named = options?.map(({ value }) => {
          const text = p.comment.options.find((c) => c.value === String(value))?.label ?? String(value)
          // The comment is in one language; in the other the value is called by its field (protocol 5.4).
          return [String(value), chinese || /^[ -~]*$/.test(text) ? text : `${label} ${value}`]
        })
        return [p.column.name, { label, ...(named ? { options: Object.fromEntries(named) } : {}) }]
      }),
    ),
  })
  return { 'zh-cn': make(true), en: make(false) }
}

function menuOf(id: string, table: TableFacts, readOnly: string | null, plans: readonly ColumnPlan[]): Inferred['menu'] {
  const title = (text: string) => ([...text].length > 50 ? `${[...text].slice(0, 49).join('')}…` : text) // a menu takes no more
  return {
    name: id,
    title: title(table.comment ? readComment(table.comment).title : humanise(table.name)),
    title_en: title(humanise(table.name)),
    icon: 'pi pi-table',
    buttons: readOnly
      ? ['index']
      : ['index', 'add', 'edit', 'del', ...(plans.some((p) => p.kind === 'weigh') ? ['sortable'] : [])],
  }
}
