import type { StoreType } from '../../src/schemas/kinds/kind.ts'
import { madeKeyName, partTypes } from '../../src/schemas/language/entity/madeKey.ts'
import type { TableFacts } from '../introspect/facts.ts'
import type { ColumnType } from './columnType.ts'
import { fieldOf } from './fieldRules.ts'
import { labelOf } from './label.ts'
import { listOf } from './list.ts'
import { bareName } from './naming/names.ts'
import type { Choice, ColumnPlan, Join, World } from './plan.ts'
import { type Child, childrenOf, relationName } from './relations.ts'
import { titleOf, wordsOf } from './screenWords.ts'
import { treeOf } from './world.ts'

export interface Inferred {
  /** Screen id: `invoice/line`. */
  id: string
  table: string
  page: Record<string, unknown>
  words: { 'zh-cn': Record<string, unknown>; en: Record<string, unknown> }
  menu: { name: string; title: string; title_en: string; icon: string; buttons: string[] }
  /** What could not be taken over, one sentence each. */
  notes: string[]
  choices: Choice[]
}

/** A table of pairs: a file of its own, and no screen. */
export interface InferredTable {
  table: string
  entity: Record<string, unknown>
}

/** `shop_goods_spec` → `shop/goods/spec`; what is no name of an address is left out. */
export function screenIdOf(table: string): string {
  const parts = table
    .split(/[_.]/)
    .map((part) => part.replace(/[^a-zA-Z0-9]/g, ''))
    .filter(Boolean)
    .map((part) => part.charAt(0).toLowerCase() + part.slice(1))
  return parts.map((part) => (/^[a-z]/.test(part) ? part : `t${part}`)).join('/') || 'table'
}

/** Nodes that generated screens have. */
export const generatedNodes = ['index', 'add', 'edit', 'del', 'sortable'] as const

/** A screen for an existing table: page, words and menu rule. The table is `external`: Kontor never changes it. */
export function inferScreen(table: TableFacts, world: World, id = screenIdOf(table.name)): Inferred {
  const notes: string[] = []
  const choices: Choice[] = []
  const columns = world.plans.get(table.name)?.columns ?? []
  const readOnly = readOnlyReason(table, columns, notes, choices)
  const key =
    table.primaryKey.length === 1 && columns.some((p) => p.isKey && isKeyType(p.type)) ? (table.primaryKey[0] ?? null) : null
  const parts = partsOf(table, columns)
  const joins = key === null ? [] : world.joins.filter((join) => join.owner === table.name)
  const tree = readOnly === null || key !== null ? treeOf(table) : undefined
  const children = key === null ? [] : childrenOf(table, world, (name) => world.screens.get(name)?.page ?? world.pages.get(name))
  const relations = relationsOf(columns, tree?.column, children)
  const { show, secondary } = world.screens.get(table.name) ?? labelOf(table)
  const list = {
    columns,
    key,
    show,
    ...(secondary ? { secondary } : {}),
    readOnly: readOnly !== null,
    tree: tree?.column,
    joins,
    relations,
    hasDetail: children.length > 0,
  }
  tell({ table, tree: tree?.column, children, show }, choices)
  const fields = fieldsOf(table, { columns, joins, world }, choices)
  const page = {
    version: 1,
    kind: 'crud',
    entity: entityOf(table, { columns, key, parts, readOnly, tree: tree?.column, relations, children }),
    fields,
    table: listOf(list),
    ...(children.length > 0 ? { detail: detailOf(columns, joins, children, key ?? 'id') } : {}),
  }
  const words = wordsOf({ table, columns, readOnly, joins, relations, children })
  return { id, table: table.name, page, words, menu: menuOf(id, table, readOnly, key === null ? [] : columns), notes, choices }
}

/** The file of a table of pairs. */
export function inferPairs({ table }: Join, world: World): InferredTable {
  const columns = world.plans.get(table.name)?.columns ?? []
  const fields = Object.fromEntries(columns.map((plan) => [plan.column.name, fieldOf(plan, table, [])]))
  const entity = { table: table.name, external: true, key: null, sort: table.primaryKey.map((name) => [name, 'asc']), fields }
  return { table: table.name, entity }
}

function readOnlyReason(table: TableFacts, columns: readonly ColumnPlan[], notes: string[], choices: Choice[]): string | null {
  const unreadable = table.columns.find(
    (c) => !columns.some((p) => p.column === c) && !c.nullable && c.default === null && !c.counted,
  )
  if (unreadable)
    notes.push(
      `${table.name}.${unreadable.name}: required, but values of type ${unreadable.type} cannot be entered, so the screen is read-only`,
    )
  const [key] = table.primaryKey
  const [reason, because] = table.isView
    ? ['view', 'rows of a view are those of other tables']
    : table.primaryKey.length === 0
      ? ['noKey', 'without a key no row can be named']
      : table.primaryKey.length > 1 && !partsOf(table, columns)
        ? ['compositeKey', 'no address can name a key of these types']
        : table.primaryKey.length === 1 && !columns.some((p) => p.column.name === key && isKeyType(p.type))
          ? ['unreadableKey', 'no address can name a key of this type']
          : unreadable
            ? ['unreadableColumn', 'a required column cannot be entered']
            : [null, '']
  if (reason !== null) choices.push({ of: table.name, rule: 'read-only', made: reason, because })
  return reason
}

/** Can an address name a row by a key of this type? Moments and fractions are not written in one way only. */
function isKeyType({ family, store }: ColumnType): boolean {
  return (
    ['integer', 'varchar', 'char', 'text', 'uuid', 'date', 'boolean', 'enum'].includes(family) ||
    store === 'macaddr' ||
    store.startsWith('numeric')
  )
}

/** The columns of a primary key of several, where each is shown and of a type that can be a part of a key. */
function partsOf(table: TableFacts, columns: readonly ColumnPlan[]): readonly string[] | null {
  const isPart = (name: string) => {
    const plan = columns.find((p) => p.column.name === name && !p.isSecret && name !== madeKeyName)
    return plan !== undefined && partTypes.has(plan.type.store.replace(/\(.*/, '') as StoreType)
  }
  return table.primaryKey.length > 1 && table.primaryKey.every(isPart) ? table.primaryKey : null
}

/** By foreign key, the relation of one row that it makes; the parent in a tree needs none. */
function relationsOf(columns: readonly ColumnPlan[], tree: string | undefined, children: readonly Child[]): Map<string, string> {
  const taken = new Set([...columns.map((p) => p.column.name), ...children.map((c) => c.relation)])
  const found = new Map<string, string>()
  for (const { column, remote } of columns) {
    if (!remote || column.name === tree) continue
    const name = relationName(column.name, taken)
    taken.add(name)
    found.set(column.name, name)
  }
  return found
}

function tell(
  { table, tree, children, show }: { table: TableFacts; tree: string | undefined; children: readonly Child[]; show: string },
  choices: Choice[],
): void {
  const of = table.name
  if (tree)
    choices.push({
      of,
      rule: 'tree',
      made: tree,
      because: 'it points at its own table, every row has a root, and a screen holds all rows',
    })
  for (const { relation, column } of children)
    choices.push({ of, rule: 'rows of the record', made: `${relation} (${column})`, because: 'that table points at this one' })
  choices.push({
    of,
    rule: 'columns of the list',
    made: `${show} first`,
    because: 'a list begins with what a row is called, then states, people, amounts and days, eight in sight',
  })
}

interface EntityPlan {
  columns: readonly ColumnPlan[]
  key: string | null
  parts: readonly string[] | null
  readOnly: string | null
  tree: string | undefined
  relations: ReadonlyMap<string, string>
  children: readonly Child[]
}

/** Levels a tree may have: as many as the language knows, so that nothing that is stored is refused. */
const maxDepth = 20

function entityOf(table: TableFacts, plan: EntityPlan): Record<string, unknown> {
  const { columns, key, parts, readOnly, tree, relations, children } = plan
  const keyColumn = table.columns.find((c) => c.name === key)
  const weigh = columns.find((p) => p.kind === 'weigh')?.column.name
  const ones = columns.flatMap(({ column, remote }) => {
    const name = relations.get(column.name)
    return remote && name !== undefined ? [[name, { table: remote.table, key: column.name }] as const] : []
  })
  const many = children.map((c) => [
    c.relation,
    { table: c.table, many: c.column, ...(c.sort.length > 0 ? { sort: c.sort } : {}) },
  ])
  return {
    table: table.name,
    external: true,
    key: key ?? parts,
    ...(keyColumn && !keyColumn.counted && keyColumn.default === null ? { keyGiven: true } : {}),
    ...(readOnly ? { readOnly } : {}),
    ...(tree ? { tree: { parent: tree, maxDepth } } : {}),
    ...(weigh && key ? { weigh } : {}),
    sort: sortOf(columns, table, key, { weigh, tree }),
    ...(ones.length + many.length > 0 ? { relations: Object.fromEntries([...ones, ...many]) } : {}),
  }
}

function sortOf(
  columns: readonly ColumnPlan[],
  table: TableFacts,
  key: string | null,
  { weigh, tree }: { weigh: string | undefined; tree: string | undefined },
): [string, string][] {
  if (key) return [...(weigh ? [[weigh, 'desc'] as [string, string]] : []), [key, tree ? 'asc' : 'desc']]
  const names = table.primaryKey.length > 0 ? table.primaryKey : columns.slice(0, 3).map((p) => p.column.name)
  return names.filter((c) => columns.some((p) => p.column.name === c && !p.isSecret)).map((c) => [c, 'asc'])
}

function fieldsOf(
  table: TableFacts,
  { columns, joins, world }: { columns: readonly ColumnPlan[]; joins: readonly Join[]; world: World },
  choices: Choice[],
): Record<string, unknown> {
  const fields: Record<string, unknown> = {}
  for (const plan of columns) fields[plan.column.name] = fieldOf(plan, table, choices)
  for (const { table: pairs, field, own, other } of joins) {
    const target = world.screens.get(other.table)
    if (!target) continue
    fields[field] = {
      kind: 'remoteMultiSelect',
      page: target.page,
      show: target.show,
      ...(target.isTree ? { tree: true } : {}),
      link: { table: pairs.name, own: own.column, other: other.column },
    }
    fields[`${field}_names`] = { kind: 'json', virtual: { labels: field } }
  }
  return fields
}

/** The record and its rows of other tables, each section with a way to all of them. */
function detailOf(columns: readonly ColumnPlan[], joins: readonly Join[], children: readonly Child[], key: string): unknown[] {
  const own = columns.filter((p) => !p.isSecret).map((p) => p.column.name)
  return [
    { name: 'base', fields: [...own, ...joins.map(({ field }) => `${field}_names`)] },
    ...children.map(({ relation, columns: shown, more }) => ({
      name: relation,
      relation,
      columns: shown,
      ...(more ? { limit: 20, more: { page: more.page, query: { [more.filter]: key } } } : {}),
    })),
  ]
}

const icons: readonly (readonly [string, RegExp])[] = [
  ['pi pi-users', /user|member|customer|client|employee|staff|person|people|artist|author|contact|patient|student|actor/i],
  ['pi pi-shopping-cart', /order|cart|purchase/i],
  ['pi pi-money-bill', /invoice|payment|bill|transaction|ledger|receipt/i],
  ['pi pi-box', /product|goods|item|stock|inventory|package/i],
  ['pi pi-building', /company|supplier|vendor|department|organi[sz]ation|office|store|branch/i],
  ['pi pi-tags', /categor|type|tag|genre|class|group/i],
  ['pi pi-map-marker', /address|city|country|region|territor|location|state|place/i],
  ['pi pi-truck', /ship|deliver|carrier|transport/i],
  ['pi pi-calendar', /event|calendar|appointment|schedule|booking|reservation/i],
  ['pi pi-file', /document|file|attachment|report|article|post|page/i],
  ['pi pi-history', /log|history|audit/i],
  ['pi pi-cog', /setting|config|option|parameter/i],
  ['pi pi-comments', /comment|review|message|feedback|note/i],
]

/** An icon by what a name says. */
export function iconOf(name: string, usual = 'pi pi-table'): string {
  return icons.find(([, words]) => words.test(name))?.[0] ?? usual
}

/** A title as long as a menu takes. */
export function menuTitle(text: string): string {
  return [...text].length > 50 ? `${[...text].slice(0, 49).join('')}…` : text
}

function menuOf(id: string, table: TableFacts, readOnly: string | null, columns: readonly ColumnPlan[]): Inferred['menu'] {
  return {
    name: id,
    title: menuTitle(titleOf(table, true).title),
    title_en: menuTitle(titleOf(table, false).title),
    icon: iconOf(bareName(table.name)),
    buttons: readOnly
      ? ['index']
      : ['index', 'add', 'edit', 'del', ...(columns.some((p) => p.kind === 'weigh') ? ['sortable'] : [])],
  }
}
