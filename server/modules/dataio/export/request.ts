import { sql } from 'kysely'
import {
  type ExportFormat,
  exportColumns,
  exportFormats,
  exportScopes,
  exportStatus,
} from '../../../../src/schemas/api/exporting.ts'
import { wireZone } from '../../../../src/schemas/kinds/clock.ts'
import { actionOf } from '../../../../src/schemas/language/action/actionOf.ts'
import { exportTable } from '../../../../src/schemas/language/action/builtInActions.ts'
import type { Page } from '../../../../src/schemas/language/page.ts'
import { actorOf, type Context } from '../../../core/context.ts'
import type { Reader, Writer } from '../../../core/db/connect.ts'
import { insertRow } from '../../../core/db/rows.ts'
import { readNumber } from '../../../core/db/scalar.ts'
import { enqueue } from '../../../core/jobs/queue.ts'
import { Refused } from '../../../core/refuse.ts'
import type { Screen } from '../../../crud/screen/screen.ts'
import { listConditions, orderSql } from '../../../crud/search/conditions.ts'
import { parseListQuery, text } from '../../../crud/search/listQuery.ts'
import { datedTerm } from '../../../crud/search/search.ts'
import { entityOf } from '../../../crud/tables.ts'
import { asQuery } from '../query.ts'
import { exportLimits } from './limits.ts'
import { type Asked, type ExportRecord, exportJob } from './record.ts'
import { mayHavePlain, targetsOf } from './rights.ts'

const nameAtMost = 100
/**
 * POST <controller>/export { name, scope, format, columns, mask, query: { search, quickSearch, order }, zone }: requests a file of what
 * the list shows. Returns the id and the name of the export. Invalid searches, sorts and columns are refused now, not when the job runs.
 */
export async function requestExport(screen: Screen, ctx: Context, trx: Writer): Promise<{ id: number; name: string }> {
  const { body } = ctx
  const query = parseListQuery(asQuery(body.query), screen)
  await listConditions(screen, ctx, query)
  orderSql(screen, query)
  const { id: adminId } = actorOf(ctx)
  await requirePlace(trx, adminId)
  const scope = scopeOf(screen, body.scope)
  const values = askedFor(ctx, {
    name: await freeName(trx, ctx, screen.page, nameOf(screen, ctx)),
    target: screen.page.id,
    scope,
    format: formatOf(body.format),
    columns: columnsOf(screen, scope, body.columns),
    // "Today" is the day of the request, whenever the job runs.
    filters: { search: query.search.map((term) => datedTerm(term, ctx)), quickSearch: query.quickSearch },
    sort: query.order ? `${query.order.field},${query.order.direction}` : '',
    zone: zoneOf(body.zone),
    mask_sensitive: maskOf(screen, ctx, body.mask),
  })
  const entity = entityOf(ctx.schema, exportTable)
  const id = Number(await insertRow(trx, entity, values, ctx.now))
  await enqueue(trx, exportJob, id)
  return { id, name: values.name }
}

/** What an export is asked for with. */
export type Asking = Pick<ExportRecord, 'name' | 'target' | 'scope' | 'format' | 'sort' | 'zone' | 'mask_sensitive'> & {
  columns: readonly string[]
  filters: Asked
}

/** The row of an export that waits for its turn. */
export function askedFor(ctx: Pick<Context, 'actor' | 'lang'>, asking: Asking) {
  const state = { status: exportStatus.waiting, progress: 0, done: 0, total: 0, size: 0, file: '', ticket: '', error: '' }
  return { ...asking, ...state, lang: ctx.lang, admin_id: ctx.actor?.id ?? 0 }
}

/** Refuses when as many exports of the person wait or run as may. Requests that come at once wait for each other here. */
export async function requirePlace(trx: Writer, adminId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('dataio.export'), ${adminId}::int)`.execute(trx)
  const open = sql`select count(*) from dataio_export
    where admin_id = ${adminId} and status in (${exportStatus.waiting}, ${exportStatus.running})`
  if ((await readNumber(trx, open)) >= exportLimits.atOnce)
    throw new Refused('dataio.tooManyExports', { max: exportLimits.atOnce })
}

/** Is an export of the person called so already, among those of these lists? */
export async function isNameTaken(db: Reader, adminId: number, targets: readonly string[], name: string): Promise<boolean> {
  const { rows } = await sql`select 1 as one from dataio_export
    where admin_id = ${adminId} and target = any(${targets}::text[]) and lower(name) = lower(${name}) limit 1`.execute(db)
  return rows.length > 0
}

/** Where the files of a list have a page of their own no two of a person are called the same there: a number is added. */
export async function freeName(
  db: Reader,
  ctx: Pick<Context, 'actor' | 'schema'>,
  page: Pick<Page, 'actions'>,
  name: string,
): Promise<string> {
  const place = actionOf(page, 'export', 'export')?.place
  if (!place) return name
  const targets = targetsOf(ctx.schema, place)
  for (let n = 1; ; n++) {
    const end = n === 1 ? '' : ` (${n})`
    const tried = `${name.slice(0, nameAtMost - end.length)}${end}`
    if (!(await isNameTaken(db, ctx.actor?.id ?? 0, targets, tried))) return tried
  }
}

function scopeOf({ page }: Screen, value: unknown): string {
  const [usual = '', ...others] = exportScopes(page)
  if (value === undefined) return usual
  const scope = [usual, ...others].find((each) => each === value)
  if (scope === undefined) throw new Refused('crud.parameter', { name: 'scope' })
  return scope
}

/** What is a person's own is hidden unless that is called off, by who may. */
function maskOf({ page }: Screen, ctx: Context, value: unknown): 0 | 1 {
  if (value !== 0 && value !== '0' && value !== false) return 1
  if (!mayHavePlain(actorOf(ctx), page)) throw new Refused('dataio.noPlain')
  return 0
}

function nameOf(screen: Screen, ctx: Context): string {
  const given = typeof ctx.body.name === 'string' ? ctx.body.name.trim() : ''
  if (given.length > nameAtMost) throw new Refused('dataio.name', { max: nameAtMost }, { field: 'name' })
  return given === '' ? ctx.schema.words.text(ctx.lang, screen.page.id, 'title').slice(0, nameAtMost) : given
}

/** The format of that name; refuses what is none. */
export function formatOf(value: unknown): ExportFormat {
  const format = exportFormats.find((each) => each === value)
  if (!format) throw new Refused('dataio.format', {}, { field: 'format' })
  return format
}

/** Names of columns that a file of that scope can have, each once; at least one. */
function columnsOf(screen: Screen, scope: string, value: unknown): string[] {
  const known = exportColumns(screen.page, scope).map((column) => column.name)
  if (value === undefined) return known
  const names = Array.isArray(value) ? [...new Set(value.map(String))] : []
  const strange = names.find((name) => !known.includes(name))
  if (strange !== undefined) throw new Refused('dataio.column', { name: strange.slice(0, 100) }, { field: 'columns' })
  if (names.length === 0) throw new Refused('dataio.columns', {}, { field: 'columns' })
  return names
}

function zoneOf(value: unknown): string {
  const zone = text(typeof value === 'string' ? value : undefined, 'zone') ?? ''
  if (zone === '') return wireZone()
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
  } catch {
    throw new Refused('crud.parameter', { name: 'zone' })
  }
  return zone.slice(0, 64)
}
