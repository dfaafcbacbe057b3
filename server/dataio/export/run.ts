import { rm } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Schema } from '../../../codegen/pages.ts'
import { dateTimeFormat } from '../../../src/schemas/kinds/clock.ts'
import { columnTitles, type ExportColumn, exportColumns, exportStatus } from '../../../src/schemas/language/dataio.ts'
import type { ListQuery, Operator } from '../../../src/schemas/language/query.ts'
import { can } from '../../app/context.ts'
import type { Context } from '../../app/handler.ts'
import type { Core } from '../../app/makeContext.ts'
import { Refused } from '../../app/refuse.ts'
import { inTransaction } from '../../app/transaction.ts'
import { loadRights } from '../../auth/access.ts'
import { listConditions, orderSql } from '../../crud/conditions.ts'
import type { Domains, Row } from '../../crud/domain.ts'
import { finishRows, whereSql } from '../../crud/rows.ts'
import { makeScreen, type Screen } from '../../crud/screen.ts'
import type { Reader } from '../../db/connect.ts'
import { jobContext } from '../../jobs/context.ts'
import { type Job, type JobKind, JobLost } from '../../jobs/runner.ts'
import { writeAudit } from '../../log/audit.ts'
import { type Cell, type CellEnv, cellOf, isInstant } from './cells.ts'
import { formats, isFormat } from './formats.ts'
import { exportLimits } from './limits.ts'
import { type Asked, type ExportRecord, exportOf, type Step, takeStep } from './record.ts'

/** What an export is made with. */
export interface ExportWork {
  core: Core
  domains: Domains
  log: Context['log']
}

/** Rows that are read, and written, at a time. */
const batchSize = 1000
/** Milliseconds between two words on how far it is. */
const tellEvery = 1000

/** The job that writes the file of an export, with the rights that its owner has while it runs. */
export function exportKind(work: ExportWork): JobKind {
  return {
    run: (job) => run(work, job),
    async fail(trx, ref, error) {
      const row = await exportOf(trx, ref)
      const { words } = work.core.schema
      const text = error instanceof Refused ? words.text(row?.lang ?? 'zh-cn', null, `errors.${error.code}`, error.params) : ''
      const unknown = words.text(row?.lang ?? 'zh-cn', null, 'errors.dataio.broken')
      await takeStep(trx, ref, { status: exportStatus.failed, error: (text || unknown).slice(0, 255), done: 0 })
    },
  }
}

async function run(work: ExportWork, job: Job): Promise<void> {
  const record = await exportOf(job.database.read, job.ref)
  if (!record) throw new JobLost()
  const step = (change: Step) => inTransaction(job.database, async (trx) => tellStep(trx, record.id, change))
  await step({ done: 0, total: 0 })
  const { vault } = work.core.services
  const part = vault.part()
  const started = performance.now()
  let kept = ''
  try {
    const total = await write(work, job, record, part, step)
    if (!isFormat(record.format)) throw new Refused('dataio.format')
    kept = await vault.keep(part, record.format)
    const size = (await vault.size(kept)) ?? 0
    await inTransaction(job.database, async (trx) => {
      await job.finish(trx)
      await tellStep(trx, record.id, { status: exportStatus.done, done: total, total, file: kept, size, keep: exportLimits.keep })
      const seconds = Math.round((performance.now() - started) / 1000)
      await writeAudit(trx, {
        adminId: record.admin_id,
        username: '',
        action: 'dataio/export/run',
        table: record.target,
        key: record.id,
        detail: { rows: total, size, seconds, columns: record.columns },
      })
    })
  } catch (error) {
    await rm(part, { force: true })
    if (kept) await vault.remove(kept)
    throw error
  }
}

async function tellStep(trx: Parameters<typeof takeStep>[0], id: number, change: Step): Promise<void> {
  if (!(await takeStep(trx, id, change))) throw new JobLost()
}

/** Reads the list from one snapshot and writes it to `part`; gives how many rows there were. */
function write(
  work: ExportWork,
  job: Job,
  record: ExportRecord,
  part: string,
  step: (change: Step) => Promise<void>,
): Promise<number> {
  return job.database.read
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (read) => {
      const ctx = await contextOf(work, job, record, read)
      const screen = screenOf(work, record)
      const query = queryOf(record)
      const where = whereSql(await listConditions(screen, ctx, query))
      const counted = await sql<{ n: number }>`select count(*) as n from ${screen.from}${where}`.execute(read)
      const total = Number(counted.rows[0]?.n ?? 0)
      if (total > exportLimits.rows) throw new Refused('dataio.tooManyRows', { total, max: exportLimits.rows })
      if (!isFormat(record.format)) throw new Refused('dataio.format')
      await sql`declare rows_out no scroll cursor for select ${screen.list.columns} from ${screen.from}${where}${orderSql(screen, query)}`.execute(
        read,
      )
      await step({ done: 0, total })
      const columns = chosen(screen, record)
      const env = cellEnv(work.core.schema, screen, ctx, record)
      await formats[record.format].write(part, {
        head: headOf(columns, screen, env, record),
        total,
        batches: batches({ work, job, record, screen, ctx, read, columns, env, total, step }),
        signal: job.signal,
      })
      return total
    })
}

/** The rights of now: who lost the list, or the right to export it, gets nothing. */
async function contextOf(work: ExportWork, job: Job, record: ExportRecord, read: Reader): Promise<Context> {
  const actor = await heldRights(job, record)
  const { core, log } = work
  return jobContext({
    core,
    actor,
    lang: record.lang,
    controller: 'dataio.Export',
    action: 'run',
    database: job.database,
    read,
    log,
  })
}

async function heldRights(job: Job, { admin_id, target }: ExportRecord) {
  const rights = await loadRights(job.database.read, 'admin', admin_id)
  if (!rights || !mayExport({ ...rights, sessionId: '' }, target)) throw new Refused('dataio.noRight')
  return rights
}

/** Who may export a list: who may see it, and holds its node `export`. */
export function mayExport(actor: Parameters<typeof can>[0], target: string): boolean {
  return can(actor, `${target}/index`) && can(actor, `${target}/export`)
}

function screenOf({ core, domains }: ExportWork, { target }: ExportRecord): Screen {
  const page = core.schema.pages.get(target)
  if (!page?.actions.export) throw new Refused('dataio.noList')
  return makeScreen(page, core.schema, domains)
}

/** The request that the list would send, without a page of it. */
export function queryOf({ filters, sort }: Pick<ExportRecord, 'filters' | 'sort'>): ListQuery {
  const { search, quickSearch } = filters as Asked
  const [field = '', direction] = sort.split(',')
  return {
    page: 1,
    limit: 1,
    ...(field === '' ? {} : { order: { field, direction: direction === 'asc' ? 'asc' : 'desc' } }),
    quickSearch,
    search: search.map((term) => ({ ...term, operator: term.operator as Operator })),
    select: false,
    isTree: false,
  }
}

function chosen(screen: Screen, record: ExportRecord): ExportColumn[] {
  const names = new Set(record.columns as string[])
  return exportColumns(screen.page).filter((column) => names.has(column.name))
}

function cellEnv({ words }: Schema, { page }: Screen, ctx: Context, { lang, zone }: ExportRecord): CellEnv {
  return {
    word(key) {
      const text = words.text(lang, page.id, key)
      return text === key ? undefined : text
    },
    time: dateTimeFormat(zone),
    selfId: ctx.actor?.id ?? 0,
    now: ctx.now,
  }
}

/** Titles as the dialog showed them; those of instants say in which zone they are told. */
function headOf(columns: readonly ExportColumn[], { page }: Screen, env: CellEnv, { zone }: ExportRecord): string[] {
  const titles = columnTitles(exportColumns(page), env.word)
  return columns.map((column) => `${titles.get(column.name) ?? column.name}${isInstant(column) ? ` (${zone})` : ''}`)
}

interface Reading {
  work: ExportWork
  job: Job
  record: ExportRecord
  screen: Screen
  ctx: Context
  read: Reader
  columns: readonly ExportColumn[]
  env: CellEnv
  total: number
  step(change: Step): Promise<void>
}

/** The rows of the cursor as values of the file. Once a second it is told how far this is, and looked whether the rights are still held. */
async function* batches(reading: Reading): AsyncGenerator<Cell[][]> {
  const { job, record, screen, ctx, read, columns, env, total, step } = reading
  let done = 0
  let told = performance.now()
  for (;;) {
    job.signal.throwIfAborted()
    const found = await sql<Row>`fetch ${sql.raw(String(batchSize))} from rows_out`.execute(read)
    if (found.rows.length === 0) return
    const rows = found.rows.map(screen.list.model)
    const wire = await finishRows(screen, ctx, read, { rows, shape: screen.list, purpose: 'list' })
    yield wire.map((row, i) => columns.map((column) => cellOf(column, row, rows[i] ?? {}, env)))
    done += rows.length
    if (performance.now() - told < tellEvery) continue
    await heldRights(job, record)
    await step({ done, total })
    told = performance.now()
  }
}
