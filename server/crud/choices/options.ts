import { type SqlBool, sql } from 'kysely'
import { searchedTexts } from '../../../codegen/schema/searchedTexts.ts'
import type { Field } from '../../../src/schemas/field.ts'
import { CodecError } from '../../../src/schemas/kinds/kind.ts'
import type { LabelsAnswer, OptionsAnswer } from '../../../src/schemas/language/wire/envelope.ts'
import { listLimits } from '../../../src/schemas/language/wire/query.ts'
import { actorOf, type Context, can } from '../../core/context.ts'
import { comparesAsText, isStored, orderOf, sortWithKey } from '../../core/db/columns.ts'
import { isOneOf, type Key } from '../../core/db/rowKey.ts'
import { fromDb } from '../../core/db/values.ts'
import type { QueryValue } from '../../core/query.ts'
import { Refused } from '../../core/refuse.ts'
import { operatorSql } from '../operators.ts'
import { sourcedChoices, sourcedLabels } from '../optionSources.ts'
import { equalSql, hasChoices, type Source, sourceConditions, sourceOf } from '../rows/foreign.ts'
import { decodeKey } from '../rows/key.ts'
import { whereSql } from '../rows/rows.ts'
import type { Screen, Sql } from '../screen/screen.ts'
import { initValues, text } from '../search/listQuery.ts'
import { admitChoiceProbe, isWholeValue } from '../search/searchPolicy.ts'
import { unknownField } from '../search/unknownField.ts'
import { shownValue } from '../wire.ts'
import { translatedSql } from './translated.ts'

/** Short names of the nodes that may ask for options of a page: those of its forms and its list, and of actions with remote fields. */
export function optionNodes(screen: Screen): string[] {
  const { page } = screen
  const nodes: string[] = []
  if (Object.values(page.fields).some(isRemote)) nodes.push('index', 'add', 'edit')
  for (const action of Object.values(page.actions)) {
    if (Object.values(action.fields).some((f) => isRemote(f) || Object.values(f.fields ?? {}).some(isRemote)))
      nodes.push(action.node)
  }
  return [...new Set(nodes)].map((node) => `${page.id}/${node}`)
}

function isRemote(field: Field): boolean {
  return hasChoices(field)
}

/** Fields whose labels can be asked for at once. */
const maxFields = 50

/**
 * GET options?field=…&action=…: value and label of the rows that a remote select of this page offers (decision 11). With
 * `labels[<field>]=1,2` in the place of `field`: the labels of what several fields hold, so that a form needs one request for all.
 */
export async function optionsHandler(screen: Screen, ctx: Context): Promise<OptionsAnswer | LabelsAnswer> {
  if (ctx.query.labels !== undefined) return labelsHandler(screen, ctx, ctx.query.labels)
  const field = askedField(screen, ctx, text(ctx.query.field, 'field') ?? '')
  const init = initValues(ctx.query.initValue)
  if (field.source) return sourced(ctx, field, init)
  const source = sourceOf(screen, field)
  if (!source?.entity.key) throw unknownField(field.name)
  if (init.length > 0) return labelsOf(source, field, ctx, init)
  const parts = await sourceConditions(source, ctx, ctx.read)
  for (const name of field.depends ?? []) parts.push(...dependsSql(source, name, text(ctx.query[name], name)))
  parts.push(...guessSql(field, text(ctx.query.fits, 'fits')))
  const quick = (text(ctx.query.quickSearch, 'quickSearch') ?? '').trim()
  const show = source.entity.fields[field.show ?? '']
  const isTree = field.tree === true && source.entity.tree !== null
  if (show?.mask && quick !== '' && isWholeValue(show, quick))
    await admitChoiceProbe(screen, ctx, source.entity.table, { field: show, text: quick })
  const found =
    quick === '' || !show
      ? []
      : [
          show.mask
            ? isWholeValue(show, quick)
              ? operatorSql(show, sql.ref(`t.${show.name}`), 'eq', { text: quick, list: [quick] })
              : sql<SqlBool>`false`
            : operatorSql(show, translatedSql(show, 't', ctx.lang), 'LIKE', {
                text: quick,
                list: [],
                hasTextIndex:
                  !show.translated?.[ctx.lang] &&
                  (searchedTexts(screen.schema).get(source.entity.table)?.has(show.name) ?? false),
              }),
        ]
  const where = isTree && found.length > 0 ? whereWithAncestors(source, parts, found) : whereSql([...parts, ...found])
  const { page, size: asked } = sliceOf(ctx)
  const size = isTree ? listLimits.tree : asked
  const list = await readOptions(source, field, ctx, { where, size, offset: isTree ? 0 : Math.min(page - 1, 100_000) * size })
  return list
}

/** Choices that the server makes itself: those of `init`, or a page of all. */
async function sourced(ctx: Context, field: Field, init: readonly string[]): Promise<OptionsAnswer> {
  const given = Object.fromEntries((field.depends ?? []).map((name) => [name, text(ctx.query[name], name)]))
  if (init.length > 0) return sourcedLabels(ctx, field, given, init)
  return sourcedChoices(ctx, field, given, { search: text(ctx.query.quickSearch, 'quickSearch')?.trim() ?? '', ...sliceOf(ctx) })
}

function sliceOf(ctx: Context): { page: number; size: number } {
  const size = Math.min(listLimits.max, Math.max(1, Number(text(ctx.query.limit, 'limit')) || listLimits.default))
  return { page: Math.max(1, Math.trunc(Number(text(ctx.query.page, 'page')) || 1)), size }
}

async function labelsHandler(screen: Screen, ctx: Context, asked: QueryValue): Promise<LabelsAnswer> {
  if (typeof asked === 'string' || Array.isArray(asked)) throw new Refused('crud.parameter', { name: 'labels' })
  const names = Object.keys(asked)
  if (names.length > maxFields) throw new Refused('crud.tooMany', { name: 'labels', max: maxFields })
  const labels: LabelsAnswer['labels'] = {}
  for (const name of names) {
    const field = askedField(screen, ctx, name)
    const init = initValues(asked[name])
    if (field.source) {
      labels[name] = init.length === 0 ? [] : (await sourced(ctx, field, init)).list
      continue
    }
    const source = sourceOf(screen, field)
    if (!source?.entity.key) throw unknownField(name)
    labels[name] = init.length === 0 ? [] : (await labelsOf(source, field, ctx, init)).list
  }
  return { labels }
}

/** A member that is the object's own: a request may name anything. */
function own<T>(object: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined
}

/** The remote field of the request, if the actor holds the node of a form, list or action that contains it. */
function askedField(screen: Screen, ctx: Context, name: string): Field {
  const { page } = screen
  const actionName = text(ctx.query.action, 'action') ?? ''
  const action = own(page.actions, actionName)
  const [outer = '', inner] = name.split('.')
  const ofAction = action && own(action.fields, outer)
  const found = ofAction ?? own(page.fields, outer)
  const field = inner === undefined ? found : own(found?.fields ?? {}, inner)
  if (!field || field.secret || !isRemote(field) || (actionName !== '' && !action)) throw unknownField(name)
  const nodes = ofAction && action ? [action.node] : formNodes(screen, outer)
  if (!nodes.some((node) => can(actorOf(ctx), `${page.id}/${node}`))) throw new Refused('auth.noRight', {}, { envelope: 401 })
  return field
}

/** A field of the record is in the forms of add and edit, and in the list when it is shown or searched there. */
function formNodes(screen: Screen, name: string): string[] {
  const { table } = screen.page
  const inList = table.columns.some((c) => c.field === name) || table.search.some((s) => s.field === name)
  return inList ? ['add', 'edit', 'index'] : ['add', 'edit']
}

/** Only rows whose own pattern fits a text: whose number is it? */
function guessSql({ guessBy }: Field, given: string | undefined): Sql<SqlBool>[] {
  if (guessBy === undefined || given === undefined || given === '') return []
  const pattern = sql.ref(`t.${guessBy}`)
  return [sql<SqlBool>`${pattern} <> '' and ${given.slice(0, 100)} ~ ${pattern}`]
}

/** A value of the form narrows the choice; an empty one leaves it open. */
function dependsSql(source: Source, name: string, value: string | undefined): Sql<SqlBool>[] {
  if (value === undefined || value === '') return []
  if (source.entity.fields[name]?.mask) throw new Refused('crud.masked', { name }, { field: name })
  try {
    return equalSql(source.entity, name, value)
  } catch (error) {
    if (error instanceof CodecError) throw new Refused('crud.value', { name, value: value.slice(0, 60) })
    throw error
  }
}

/** Labels of values that are chosen already, also of those that could not be chosen again (they are marked). */
export async function labelsOf(source: Source, field: Field, ctx: Context, init: readonly string[]): Promise<OptionsAnswer> {
  const keys = init.map((raw) => decodeKey(source.entity, raw)).filter((key): key is Key => key !== undefined)
  const parts = await sourceConditions({ ...source, only: [] }, ctx, ctx.read)
  const allowed = source.only.length > 0 ? sql.join(source.only, sql` and `) : sql`true`
  return readOptions(source, field, ctx, {
    where: whereSql([isOneOf(source.entity, keys), ...parts]),
    size: listLimits.max,
    offset: 0,
    allowed,
  })
}

interface Slice {
  where: Sql
  size: number
  offset: number
  /** Which of the rows may still be chosen. */
  allowed?: Sql
}

async function readOptions(source: Source, field: Field, ctx: Context, slice: Slice): Promise<OptionsAnswer> {
  const { entity } = source
  const show = entity.fields[field.show ?? '']
  if (!show || show.secret || !isStored(show)) throw unknownField(field.show ?? '')
  const key = sql.ref(`t.${entity.key ?? 'id'}`)
  const pid = entity.tree ? sql.ref(`t.${entity.tree.parent}`) : sql`null`
  const from = sql`${sql.table(entity.table)} as t${slice.where}`
  const order = entity.sort.length > 0 ? sortWithKey(entity, entity.sort) : [[entity.key ?? 'id', 'asc'] as const]
  const by = order.map(([name, direction]) => sql`${sortedBy(entity, name)}${sql.raw(orderOf(name, direction, entity))}`)
  const found = await sql<
    Record<string, unknown>
  >`select ${key} as value, ${translatedSql(show, 't', ctx.lang)} as label, ${pid} as pid,
      ${slice.allowed ?? sql`true`} as allowed, (select count(*) from (select 1 from ${from} limit ${listLimits.exactTotal + 1}::bigint) c) as total
    from ${from} order by ${sql.join(by)} limit ${slice.size}::bigint offset ${slice.offset}::bigint`.execute(ctx.read)
  return {
    list: found.rows.map((row) => ({
      value: row.value as string | number,
      label: String(shownValue(show, fromDb(row.label, show)) ?? ''),
      ...(entity.tree ? { pid: Number(row.pid ?? 0) } : {}),
      ...(row.allowed === true ? {} : { disabled: true }),
    })),
    total: Number(found.rows[0]?.total ?? 0),
  }
}

/** What rows are sorted by, as the table's index has it: texts without case. */
function sortedBy(entity: Source['entity'], name: string): Sql {
  const field = entity.fields[name]
  const column = sql.ref(`t.${name}`)
  return field && comparesAsText(field) ? sql`lower(${column})` : column
}

/** Rows whose label fits, and all above them. */
function whereWithAncestors(source: Source, parts: readonly Sql<SqlBool>[], found: readonly Sql<SqlBool>[]): Sql {
  const { entity } = source
  const table = sql.table(entity.table)
  const key = sql.ref(`t.${entity.key ?? 'id'}`)
  const hits = sql`select ${key} as k from ${table} as t${whereSql([...parts, ...found])}`
  const above = sql`select ${sql.ref(`p.${entity.tree?.parent ?? 'pid'}`)} from up join ${table} as p on ${sql.ref(`p.${entity.key ?? 'id'}`)} = up.k`
  return whereSql([...parts, sql<SqlBool>`${key} in (with recursive up(k) as (${hits} union ${above}) select k from up)`])
}
