import * as z from 'zod/mini'
import type { Field } from '../../field.ts'
import { foreignTypes, type StoreType } from '../../kinds/kind.ts'
import type { ConditionScope } from '../condition/condition.ts'
import { type Issue, issueAt, suggest } from '../issue.ts'
import type { Path } from '../place.ts'
import { readShape } from '../shape.ts'
import type { Entity, HistoryOptions, Relation } from './entity.ts'
import { checkMadeKey, givenOnce, madeKeyName } from './madeKey.ts'
import { columnName, parseField, parseWhens, plainName } from './parseField.ts'
import { checkVirtual } from './virtual/virtualKinds.ts'

/** Tables of other systems may have names in any script and stand in another schema: `stock.items`. */
export const tableName =
  /^(?!(?:public|pg_[^.]*|information_schema)\.|.* as )(?:[\p{L}_](?:[\p{L}\p{M}\p{N}_$-]| (?=[^. ])){0,62}\.)?[\p{L}_](?:[\p{L}\p{M}\p{N}_$-]| (?=[^. ])){0,62}$/iu
const ownTableHint = 'a small letter, then letters, digits and _; a table of another system is "external"'
const ownTable = /^[a-z_][a-zA-Z0-9_]{0,62}$/
const direction = z.enum(['asc', 'desc'])
const names = z.array(z.string()).check(z.minLength(1))
const sort = z.array(z.tuple([z.string(), direction]))

/** Keys of an entity, inline in a page or in entities/<table>.json (there with `fields`). */
export const entityShape = {
  table: z.string().check(z.regex(tableName)),
  key: z.optional(z.nullable(z.union([z.string(), z.array(z.string()).check(z.minLength(2))]))),
  keyGiven: z.optional(z.boolean()),
  tree: z.optional(z.strictObject({ parent: z.string(), maxDepth: z.optional(z.int().check(z.gte(1), z.lte(20))) })),
  weigh: z.optional(z.string()),
  softDelete: z.optional(z.boolean()),
  owner: z.optional(z.string()),
  unique: z.optional(z.array(names)),
  index: z.optional(z.array(names)),
  bounds: z.optional(
    z.array(z.union([z.strictObject({ sum: names, atMost: z.string() }), z.strictObject({ sum: names, equals: names })])),
  ),
  unindexedBecause: z.optional(z.string().check(z.minLength(1))),
  sort: z.optional(sort),
  relations: z.optional(
    z.record(
      z.string(),
      z.union([
        z.strictObject({ table: z.string(), key: z.string() }),
        z.strictObject({ table: z.string(), many: z.string(), sort: z.optional(sort) }),
      ]),
    ),
  ),
  history: z.optional(
    z.union([
      z.literal(false),
      z.strictObject({ except: z.optional(names), partOf: z.optional(z.strictObject({ table: z.string(), key: z.string() })) }),
    ]),
  ),
  external: z.optional(z.boolean()),
  readOnly: z.optional(z.string()),
}
const inline = z.strictObject(entityShape)
const inFile = z.strictObject({ $schema: z.optional(z.string()), ...entityShape, fields: z.record(z.string(), z.unknown()) })

/** Where the fields of an entity are written: beside it in a page, inside it in entities/<table>.json. */
const fieldsPath: Path = ['fields']

/** Parses an entity, which is written at `path`, and its fields. */
export function parseEntity(json: unknown, fieldsJson: Record<string, unknown>, path: Path, issues: Issue[]): Entity | undefined {
  const read = readShape(inline, json, path, issues)
  const fields = parseFields(fieldsJson, fieldsPath, issues)
  if (!read) return undefined
  const external = read.external === true
  const keyParts = Array.isArray(read.key) ? read.key : undefined
  const key = Array.isArray(read.key) ? madeKeyName : read.key === undefined ? 'id' : read.key
  const all = withImplied(fields, { key, keyParts, external, softDelete: read.softDelete === true })
  const relations: Record<string, Relation> = {}
  for (const [rel, value] of Object.entries(read.relations ?? {})) {
    relations[rel] =
      'key' in value
        ? { type: 'one', name: rel, table: value.table, key: value.key }
        : { type: 'many', name: rel, table: value.table, foreignKey: value.many, sort: value.sort ?? [] }
    if ('key' in value) known(value.key, all, [...path, 'relations', rel, 'key'], issues)
  }
  const entity: Entity = {
    table: read.table,
    key,
    ...(keyParts ? { keyParts } : {}),
    keyGiven: read.keyGiven === true,
    tree: read.tree ? { parent: read.tree.parent, maxDepth: read.tree.maxDepth ?? 20 } : null,
    weigh: read.weigh ?? null,
    softDelete: read.softDelete === true,
    owner: read.owner ?? null,
    unique: read.unique ?? [],
    index: read.index ?? [],
    ...(read.bounds ? { bounds: read.bounds } : {}),
    ...(read.unindexedBecause ? { unindexedBecause: read.unindexedBecause } : {}),
    sort: read.sort ?? keyParts?.map((name) => [name, 'asc']) ?? defaultSort(read.weigh ?? null, key),
    relations,
    history: historyOf(read.history, external),
    external,
    readOnly: read.readOnly ?? (key === null ? 'noKey' : null),
    fields: all,
  }
  checkOwnNames(entity, path, issues)
  checkNames(entity, path, issues)
  checkMadeKey(entity, fieldsJson, { at: path, issues })
  checkBounds(entity, path, issues)
  for (const field of Object.values(all)) {
    checkTranslated(field, all, [...fieldsPath, field.name, 'translated'], issues)
    checkVirtual(field, entity, { at: [...fieldsPath, field.name, 'virtual'], issues })
    if (field.store && isForeign(field.store.type) && !external)
      issues.push(
        issueAt(
          [...fieldsPath, field.name, 'store'],
          `only a table of another system ("external") has columns of ${namedType(field.store.type)}`,
          'remove "store"',
        ),
      )
  }
  return entity
}

/** Parses entities/<table>.json. */
export function parseEntityFile(json: unknown, issues: Issue[]): Entity | undefined {
  const read = readShape(inFile, json, [], issues)
  if (!read) return undefined
  const { fields, $schema: _, ...own } = read
  return parseEntity(own, fields, [], issues)
}

/** Fields of a record of JSON, with their conditions; those of an action's form have the record around them. */
export function parseFields(
  json: Record<string, unknown>,
  path: Path,
  issues: Issue[],
  record?: ConditionScope,
): Record<string, Field> {
  const fields: Record<string, Field> = {}
  for (const [name, value] of Object.entries(json)) {
    const field = parseField(name, value, [...path, name], issues)
    if (field) fields[name] = field
  }
  const all = record ? fields : withImplied(fields, { key: 'id', external: false, softDelete: false })
  return parseWhens(all, json, { at: path, issues }, { names: Object.keys(fields), parent: record })
}

type HistoryJson = false | { except?: readonly string[]; partOf?: { table: string; key: string } }

function historyOf(json: HistoryJson = {}, external: boolean): HistoryOptions | null {
  return json === false || external ? null : { except: json.except ?? [], partOf: json.partOf ?? null }
}

/** Fields that exist without being declared: the key and the two times (decision 26). */
function withImplied(
  fields: Record<string, Field>,
  entity: { key: string | null; keyParts?: readonly string[] | undefined; external: boolean; softDelete: boolean },
): Record<string, Field> {
  const out: Record<string, Field> = {}
  if (entity.keyParts) out[madeKeyName] = { ...implied(madeKeyName, 'string'), store: null }
  else if (entity.key && !fields[entity.key]) out[entity.key] = implied(entity.key, 'integer')
  Object.assign(out, fields)
  if (entity.keyParts) givenOnce(out, entity.keyParts)
  if (entity.external) return out
  for (const name of ['create_time', 'update_time', ...(entity.softDelete ? ['delete_time'] : [])]) {
    if (!out[name]) out[name] = implied(name, 'datetime')
  }
  return out
}

function implied(name: string, kind: 'integer' | 'datetime' | 'string'): Field {
  return {
    name,
    kind,
    required: false,
    unique: false,
    readOnly: true,
    writeOnce: false,
    secret: name === 'delete_time',
    nullable: name === 'delete_time',
    store: { type: kind === 'integer' ? 'integer' : 'bigint' },
    when: {},
    index: false,
  }
}

function defaultSort(weigh: string | null, key: string | null): [string, 'asc' | 'desc'][] {
  const byKey: [string, 'asc' | 'desc'][] = key ? [[key, 'desc']] : []
  return weigh ? [[weigh, 'desc'], ...byKey] : byKey
}

function namedType(type: StoreType): string {
  return type === 'enum' ? 'enumerated types' : `the type ${type}`
}

function isForeign(type: StoreType): boolean {
  return type === 'enum' || type === 'any[]' || foreignTypes.some((each) => each === type)
}

/** What the product makes itself has plain names; only tables that were there before may have others. */
function checkOwnNames({ table, external, fields }: Entity, path: Path, issues: Issue[]): void {
  if (external) return
  if (!ownTable.test(table)) issues.push(issueAt([...path, 'table'], `"${table}" is no name of a table`, ownTableHint))
  for (const name of Object.keys(fields))
    if (columnName.test(name) && !plainName.test(name))
      issues.push(issueAt([...fieldsPath, name], 'a field name is a letter, then letters, digits and _'))
}

function checkNames(entity: Entity, path: Path, issues: Issue[]): void {
  if (entity.tree) checkParent(entity, entity.tree.parent, [...path, 'tree', 'parent'], issues)
  if (entity.weigh) known(entity.weigh, entity.fields, [...path, 'weigh'], issues)
  if (entity.owner) known(entity.owner, entity.fields, [...path, 'owner'], issues)
  for (const [i, name] of (entity.history?.except ?? []).entries())
    known(name, entity.fields, [...path, 'history', 'except', i], issues)
  const part = entity.history?.partOf
  if (part) known(part.key, entity.fields, [...path, 'history', 'partOf', 'key'], issues)
  for (const [i, [name]] of entity.sort.entries()) known(name, entity.fields, [...path, 'sort', i, 0], issues)
  for (const key of ['unique', 'index'] as const) {
    for (const [i, names] of entity[key].entries()) {
      for (const [j, name] of names.entries()) known(name, entity.fields, [...path, key, i, j], issues)
    }
  }
}

/** The parent of a row is another row: its column takes what the key is. */
function checkParent({ fields, key }: Entity, name: string, path: Path, issues: Issue[]): void {
  known(name, fields, path, issues)
  const { store } = fields[name] ?? {}
  const whole = ['smallint', 'integer', 'bigint']
  const keyType = fields[key ?? '']?.store?.type
  if (store && keyType && store.type !== keyType && !(whole.includes(store.type) && whole.includes(keyType)))
    issues.push(issueAt(path, `"${name}" cannot hold the key of a row`, 'name a remoteSelect of this page'))
}

/** What is bounded by what are whole numbers of the row, as the database can add and compare them. */
function checkBounds({ bounds = [], fields }: Entity, path: Path, issues: Issue[]): void {
  const numbers = Object.keys(fields).filter((name) =>
    ['smallint', 'integer', 'bigint'].includes(fields[name]?.store?.type ?? ''),
  )
  const number = (name: string, at: Path) => {
    if (!numbers.includes(name)) issues.push(issueAt(at, `no stored whole number "${name}"`, suggest(name, numbers)))
  }
  for (const [i, bound] of bounds.entries()) {
    const at = [...path, 'bounds', i]
    for (const [j, name] of bound.sum.entries()) number(name, [...at, 'sum', j])
    if ('atMost' in bound) number(bound.atMost, [...at, 'atMost'])
    else for (const [j, name] of bound.equals.entries()) number(name, [...at, 'equals', j])
  }
}

/** A translation is a text of the same row. */
function checkTranslated({ translated = {} }: Field, fields: Record<string, Field>, path: Path, issues: Issue[]): void {
  const texts = Object.keys(fields).filter((name) => fields[name]?.kind === 'string' && fields[name]?.store)
  for (const [locale, name] of Object.entries(translated))
    if (!texts.includes(name)) issues.push(issueAt([...path, locale], `no stored text "${name}"`, suggest(name, texts)))
}

function known(name: string, fields: Record<string, Field>, path: Path, issues: Issue[]): void {
  if (!Object.hasOwn(fields, name)) issues.push(issueAt(path, `no such field "${name}"`, suggest(name, Object.keys(fields))))
}
