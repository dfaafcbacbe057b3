import { sql } from 'kysely'
import type { Field } from '../../../src/schemas/field.ts'
import { isObject } from '../../../src/schemas/isObject.ts'
import { isCopied } from '../../../src/schemas/language/action/builtInActions.ts'
import { holds } from '../../../src/schemas/language/condition/predicate.ts'
import { conditionWords } from '../../../src/schemas/language/condition/wording.ts'
import { fieldsOfSection, isRowsSection } from '../../../src/schemas/language/detail/section.ts'
import type { Relation } from '../../../src/schemas/language/entity/entity.ts'
import { encodeRow, encodeValue } from '../../../src/schemas/language/wire/codec.ts'
import { actorOf, type Context, can } from '../../core/context.ts'
import { columnDefault, isStored } from '../../core/db/columns.ts'
import type { Reader } from '../../core/db/connect.ts'
import { isOneOf, isRow, type Key, keysSql } from '../../core/db/rowKey.ts'
import { fromDb } from '../../core/db/values.ts'
import { Refused } from '../../core/refuse.ts'
import { addRemoteNames } from '../choices/remoteNames.ts'
import type { Row, ScopePurpose } from '../domain.ts'
import { namesOf } from '../names.ts'
import { addLabels } from '../optionSources.ts'
import { presenterOf } from '../present/presenterOf.ts'
import { refusedActions } from '../rows/guard.ts'
import { requestKey, requireWritable } from '../rows/key.ts'
import { finishRows, scopeSql, whereSql } from '../rows/rows.ts'
import { versionOf } from '../rows/version.ts'
import { computedSql, isOfDatabase } from '../screen/computed.ts'
import type { Screen } from '../screen/screen.ts'
import { entityOf } from '../tables.ts'
import { shownRow } from '../wire.ts'
import { conditionVocabulary } from '../words.ts'

/** Rows of one relation that travel with a record. */
const maxRelated = 1000

/** GET edit: the record as the form wants it, with its version. */
export async function editHandler(screen: Screen, ctx: Context): Promise<Row> {
  requireWritable(screen, ctx)
  const { wire, model } = await readRecord(screen, ctx, requestKey(screen, ctx.query), { purpose: 'edit' })
  for (const { relation } of screen.joined) delete wire[relation.name]
  for (const field of Object.values(screen.page.fields))
    if (field.secret && !field.readOnly && isStored(field)) wire[field.name] = ''
  return { row: { ...wire, _version: versionOf(screen, model) }, ...(await presenterOf(ctx).formExtra(screen, ctx)) }
}

/** GET info: the record with the rows of the relations that its detail view shows. */
export async function infoHandler(screen: Screen, ctx: Context): Promise<Row> {
  const { wire, model } = await readRecord(screen, ctx, requestKey(screen, ctx.query), { purpose: 'info' })
  for (const part of screen.page.detail ?? []) {
    if (!isRowsSection(part)) {
      for (const name of fieldsOfSection(part)) {
        const { fields } = screen.page.fields[name] ?? {}
        const rows = wire[name]
        if (fields && Array.isArray(rows)) await addRemoteNames(screen, ctx, fields, rows.filter(isObject))
      }
      continue
    }
    const fields = screen.page.related[part.relation] ?? {}
    const found = await relatedRows(screen, ctx.read, { relation: part.relation, most: most(screen, part.relation) }, model)
    const isShown = screen.hooks.showsRelated?.[part.relation] ?? (() => true)
    const rows = found.filter(isShown).map((row) => withNames(fields, row))
    await addRemoteNames(screen, ctx, fields, rows.filter(isObject))
    await addLabels(ctx, fields, rows, rows)
    wire[part.relation] = rows
  }
  // A step that would be refused whatever the state says is told as one, with its reason; whoever tries is refused all the same.
  const refused = ctx.dialect.explainsRefusals ? await refusedActions(screen, ctx, model) : {}
  if (Object.keys(refused).length > 0) wire._denied = { ...refused, ...(isObject(wire._denied) ? wire._denied : {}) } // what a hook denies
  return { row: { ...wire, _version: versionOf(screen, model) } }
}

/** How many rows of a relation the sections over it show, and one, which says that there are more. */
function most({ page }: Screen, relation: string): number {
  const limits = (page.detail ?? []).flatMap((part) =>
    isRowsSection(part) && part.relation === relation ? [part.limit ?? maxRelated] : [],
  )
  return Math.min(maxRelated, Math.max(...limits) + 1)
}

/** Wire form of a related row, with the names of its codes beside them. */
export function withNames(fields: Readonly<Record<string, Field>>, row: Row): Row {
  const named = Object.values(fields).flatMap((field) => namesOf(field).map(([name, text]) => [name, text(row[field.name])]))
  return { ...shownRow(fields, row), ...Object.fromEntries(named) }
}

/** GET add: what the form starts with. */
export async function addFormHandler(screen: Screen, ctx: Context): Promise<Row> {
  requireWritable(screen, ctx)
  const row: Row = {}
  for (const field of Object.values(screen.page.fields)) {
    if (field.readOnly) continue
    row[field.name] = field.secret ? '' : encodeValue(field, columnDefault(field))
  }
  const further = (await screen.hooks.prepare?.(ctx, ctx.read)) ?? {}
  Object.assign(row, encodeRow(screen.page.fields, further))
  if (screen.page.actions.copy && ctx.query.copy !== undefined) Object.assign(row, await copiedValues(screen, ctx))
  presenterOf(ctx).newValues(ctx, screen.page, row)
  const extra = await screen.hooks.addExtra?.(ctx, ctx.read)
  return { row, ...extra, ...(await presenterOf(ctx).formExtra(screen, ctx)) }
}

/** Wire values that a copy of the row named by `copy` begins with: the row has to be one that the actor meets in the list. */
async function copiedValues(screen: Screen, ctx: Context): Promise<Row> {
  const { page, entity } = screen
  if (!can(actorOf(ctx), `${page.id}/index`)) throw new Refused('auth.noRight', {}, { envelope: 401 })
  const { wire, model } = await readRecord(screen, ctx, requestKey(screen, { id: ctx.query.copy }), { purpose: 'edit' })
  const { when } = page.actions.copy ?? {}
  if (when && !holds(when, { values: model, selfId: actorOf(ctx).id, now: ctx.now }))
    throw new Refused('crud.onlyWhen', { what: conditionWords(when, conditionVocabulary(ctx, page)) }, { type: 'conflict' })
  const copied = Object.values(page.fields).filter((field) => isCopied(entity, field) && Object.hasOwn(wire, field.name))
  const values = Object.fromEntries(copied.map(({ name }) => [name, wire[name]]))
  screen.hooks.copied?.(values)
  return values
}

/** What records are read for. */
interface RecordUse {
  purpose: 'edit' | 'info'
  /** Absent: to read them. */
  scope?: ScopePurpose
}

/** One record in scope, as model and as wire; refused when there is none. */
export async function readRecord(screen: Screen, ctx: Context, key: Key, use: RecordUse): Promise<{ model: Row; wire: Row }> {
  const [record] = await readRecords(screen, ctx, [key], use)
  if (!record) throw new Refused('crud.notFound')
  return record
}

/** Records in scope in the order of their keys, as model and as wire; refused when one is missing. */
export async function readRecords(
  screen: Screen,
  ctx: Context,
  keys: readonly Key[],
  { purpose, scope = 'read' }: RecordUse,
): Promise<{ model: Row; wire: Row }[]> {
  const { entity } = screen
  const keyName = entity.key ?? 'id'
  const [only] = keys
  const own = keys.length === 1 && only !== undefined ? isRow(entity, only) : isOneOf(entity, keys)
  const where = whereSql([own, ...(await scopeSql(screen, ctx, ctx.read, scope))])
  const found = await sql<Row>`select ${screen.record.columns(ctx.lang)} from ${screen.from}${where}`.execute(ctx.read)
  const models = found.rows.map((raw) => screen.record.model(raw))
  if (models.length < keys.length) throw new Refused(keys.length > 1 ? 'crud.someNotFound' : 'crud.notFound')
  const wires = await finishRows(screen, ctx, ctx.read, { rows: models, shape: screen.record, purpose })
  const byKey = new Map(models.map((model, i) => [String(model[keyName]), { model, wire: wires[i] ?? {} }]))
  return keys.flatMap((key) => byKey.get(String(key)) ?? [])
}

/** A relation of many rows, and how many of them are read. */
interface RelatedPart {
  relation: string
  most?: number
}

/** Model rows of a relation of many, with the fields that the page names of it, in the relation's order. */
export async function relatedRows(screen: Screen, db: Reader, part: RelatedPart, row: Readonly<Row>): Promise<Row[]> {
  const [rows = []] = await relatedRowsOf(screen, db, part, [row])
  return rows
}

/** The same for several rows, by one statement: a list for each of them. */
export async function relatedRowsOf(
  screen: Screen,
  db: Reader,
  { relation: name, most = maxRelated }: RelatedPart,
  owners: readonly Readonly<Row>[],
): Promise<Row[][]> {
  const relation = screen.entity.relations[name]
  if (relation?.type !== 'many') throw new Error(`${screen.page.id}: "${name}" is no relation of many rows`)
  const entity = entityOf(screen.schema, relation.table)
  const fields = relatedFields(screen, relation, entity.key)
  const columns = sql.join(
    fields.map((field) => {
      const made = computedSql(field, entity, screen.schema)
      return made === undefined ? sql.ref(`t.${field.name}`) : sql`${sql.raw(made)} as ${sql.ref(field.name)}`
    }),
  )
  const order = relation.sort.length > 0 ? relation.sort : entity.sort
  const by = order.map(([column, direction]) => sql`${sql.ref(`t.${column}`)}${sql.raw(direction === 'asc' ? ' asc' : ' desc')}`)
  const living = entity.softDelete ? sql` and t.delete_time is null` : sql``
  const keyName = screen.entity.key ?? 'id'
  const keys = owners.flatMap((row) => (row[keyName] as Key | undefined) ?? [])
  const foreign = sql.ref(`t.${relation.foreignKey}`)
  const [only] = keys
  const own = keys.length === 1 ? sql`${foreign} = ${only}` : sql`${foreign} = any(${keysSql(screen.entity, keys)})`
  const found = await sql<Row>`select ${foreign} as "$owner", ${columns} from ${sql.table(entity.table)} as t
    where ${own}${living}${by.length > 0 ? sql` order by ${sql.join(by)}` : sql``}
    limit ${most * Math.max(1, keys.length)}::bigint`.execute(db)
  const lists = new Map(keys.map((key): [string, Row[]] => [String(key), []]))
  for (const raw of found.rows) {
    const row = Object.fromEntries(
      fields.map((field) => [field.name, isStored(field) ? fromDb(raw[field.name], field) : raw[field.name]]),
    )
    lists.get(String(raw.$owner))?.push(row)
  }
  return owners.map((row) => lists.get(String(row[keyName])) ?? [])
}

function relatedFields(screen: Screen, relation: Extract<Relation, { type: 'many' }>, key: string | null): Field[] {
  const named = Object.values(screen.page.related[relation.name] ?? {}).filter(
    (field) => !field.secret && (isStored(field) || isOfDatabase(field)),
  )
  const keyField = key ? entityOf(screen.schema, relation.table).fields[key] : undefined
  return keyField && !named.some((field) => field.name === key) ? [keyField, ...named] : named
}
