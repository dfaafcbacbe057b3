import { sql } from 'kysely'
import { exportColumns, exportFormats, exportStatus } from '../../../src/schemas/language/dataio.ts'
import { dbNow } from '../../app/clock.ts'
import { actorOf, type Context } from '../../app/context.ts'
import type { Query, QueryValue } from '../../app/query.ts'
import { Refused } from '../../app/refuse.ts'
import { listConditions, orderSql } from '../../crud/conditions.ts'
import { parseListQuery, text } from '../../crud/listQuery.ts'
import type { Screen } from '../../crud/screen.ts'
import type { Writer } from '../../db/connect.ts'
import { enqueue } from '../../jobs/queue.ts'
import { exportLimits } from './limits.ts'
import { type Asked, exportJob } from './record.ts'

const nameAtMost = 100

/**
 * POST <controller>/export { name, format, columns, query: { search, quickSearch, order }, zone }: asks for a file of what the list shows.
 * Gives the id of the export. What cannot be searched, sorted or shown is refused now, not when the job runs.
 */
export async function requestExport(screen: Screen, ctx: Context, trx: Writer): Promise<{ id: number }> {
  const { body } = ctx
  const query = parseListQuery(asQuery(body.query), screen)
  await listConditions(screen, ctx, query)
  orderSql(screen, query)
  const asked: Asked = { search: query.search, quickSearch: query.quickSearch }
  const { id: adminId } = actorOf(ctx)
  await requirePlace(trx, adminId)
  const { rows } = await sql<{ id: number }>`
    insert into dataio_export (name, target, format, columns, filters, sort, zone, lang, status, progress, done, total, size, file, ticket,
      error, admin_id, create_time, update_time)
    values (${nameOf(screen, ctx)}, ${screen.page.id}, ${formatOf(body.format)}, ${JSON.stringify(columnsOf(screen, body.columns))},
      ${JSON.stringify(asked)}, ${query.order ? `${query.order.field},${query.order.direction}` : ''}, ${zoneOf(body.zone)}, ${ctx.lang},
      ${exportStatus.waiting}, 0, 0, 0, 0, '', '', '', ${adminId}, ${dbNow}, ${dbNow})
    returning id`.execute(trx)
  const id = rows[0]?.id ?? 0
  await enqueue(trx, exportJob, id)
  return { id }
}

/** Refuses when as many exports of the person wait or run as may. Requests that come at once wait for each other here. */
export async function requirePlace(trx: Writer, adminId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('dataio.export'), ${adminId}::int)`.execute(trx)
  const { rows } = await sql<{ n: number }>`select count(*) as n from dataio_export
    where admin_id = ${adminId} and status in (${exportStatus.waiting}, ${exportStatus.running})`.execute(trx)
  if (Number(rows[0]?.n ?? 0) >= exportLimits.atOnce) throw new Refused('dataio.tooManyExports', { max: exportLimits.atOnce })
}

/** Members of a posted object as the address of a list would hold them: texts, and lists and objects of texts. */
function asQuery(value: unknown): Query {
  if (value === undefined || value === null) return {}
  const query = asValue(value, 0)
  if (typeof query === 'string' || Array.isArray(query)) throw new Refused('crud.parameter', { name: 'query' })
  return query
}

function asValue(value: unknown, depth: number): QueryValue {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (value === null || typeof value !== 'object' || depth > 4) throw new Refused('crud.parameter', { name: 'query' })
  if (Array.isArray(value)) return value.map((item) => asValue(item, depth + 1))
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, asValue(part, depth + 1)]))
}

function nameOf(screen: Screen, ctx: Context): string {
  const given = typeof ctx.body.name === 'string' ? ctx.body.name.trim() : ''
  if (given.length > nameAtMost) throw new Refused('dataio.name', { max: nameAtMost }, { field: 'name' })
  return given === '' ? ctx.schema.words.text(ctx.lang, screen.page.id, 'title').slice(0, nameAtMost) : given
}

function formatOf(value: unknown): string {
  const format = exportFormats.find((each) => each === value)
  if (!format) throw new Refused('dataio.format', {}, { field: 'format' })
  return format
}

/** Names of columns of the list, each once; at least one. */
function columnsOf(screen: Screen, value: unknown): string[] {
  const known = exportColumns(screen.page).map((column) => column.name)
  if (value === undefined) return known
  const names = Array.isArray(value) ? [...new Set(value.map(String))] : []
  const strange = names.find((name) => !known.includes(name))
  if (strange !== undefined) throw new Refused('crud.field', { name: strange.slice(0, 100) }, { field: 'columns' })
  if (names.length === 0) throw new Refused('dataio.columns', {}, { field: 'columns' })
  return names
}

function zoneOf(value: unknown): string {
  const zone = text(typeof value === 'string' ? value : undefined, 'zone') ?? ''
  if (zone === '') return 'Asia/Shanghai'
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
  } catch {
    throw new Refused('crud.parameter', { name: 'zone' })
  }
  return zone.slice(0, 64)
}
