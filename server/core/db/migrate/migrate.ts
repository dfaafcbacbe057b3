import { isDeepStrictEqual } from 'node:util'
import { type Kysely, sql } from 'kysely'
import { makePauses } from '../../../../codegen/schema/pauses.ts'
import { searchedTexts } from '../../../../codegen/schema/searchedTexts.ts'
import { messageOf, textOf } from '../../../../src/schemas/errors.ts'
import { storeTypes } from '../../../../src/schemas/kinds/kind.ts'
import type { Entity } from '../../../../src/schemas/language/entity/entity.ts'
import type { Page } from '../../../../src/schemas/language/page.ts'
import { quote, storedFields, type TableUse, typeText } from '../columns.ts'
import type { Db, Reader, Writer } from '../connect.ts'
import { readColumn } from '../scalar.ts'
import { alterTable, createTable, type Step } from './diff.ts'
import { introspect, type LiveTable } from './introspect.ts'
import { askRows, isProof } from './proof.ts'

export type { Step } from './diff.ts'

/** The part of the schema that the database holds. */
export interface TableSchema {
  entities: ReadonlyMap<string, Entity>
  /** What is searched by a part of its text gets an index for it. */
  pages?: ReadonlyMap<string, Page>
}

/** Does a database that fits one schema fit the other? */
export function areTablesEqual(a: TableSchema, b: TableSchema): boolean {
  return isDeepStrictEqual(a.entities, b.entities) && isDeepStrictEqual(searchedTexts(a), searchedTexts(b))
}

/** What has to change so that the database fits the schema. */
export interface Plan {
  /** Done by `applyMigration`, in this order. */
  steps: readonly Step[]
  /** Would lose data or may fail: only done on request. */
  held: readonly Step[]
  /** Faults of tables that belong to others and are never changed. */
  problems: readonly string[]
  schema: TableSchema
}

export interface ApplyOptions {
  /** Do the held steps as well. */
  dangerous?: boolean
}

/** A step failed: nothing was changed. The message names the step and what the database said. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError'
}

/** Advisory lock of everybody who changes tables of one database. */
const lockKey = 7_041_001
const logTable = 'kontor_migration'

/** Compares the database with the schema and returns the steps to take. Changes nothing. */
export async function planMigration(db: Kysely<Db>, schema: TableSchema): Promise<Plan> {
  return planNow(db, schema)
}

async function planNow(db: Kysely<Db>, schema: TableSchema): Promise<Plan> {
  const live = await introspect(db)
  const plan = await planFrom(live, schema, await createdTables(db), await trigramsOf(db))
  const { steps, problems } = await askRows(db, plan.steps, schema.entities.values(), live)
  return { ...plan, steps, problems: [...plan.problems, ...problems] }
}

async function planFrom(
  live: Map<string, LiveTable>,
  schema: TableSchema,
  created: ReadonlySet<string>,
  trigrams: Trigrams,
): Promise<Plan> {
  const pause = makePauses()
  const foreign = foreignKeys(schema)
  const texts = trigrams === 'missing' ? new Map<string, Set<string>>() : searchedTexts(schema)
  const steps: Step[] = []
  const problems: string[] = []
  const tables = [...schema.entities.values(), ...linkTables(schema)]
  for (const entity of tables) {
    await pause()
    const found = live.get(entity.table)
    const use: TableUse = { foreign: foreign.get(entity.table) ?? [], texts: [...(texts.get(entity.table) ?? [])] }
    if (entity.external) problems.push(...externalFaults(entity, found))
    else if (!found) steps.push(...createTable(entity, use))
    else steps.push(...alterTable(entity, found, use))
  }
  for (const table of created) {
    if (!live.has(table) || tables.some((entity) => entity.table === table)) continue
    steps.push({ table, what: `drop table ${table} with its rows`, sql: [`DROP TABLE ${quote(table)}`], dangerous: true })
  }
  const needsTrigrams = trigrams === 'offered' && steps.some((s) => s.sql.some((text) => text.includes('gin_trgm_ops')))
  if (needsTrigrams) steps.unshift(trigramStep)
  return { steps: steps.filter((s) => !s.dangerous), held: steps.filter((s) => s.dangerous), problems, schema }
}

/** Is pg_trgm there, or can it be made by this role, or neither? */
type Trigrams = 'there' | 'offered' | 'missing'

const trigramStep: Step = {
  table: 'pg_trgm',
  what: 'add the extension pg_trgm, which indexes texts for searches by a part',
  sql: ['CREATE EXTENSION IF NOT EXISTS pg_trgm'],
  dangerous: false,
}

/** A trusted extension: any role that may create in the database may add it. Some installations lack it. */
async function trigramsOf(db: Reader): Promise<Trigrams> {
  const found = await sql<{ there: boolean; offered: boolean }>`select
    exists (select from pg_extension where extname = 'pg_trgm') as there,
    exists (select from pg_available_extension_versions where name = 'pg_trgm' and (trusted or (select rolsuper from pg_roles where rolname = current_user)))
      and has_database_privilege(current_database(), 'CREATE') as offered`.execute(db)
  const [row] = found.rows
  return row?.there ? 'there' : row?.offered ? 'offered' : 'missing'
}

/** What a person should know of a database without text indexes; nothing where there are some, or none is wanted. */
export async function textIndexNote(db: Kysely<Db>, schema: TableSchema): Promise<string | undefined> {
  if (searchedTexts(schema).size === 0 || (await trigramsOf(db)) !== 'missing') return undefined
  return 'The database lacks the extension pg_trgm and this role may not add it: searches by a part of a text read whole tables. Let its administrator run CREATE EXTENSION pg_trgm, then start again.'
}

/** Columns by which rows of one table belong to rows of another: each gets an index. */
function foreignKeys(schema: TableSchema): Map<string, string[]> {
  const keys = new Map<string, string[]>()
  for (const entity of schema.entities.values()) {
    for (const relation of Object.values(entity.relations)) {
      if (relation.type === 'many') keys.set(relation.table, [...(keys.get(relation.table) ?? []), relation.foreignKey])
    }
  }
  return keys
}

/** Tables of pairs that link fields name and no entity describes. */
export function linkTables(schema: TableSchema): Entity[] {
  const made = new Map<string, Entity>()
  for (const entity of schema.entities.values()) {
    for (const { link } of Object.values(entity.fields)) {
      if (!link || schema.entities.has(link.table) || made.has(link.table)) continue
      made.set(link.table, pairEntity(link))
    }
  }
  return [...made.values()]
}

function pairEntity({ table, own, other }: { table: string; own: string; other: string }): Entity {
  const column = (name: string) => ({
    name,
    kind: 'integer' as const,
    required: true,
    unique: false,
    readOnly: false,
    writeOnce: false,
    secret: false,
    nullable: false,
    store: { type: 'integer' as const },
    when: {},
    index: false,
  })
  return {
    table,
    key: null,
    keyGiven: false,
    tree: null,
    weigh: null,
    softDelete: false,
    owner: null,
    unique: [[own, other]],
    index: [[other]],
    sort: [],
    relations: {},
    history: { except: [], partOf: null },
    external: false,
    readOnly: 'noKey',
    fields: { [own]: column(own), [other]: column(other) },
  }
}

/** What an external table lacks. Its types are taken as they are as long as they are of the declared group. */
function externalFaults(entity: Entity, live: LiveTable | undefined): string[] {
  if (!live) return [`table ${entity.table} is external and not in the database; create it there, or correct "table"`]
  return storedFields(entity).flatMap((field) => {
    const column = live.columns.get(field.name)
    if (!column)
      return [
        `${entity.table}.${field.name}: the external table has no such column (it has: ${[...live.columns.keys()].join(', ')})`,
      ]
    const wanted = typeText(field.store ?? { type: 'text' })
    const group = (type: string) => type.replace(/\(.*\)/, '')
    const isNamed = storeTypes.some((type) => group(typeText({ type })) === group(column.base))
    return group(wanted) === group(column.base) || (wanted === 'any' && !isNamed) || [wanted, column.base].every(isDocument)
      ? []
      : [`${entity.table}.${field.name}: the column is ${column.type}, the page says ${wanted}; correct "store" of the field`]
  })
}

/** Documents are written and read alike, whichever of the two types keeps them. */
function isDocument(type: string): boolean {
  return type === 'json' || type === 'jsonb'
}

async function createdTables(db: Reader): Promise<Set<string>> {
  const [there] = await readColumn(db, sql`select to_regclass(${logTable}) is not null`)
  if (!there) return new Set()
  const made = sql`select distinct name from (select unnest(created) as name from ${sql.table(logTable)}) as made
    where coalesce(obj_description(to_regclass(quote_ident(name)), 'pg_class'), '') not like ${`${originMark}%`}`
  return new Set((await readColumn(db, made)).map(String))
}

/** How the comment of a table begins that came with a package: it is no leftover while its package is off. */
export const originMark = 'kontor package '

/**
 * Runs a plan in one transaction under a lock: a second caller waits and finds the work done. Returns the steps done. Throws
 * MigrationError when a step fails, or when the database changed since planning so that other steps are needed; nothing is changed then.
 */
export async function applyMigration(db: Kysely<Db>, plan: Plan, options: ApplyOptions = {}): Promise<readonly Step[]> {
  const chosen = (p: Plan) => (options.dangerous ? [...p.steps, ...p.held] : p.steps)
  if (chosen(plan).length === 0) return []
  return db.transaction().execute(async (trx) => {
    await lock(trx)
    const now = await planNow(trx, plan.schema)
    const known = new Set(chosen(plan).flatMap((step) => step.sql))
    const steps = chosen(now)
    const unseen = steps.find((step) => step.sql.some((text) => !known.has(text) && !isProof(text)))
    if (unseen)
      throw new MigrationError(`the database changed since the plan was made: it now needs "${unseen.what}"; make a new plan`)
    if (steps.length > 0) await run(trx, steps)
    return steps
  })
}

async function lock(trx: Writer): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(trx)
  await sql`set local lock_timeout = '10s'`.execute(trx)
  await sql`select pg_advisory_xact_lock(${lockKey})`.execute(trx)
}

/** Brings the database to where it fits the schema as a part of this transaction, but for what may lose data. Returns the steps done. */
export async function migrateWithin(trx: Writer, schema: TableSchema): Promise<readonly Step[]> {
  await lock(trx)
  const { steps } = await planNow(trx, schema)
  if (steps.length > 0) await run(trx, steps)
  return steps
}

async function run(trx: Writer, steps: readonly Step[]): Promise<void> {
  await sql`create table if not exists ${sql.table(logTable)} (
    id integer generated by default as identity primary key, done_at timestamptz not null default now(),
    steps text[] not null, created text[] not null)`.execute(trx)
  for (const step of steps) {
    for (const text of step.sql) {
      try {
        await sql.raw(text).execute(trx)
      } catch (error) {
        const detail = textOf(error, 'detail')
        throw new MigrationError(`${step.what}: ${messageOf(error)}${detail ? ` (${detail})` : ''}\n  ${text}`, { cause: error })
      }
    }
  }
  // An expression index has no statistics until its table is analysed.
  const indexed = new Set(steps.flatMap(({ table, sql: [text] }) => (/^CREATE (UNIQUE )?INDEX/.test(text ?? '') ? [table] : [])))
  for (const table of indexed) await sql`analyze ${sql.table(table)}`.execute(trx)
  const created = steps.filter((step) => step.sql[0]?.startsWith('CREATE TABLE')).map((step) => step.table)
  await sql`insert into ${sql.table(logTable)} (steps, created) values (${steps.map((s) => s.what)}::text[], ${created}::text[])`.execute(
    trx,
  )
}

/** The plan as lines for a person: what will be done, what is held back, what is wrong. */
export function describePlan(plan: Plan): string {
  if (plan.steps.length + plan.held.length + plan.problems.length === 0) return 'The database fits the schema.'
  const lines = plan.steps.map((step) => `+ ${step.what}`)
  if (plan.held.length > 0) lines.push('Not done unless told to (--drop):', ...plan.held.map((step) => `! ${step.what}`))
  if (plan.problems.length > 0) lines.push('To be mended by hand:', ...plan.problems.map((problem) => `? ${problem}`))
  return lines.join('\n')
}
