import { type SqlBool, sql } from 'kysely'
import type { Field } from '../../../src/schemas/field.ts'
import { kindOf } from '../../../src/schemas/kinds/index.ts'
import type { Area } from '../../../src/schemas/language/area/area.ts'
import type { Entity } from '../../../src/schemas/language/entity/entity.ts'
import { encodeValue } from '../../../src/schemas/language/wire/codec.ts'
import { actorOf, type Context } from '../../core/context.ts'
import type { Reader } from '../../core/db/connect.ts'
import { isOneOf, type Key, keyColumn } from '../../core/db/rowKey.ts'
import { readColumn } from '../../core/db/scalar.ts'
import { toDb } from '../../core/db/values.ts'
import type { ScreenHooks } from '../domain.ts'
import { operatorSql } from '../operators.ts'
import { invalidChoices } from '../optionSources.ts'
import type { ScreenAccess } from '../screen/access.ts'
import type { Screen, Sql } from '../screen/screen.ts'
import { entityOf } from '../tables.ts'
import { decodeKey } from './key.ts'
import { ownerSql } from './owner.ts'

/** The rows a remote select offers. */
export interface Source {
  entity: Entity
  hooks: ScreenHooks
  /** Whose screen the rows are shown on; null where they are of a table without one. */
  area: Area | null
  /** What the page narrows the choice to. */
  only: readonly Sql<SqlBool>[]
}

/** Where the choices of a field come from; undefined when it has no remote choices. */
export function sourceOf(screen: Screen, field: Field): Source | undefined {
  const page = field.page === undefined ? undefined : screen.schema.pages.get(field.page)
  if (field.page !== undefined && !page)
    throw new Error(`${screen.page.id}: fields.${field.name} offers rows of "${field.page}", which is no page`)
  if (!page && field.table === undefined) return undefined
  const entity = page?.entity ?? entityOf(screen.schema, field.table ?? '')
  const only = Object.entries(field.where ?? {}).flatMap(([name, value]) => equalSql(entity, name, value))
  return { entity, hooks: page ? screen.hooksOf(page.id) : {}, area: page?.area ?? null, only }
}

/**
 * `t.<name>` equals a value as pages and addresses write it, or holds all of it when the field is a list; nothing for a field that is not
 * there or secret.
 */
export function equalSql(entity: Entity, name: string, value: unknown): Sql<SqlBool>[] {
  const field = entity.fields[name]
  if (!field || field.secret || !field.store) return []
  const model = kindOf(field).fromWire(value, field)
  const isList = Array.isArray(model)
  const list = (isList ? model : [toDb(model, field)]).filter((item) => item !== null)
  return list.length === 0 ? [] : [operatorSql(field, sql.ref(`t.${name}`), isList ? 'FIND_IN_SET' : 'eq', { text: '', list })]
}

/** Wire values of the fields that narrow the choices of a field. */
export function dependsOf(fields: Readonly<Record<string, Field>>, field: Field, record: Readonly<Record<string, unknown>>) {
  const named = (field.depends ?? []).flatMap((name) => fields[name] ?? [])
  return Object.fromEntries(named.map((each) => [each.name, encodeValue(each, record[each.name])]))
}

/** Can only the server validate the choices of this field? */
export function hasChoices(field: Field): boolean {
  return field.page !== undefined || field.table !== undefined || field.source !== undefined
}

/** The conditions of a source's rows: living, in the actor's scope, and what the page narrows to. */
export async function sourceConditions(source: Source, ctx: Context, db: Reader): Promise<Sql<SqlBool>[]> {
  const { rowScope } = source.hooks
  // What administrators choose from is limited by rights that members do not have.
  if (source.area === 'admin' && actorOf(ctx).area === 'user') return [sql<SqlBool>`false`]
  const own = ownerSql(source.entity, ctx)
  const scope = rowScope ? await rowScope(ctx, 'options', db, own) : own
  return [...(source.entity.softDelete ? [sql<SqlBool>`t.delete_time is null`] : []), ...(scope ? [scope] : []), ...source.only]
}

/**
 * The keys that are no valid choice of the field: missing, or out of the actor's scope. In a transaction the rows found stay locked until
 * its end. `depends` are the wire values of the fields that narrow the choice. `*` means everything in lists of text keys, as in
 * BuildAdmin; the screen's hook decides who may use it.
 */
export async function missingChoices(
  { screen, ctx, db }: ScreenAccess,
  field: Field,
  keys: readonly unknown[],
  depends: Readonly<Record<string, unknown>> = {},
): Promise<unknown[]> {
  if (field.source) return invalidChoices(ctx, field, depends, keys)
  const source = sourceOf(screen, field)
  if (!source?.entity.key || keys.length === 0) return []
  const asked = keys.filter((key) => key !== '*')
  const decoded = asked.map((key) => decodeKey(source.entity, key))
  const wanted = decoded.filter((key): key is Key => key !== undefined)
  const narrowed = Object.entries(depends).flatMap(([name, value]) => equalSql(source.entity, name, value))
  const parts = [isOneOf(source.entity, wanted), ...(await sourceConditions(source, ctx, db)), ...narrowed]
  const kept = db.isTransaction ? sql`for key share of t` : sql`` // a plain read has nothing to keep
  const found = sql`select ${keyColumn(source.entity)} from ${sql.table(source.entity.table)} as t where ${sql.join(parts, sql` and `)} ${kept}`
  const there = new Set((await readColumn(db, found)).map(String))
  return asked.filter((_key, i) => !there.has(String(decoded[i])))
}
