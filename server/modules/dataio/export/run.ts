import { rm } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Schema } from '../../../../codegen/schema/schema.ts'
import { columnTitles, type ExportColumn, exportColumns, exportStatus, sheetOf } from '../../../../src/schemas/api/exporting.ts'
import { dateTimeIn } from '../../../../src/schemas/kinds/clock.ts'
import type { ListQuery } from '../../../../src/schemas/language/wire/query.ts'
import type { Operator } from '../../../../src/schemas/operators.ts'
import type { Reader, Writer } from '../../../core/db/connect.ts'
import { readNumber } from '../../../core/db/scalar.ts'
import type { Context } from '../../../core/handler.ts'
import type { Core } from '../../../core/http/makeContext.ts'
import { jobContext } from '../../../core/jobs/context.ts'
import { type Job, type JobKind, JobLost } from '../../../core/jobs/runner.ts'
import { writeAudit } from '../../../core/log/audit.ts'
import { Refused } from '../../../core/refuse.ts'
import { loadRights } from '../../../core/session/access.ts'
import { inTransaction } from '../../../core/transaction/transaction.ts'
import type { Domains } from '../../../crud/engine/domains.ts'
import { fromFor, whereSql } from '../../../crud/rows/rows.ts'
import { makeScreen, type Screen, type Sql } from '../../../crud/screen/screen.ts'
import { listConditions, orderSql } from '../../../crud/search/conditions.ts'
import { namedSql } from '../../../crud/search/search.ts'
import { type CellEnv, isInstant } from './cells.ts'
import { formats, isFormat } from './formats.ts'
import { exportLimits } from './limits.ts'
import { linesOf } from './lines.ts'
import { type Asked, type ExportRecord, exportOf, type Step, takeStep } from './record.ts'
import { mayExport, mayHavePlain } from './rights.ts'

/** What an export is made with. */
export interface ExportWork {
  core: Core
  domains: Domains
  log: Context['log']
}

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
      const change = { status: exportStatus.failed, error: (text || unknown).slice(0, 255), done: 0 }
      if ((await takeStep(trx, ref, change)) && row) await tellEnd(work, trx, row, false)
    },
  }
}

/** What the list does when a file of it is there, or came to nothing. */
async function tellEnd(
  { domains }: ExportWork,
  trx: Writer,
  { id, name, target, admin_id }: ExportRecord,
  done: boolean,
): Promise<void> {
  const now = Math.floor(Date.now() / 1000)
  await domains.screenHooks[target]?.exported?.({ trx, id, name, adminId: admin_id, done, now })
}

async function run(work: ExportWork, job: Job): Promise<void> {
  const record = await exportOf(job.database.read, job.ref)
  if (!record) throw new JobLost()
  const step = (change: Step) =>
    inTransaction(job.database, async (trx) => {
      await tellStep(trx, record.id, change)
      await job.hold(trx) // it may have been called off and asked for anew meanwhile
    })
  await step({ done: 0, total: 0 })
  const { privateFiles } = work.core.services
  const part = privateFiles.part()
  const started = performance.now()
  let kept = ''
  try {
    const total = await write({ work, job, record }, part, step)
    if (!isFormat(record.format)) throw new Refused('dataio.format')
    kept = await privateFiles.keep(part, record.format)
    const size = (await privateFiles.size(kept)) ?? 0
    await inTransaction(job.database, async (trx) => {
      await job.finish(trx)
      await tellStep(trx, record.id, { status: exportStatus.done, done: total, total, file: kept, size, keep: exportLimits.keep })
      await tellEnd(work, trx, record, true)
      const seconds = Math.round((performance.now() - started) / 1000)
      await writeAudit(trx, {
        adminId: record.admin_id,
        username: '',
        action: 'dataio/export/run',
        table: record.target,
        key: record.id,
        detail: { rows: total, size, seconds, scope: record.scope, columns: record.columns, masked: record.mask_sensitive === 1 },
      })
    })
  } catch (error) {
    await rm(part, { force: true })
    if (kept) await privateFiles.remove(kept)
    throw error
  }
}

async function tellStep(trx: Parameters<typeof takeStep>[0], id: number, change: Step): Promise<void> {
  if (!(await takeStep(trx, id, change))) throw new JobLost()
}

/** An export while its job runs. */
interface Running {
  work: ExportWork
  job: Job
  record: ExportRecord
}

/** Reads the list from one snapshot and writes it to `part`; returns how many lines there were. */
function write(running: Running, part: string, step: (change: Step) => Promise<void>): Promise<number> {
  const { work, job, record } = running
  return job.database.read
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (read) => {
      const screen = screenOf(work, record)
      const ctx = await contextOf(running, screen, read)
      const { shape, from, counted, order } = await statementOf(screen, ctx, record)
      const total = await readNumber(read, sql`select count(*) from ${counted}`)
      if (!isFormat(record.format)) throw new Refused('dataio.format')
      await sql`declare rows_out no scroll cursor for select ${shape.columns(ctx.lang)} from ${from}${order}`.execute(read)
      await step({ done: 0, total })
      const columns = chosen(screen, record)
      const env = cellEnv(work.core.schema, screen, ctx, record)
      const { tell, lines } = teller(job, record, screen, { total, step })
      await formats[record.format].write(part, {
        names: columns.map(({ name }) => name),
        head: headOf(columns, screen, env, record),
        batches: linesOf({ screen, scope: record.scope, shape, ctx, read, columns, env, signal: job.signal, tell }),
        signal: job.signal,
      })
      return lines()
    })
}

/** What is read: which rows of the list, in which order, and how much of each. */
async function statementOf(screen: Screen, ctx: Context, record: ExportRecord) {
  const query = queryOf(record)
  const { where } = sheetOf(screen.page, record.scope) ?? { where: null }
  const conditions = [...(await listConditions(screen, ctx, query)), ...(where ? [namedSql(where, screen, ctx)] : [])]
  const rows = whereSql(conditions)
  const from: Sql = sql`${screen.from}${rows}`
  const counted: Sql = sql`${fromFor(screen, conditions, ctx.read)}${rows}`
  return { shape: screen.sheets.get(record.scope) ?? screen.list, from, counted, order: orderSql(screen, query) }
}

/** Once a second it reports progress and checks that the rights are still held; exceeding the line limit ends it. */
function teller(
  job: Job,
  record: ExportRecord,
  screen: Screen,
  { total, step }: { total: number; step(change: Step): Promise<void> },
) {
  let told = performance.now()
  let written = 0
  const refuseMany = (lines: number) => {
    if (lines > exportLimits.rows) throw new Refused('dataio.tooManyRows', { total: lines, max: exportLimits.rows })
  }
  refuseMany(total)
  return {
    lines: () => written,
    async tell(records: number, lines: number): Promise<void> {
      written = lines
      refuseMany(lines)
      if (performance.now() - told < tellEvery) return
      await heldRights(job, record, screen)
      await step({ done: records, total })
      told = performance.now()
    },
  }
}

/** The rights of now: who lost the list, or the right to export it, gets nothing. */
async function contextOf({ work, job, record }: Running, screen: Screen, read: Reader): Promise<Context> {
  const actor = await heldRights(job, record, screen)
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

async function heldRights(job: Job, { admin_id, target, mask_sensitive }: ExportRecord, { page }: Screen) {
  const rights = await loadRights(job.database.read, 'admin', admin_id)
  const actor = rights && { ...rights, sessionId: '' }
  if (!actor || !mayExport(actor, target)) throw new Refused('dataio.noRight')
  if (mask_sensitive !== 1 && !mayHavePlain(actor, page)) throw new Refused('dataio.noPlain')
  return rights
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

function chosen(screen: Screen, { columns, scope }: ExportRecord): ExportColumn[] {
  const names = new Set(columns)
  return exportColumns(screen.page, scope).filter((column) => names.has(column.name))
}

function cellEnv({ words }: Schema, { page }: Screen, ctx: Context, { lang, zone, mask_sensitive }: ExportRecord): CellEnv {
  return {
    word(key) {
      const text = words.text(lang, page.id, key)
      return text === key ? undefined : text
    },
    time: (seconds) => dateTimeIn(zone, seconds),
    selfId: ctx.actor?.id ?? 0,
    now: ctx.now,
    masks: mask_sensitive === 1,
  }
}

/** Titles as the dialog showed them; those of times include the time zone. */
function headOf(columns: readonly ExportColumn[], { page }: Screen, env: CellEnv, { zone, scope }: ExportRecord): string[] {
  const titles = columnTitles(exportColumns(page, scope), env.word)
  return columns.map((column) => `${titles.get(column.name) ?? column.name}${isInstant(column) ? ` (${zone})` : ''}`)
}
