import type { ChangedRow, FieldChange } from '../../../src/schemas/language/wire/envelope.ts'
import type { Context } from '../../core/context.ts'
import type { Key } from '../../core/db/rowKey.ts'
import { type ChangePlace, latestChanges } from '../../core/history/latest.ts'
import { Refused } from '../../core/refuse.ts'
import type { Row } from '../domain.ts'
import type { Screen } from '../screen/screen.ts'
import { type ReadVersion, readVersion } from './version.ts'

/** The refusal of what was decided on another state of the record. */
export function changedSince(screen: Screen, row: Readonly<Row>, version: unknown): Refused {
  const read: ReadVersion | undefined = readVersion(screen, version)
  return changedRefusal(screen, row, read?.changed(row) ?? [])
}

/** The same where the changed fields are known. */
export function changedRefusal({ entity }: Screen, row: Readonly<Row>, fields: readonly string[]): Refused {
  const key = entity.key === null ? '' : (row[entity.key] as Key | undefined)
  return new Refused('crud.changed', {}, { type: 'conflict', meanwhile: { key: key ?? '', fields } })
}

/** A conflict, with who changed what; all other errors as they are. */
export async function withChanges(error: unknown, { screen, ctx }: { screen: Screen; ctx: Context }): Promise<unknown> {
  if (!(error instanceof Refused) || !error.options.meanwhile) return error
  const { meanwhile, ...options } = error.options
  const told =
    'fields' in meanwhile ? { changes: await changesOf(screen, ctx, meanwhile) } : { rows: await rowsOf(screen, ctx, meanwhile) }
  return new Refused(own[error.code] ?? error.code, error.params, { ...options, told })
}

/** What is said to a client that shows the rest: it need not be told to refresh. */
const own: Readonly<Record<string, string>> = { 'crud.changed': 'crud.changedMeanwhile', 'crud.notInState': 'crud.inState' }

async function changesOf(
  screen: Screen,
  ctx: Context,
  { key, fields }: { key: Key; fields: readonly string[] },
): Promise<Record<string, FieldChange | null>> {
  const places = new Map(fields.map((name) => [name, placeOf(screen, key, name)]))
  const latest = await latestChanges(ctx.read, ctx, places)
  return Object.fromEntries(fields.map((name) => [name, latest[name] ?? null]))
}

async function rowsOf(
  screen: Screen,
  ctx: Context,
  { field, rows }: { field: string; rows: readonly { key: Key; state: string }[] },
): Promise<ChangedRow[]> {
  const places = new Map(rows.map(({ key }) => [String(key), placeOf(screen, key, field)]))
  const latest = await latestChanges(ctx.read, ctx, places)
  return rows.map(({ key, state }) => ({ key, state, change: latest[String(key)] ?? null }))
}

/** Where the changes of a field are noted: with its row, with the pairs it is linked by, or with the parts that hooks keep. */
function placeOf({ page, entity }: Screen, key: Key, name: string): ChangePlace {
  const { source } = page
  if (source?.store === 'keyValue') return { table: source.table, key: name, column: null }
  const field = page.fields[name]
  if (field?.link) return { of: entity.table, key: String(key), part: field.link.table }
  if (field?.virtual) return { of: entity.table, key: String(key), part: null }
  return { table: entity.table, key: String(key), column: name }
}
