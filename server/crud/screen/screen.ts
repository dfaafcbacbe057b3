import { type RawBuilder, sql } from 'kysely'
import type { Schema } from '../../../codegen/schema/schema.ts'
import { searchedTexts } from '../../../codegen/schema/searchedTexts.ts'
import type { Field } from '../../../src/schemas/field.ts'
import { kindOf } from '../../../src/schemas/kinds/index.ts'
import type { Entity } from '../../../src/schemas/language/entity/entity.ts'
import { isMadeKey } from '../../../src/schemas/language/entity/madeKey.ts'
import { isExpression, readsOf } from '../../../src/schemas/language/entity/virtual/compute.ts'
import type { Page } from '../../../src/schemas/language/page.ts'
import { comparesAsText, deleteColumn, isStored, keyColumns, storedFields } from '../../core/db/columns.ts'
import type { NotifyInput, PageCode, RowAction, ScreenHooks } from '../domain.ts'
import { entityOf, type Joined } from '../tables.ts'
import { type Carried, joinedCarried, shapesByColumns, withLanguages } from './chosenColumns.ts'
import { computedText, expressionOf, fromText } from './columnsText.ts'
import { computedSql } from './computed.ts'
import { insidesOf } from './insides.ts'
import { lateShape, type Shape } from './shape.ts'
import { neededFields, shownFields } from './shown.ts'

export type Sql<T = unknown> = RawBuilder<T>

/** What a search, sort or quick search may name, and its column. */
export interface Target {
  name: string
  field: Field
  /** The column in the statement; for rows of a relation of many, inside its EXISTS. */
  column: Sql
  /** Has the column an index for searches by a part of its text? */
  hasTextIndex: boolean
  /** Rows of another table of which one has to fit. */
  many?: { entity: Entity; foreignKey: string }
}

/** Everything that is worked out once per page: what may be asked for, and the fixed parts of its statements. */
export interface Screen {
  page: Page
  schema: Schema
  entity: Entity
  hooks: ScreenHooks
  rowActions: Readonly<Record<string, RowAction>>
  /** Makes the notices of actions; nothing where the server has no inbox. */
  notify?: NotifyInput | undefined
  /** Other screens, for the scope of their rows. */
  hooksOf(pageId: string): ScreenHooks
  joined: readonly Joined[]
  targets: ReadonlyMap<string, Target>
  sortable: ReadonlyMap<string, Sql>
  quickSearch: readonly Target[]
  /** What every statement over the rows reads from: the table as `t`, and the tables of its relations of one. Written once. */
  from: Sql
  /** The table alone, as `t`: what statements read from that show nothing of its relations. */
  table: Sql
  allVirtual: readonly Field[]
  links: readonly Field[]
  /** Rows of the list; rows that BuildAdmin's remote selects choose from; a whole record with everything that may leave the server. */
  list: Shape
  choices: Shape
  record: Shape
  /** Rows of the list with these columns of it and what else is read of them; undefined: with all. */
  listOf(columns: readonly string[] | undefined): Shape
  /** Records for the exports whose lines are rows of a subtable, by the name of the sheet. */
  sheets: ReadonlyMap<string, Shape>
  /** Rows of the list of deleted ones. */
  deletedList: Shape
  /** The rows are those that were not deleted; else only those that were (server/crud/write/deleted.ts). */
  living: boolean
}

/** Resolves a page against its tables. Throws when the page names what they do not have (the checker reports it with its position). */
export function makeScreen(page: Page, schema: Schema, code: PageCode): Screen {
  const { entity } = page
  const joined = joinedOf(page, schema)
  const hooks = code.screenHooks[page.id] ?? {}
  const stored = storedFields(entity).filter((field) => !field.secret)
  const virtual = Object.values(page.fields).filter((field) => (field.virtual || isMadeKey(entity, field)) && !field.secret)
  const targets = targetsOf(page, schema, joined, hooks.computes)
  const links = Object.values(page.fields).filter((field) => field.link && !field.secret)
  const deletedAt = entity.fields[deleteColumn]
  const insides = insidesOf(page, schema)
  const shape = (has: (field: Field) => boolean, carried?: Carried) =>
    lateShape(() => {
      const reads = new Set([...virtual.filter(has).flatMap(readsOf), ...(carried?.read ?? [])])
      return {
        page,
        schema,
        joined: carried ? joinedCarried(joined, carried.sent) : joined,
        stored: [...stored, ...(deletedAt?.secret && page.table.deleted.length > 0 ? [deletedAt] : [])].filter(has),
        beside: stored.filter((field) => reads.has(field.name) && !has(field)),
        links: links.filter(has),
        virtual: virtual.filter(has),
        computes: hooks.computes,
        insides,
      }
    })
  const shown = withLanguages(shownFields(page), hooks)
  const needed = withLanguages(neededFields(page, schema), hooks)
  const choices = shape((field) => shown.has(field.name) || (!field.virtual && !isHeavy(field) && field !== deletedAt))
  const list = hooks.narrowList ? shape((field) => needed.has(field.name)) : choices
  const make = (carried: Carried) => shape((field) => carried.sent.has(field.name), carried)
  const quick = page.table.quickSearch.length > 0 ? page.table.quickSearch : entity.key ? [entity.key] : []
  return {
    page,
    schema,
    entity,
    hooks,
    rowActions: code.rowActions,
    notify: code.notify,
    hooksOf: (id) => code.screenHooks[id] ?? {},
    joined,
    targets,
    sortable: sortableOf(page, schema, targets, hooks.computes),
    quickSearch: quick.flatMap((name) => targets.get(name) ?? []),
    from: sql.raw(fromText(entity, joined)),
    table: sql.raw(fromText(entity, [])),
    allVirtual: virtual,
    links,
    list,
    listOf: shapesByColumns({ page, schema, hooks, whole: list, make }),
    choices,
    record: shape((field) => field !== deletedAt),
    sheets: sheetShapes(page, needed, shape),
    deletedList: shape((field) => needed.has(field.name) || field.name === deleteColumn),
    living: true,
  }
}

/** Of a record what the columns of a sheet show, and what is stored and conditions may read. */
function sheetShapes(
  page: Page,
  needed: ReadonlySet<string>,
  shape: (has: (field: Field) => boolean) => Shape,
): Map<string, Shape> {
  const own = Object.entries(page.table.sheets).filter(([, { rows }]) => rows !== null)
  return new Map(
    own.map(([name, { rows, columns }]) => {
      const shown = new Set([rows, ...columns])
      return [name, shape((field) => shown.has(field.name) || (!field.virtual && needed.has(field.name)))]
    }),
  )
}

/** Long texts and documents travel with a list only when it shows them. */
function isHeavy(field: Field): boolean {
  return ['text', 'json', 'jsonb', 'bytea'].includes(field.store?.type ?? '')
}

function joinedOf(page: Page, schema: Schema): Joined[] {
  const joined: Joined[] = []
  for (const [name, fields] of Object.entries(page.related)) {
    const relation = page.entity.relations[name]
    if (relation?.type !== 'one') continue
    const entity = entityOf(schema, relation.table)
    const n = joined.length
    const shown = Object.values(fields).filter((field) => isStored(field) && !field.secret)
    const key =
      entity.key && entity.fields[entity.key] && !shown.some((f) => f.name === entity.key) ? [entity.fields[entity.key]] : []
    const all = [...key, ...shown].flatMap((field) => (field ? [field] : []))
    const list = all.map((field, i) => ({ field, as: `j${n}_${i}` }))
    joined.push({
      relation,
      entity,
      alias: `r${n}`,
      fields: list,
      keyAs: list.find((f) => f.field.name === entity.key)?.as ?? '',
    })
  }
  return joined
}

/** Every field that is stored (or linked, or an expression) and not secret; and those of relations that the page names. */
function targetsOf(
  page: Page,
  schema: Schema,
  joined: readonly Joined[],
  computes: ScreenHooks['computes'],
): Map<string, Target> {
  const targets = new Map<string, Target>()
  const texts = searchedTexts(schema)
  const has = (table: string, { name }: Field) => texts.get(table)?.has(name) ?? false
  for (const field of Object.values(page.fields)) {
    const expression = isExpression(field) && !field.secret ? computedText(field, computes) : undefined
    if (expression !== undefined) {
      // Compared as the column it would have.
      const typed = { ...field, store: kindOf(field).store(field) }
      targets.set(field.name, { name: field.name, field: typed, column: sql.raw(expression), hasTextIndex: false })
    }
    if (field.secret || (!isStored(field) && !field.link)) continue
    const hasTextIndex = has(page.entity.table, field)
    targets.set(field.name, { name: field.name, field, column: sql.ref(`t.${field.name}`), hasTextIndex })
  }
  for (const { relation, entity, alias, fields } of joined) {
    for (const { field } of fields) {
      const name = `${relation.name}.${field.name}`
      const hasTextIndex = has(entity.table, field)
      targets.set(name, { name, field, column: sql.ref(`${alias}.${field.name}`), hasTextIndex })
    }
  }
  const named = [...page.table.search.map((s) => s.field), ...page.table.quickSearch]
  for (const name of named.filter((n) => n.includes('.'))) {
    const [relationName = '', fieldName = ''] = name.split('.')
    const relation = page.entity.relations[relationName]
    const field = page.related[relationName]?.[fieldName]
    if (relation?.type !== 'many' || !field || field.secret || !isStored(field)) continue
    const many = { entity: entityOf(schema, relation.table), foreignKey: relation.foreignKey }
    targets.set(name, { name, field, column: sql.ref(`m.${fieldName}`), hasTextIndex: has(relation.table, field), many })
  }
  return targets
}

/** Columns marked sortable, the key, the weight, the times, and what the table is sorted by on its own; texts without regard to case. */
function sortableOf(
  page: Page,
  schema: Schema,
  targets: ReadonlyMap<string, Target>,
  computes: ScreenHooks['computes'],
): Map<string, Sql> {
  const { entity } = page
  const names = [
    ...page.table.columns.filter((column) => column.sortable).map((column) => column.field),
    ...keyColumns(entity),
    ...[entity.weigh, 'create_time', 'update_time'].flatMap((name) => name ?? []),
    ...entity.sort.map(([name]) => name),
  ]
  const sortable = new Map<string, Sql>()
  for (const name of names) {
    const made = page.fields[name]
    const text = made && computedSql(made, entity, schema)
    if (text !== undefined) sortable.set(name, sql.raw(text))
    const target = targets.get(name)
    if (!target || target.many || target.field.link || target.field.mask || kindOf(target.field).comparable === false) continue
    const order = made && expressionOf(made, computes)?.order
    if (order !== undefined) sortable.set(name, sql.raw(`(${order})`))
    // Some types have no order of their own.
    else if (target.field.store?.type === 'any') sortable.set(name, sql`${target.column}::text`)
    // Parts of a key are compared as they are: so the key's own index serves, and no two rows are alike.
    else
      sortable.set(
        name,
        comparesAsText(target.field) && !entity.keyParts?.includes(name) ? sql`lower(${target.column})` : target.column,
      )
  }
  return sortable
}
