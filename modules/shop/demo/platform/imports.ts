import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Context } from '../../../../server/core/context.ts'
import type { Reader, Writer } from '../../../../server/core/db/connect.ts'
import { jobContext } from '../../../../server/core/jobs/context.ts'
import { enqueue } from '../../../../server/core/jobs/queue.ts'
import type { Job, JobKind } from '../../../../server/core/jobs/runner.ts'
import type { AdminRow, DataioImportRow } from '../../../../server/core/rows.generated.ts'
import { loadRights } from '../../../../server/core/session/access.ts'
import { inTransaction } from '../../../../server/core/transaction/transaction.ts'
import { keptLines } from '../../../../server/modules/dataio/csv.ts'
import { proposedMapping } from '../../../../server/modules/dataio/import/columns.ts'
import { type ImportRecord, importOf, isUnderWay } from '../../../../server/modules/dataio/import/record.ts'
import { cancelImport, checkImport, insertDraft, startImport } from '../../../../server/modules/dataio/import/request.ts'
import type { ImportWork } from '../../../../server/modules/dataio/import/work/going.ts'
import { importStatus } from '../../../../src/schemas/api/importing.ts'
import { type Wanted, wanted } from './importFiles.ts'

/** Kind of the job that plays the imports of the demo shop. */
export const demoImportsJob = 'demoImports'

/** Milliseconds between two looks at an import that is under way. */
const look = 100

/** The demo shop's imports (screens, chapter H): the server that starts next sends, checks and runs them as a person does. */
export function seedImports(trx: Writer): Promise<void> {
  return enqueue(trx, demoImportsJob, 1)
}

/** Who goes on after a server that stopped in the middle finds what that one has done by the names of the files. */
export function demoImportsKind(work: ImportWork): JobKind {
  return {
    async run(job) {
      const ctx = await ownerContext(work, job)
      for (const file of wanted) await play(ctx, job, file)
      await inTransaction(job.database, (trx) => job.finish(trx))
    },
    fail: async () => {}, // the shop has fewer imports then, and the log says why
  }
}

async function ownerContext({ core, log }: ImportWork, { database }: Job): Promise<Context> {
  const { rows } = await sql<Pick<AdminRow, 'id'>>`select min(id) as id from admin`.execute(database.read)
  const actor = await loadRights(database.read, 'admin', rows[0]?.id ?? 0)
  if (!actor) throw new Error('there is no owner whose imports these could be')
  const at = { controller: 'dataio.Import', action: 'upload' }
  return jobContext({ core, actor, lang: 'zh-cn', ...at, database, read: database.read, log })
}

async function play(ctx: Context, job: Job, file: Wanted): Promise<void> {
  const { until } = file
  let record = (await sent(ctx, file.name)) ?? (await send(ctx, file))
  if (until === 'draft') return
  if (record.status === importStatus.draft) {
    const { mapping } = record
    const said = { mapping, mode: file.mode, match: file.match ?? '', on_error: 'skip' }
    await ctx.write((trx) => checkImport({ ...ctx, body: said }, trx, record))
  }
  record = await settled(ctx, job, record)
  if (record.status !== importStatus.ready) return
  if (until === 'cancelled') await ctx.write((trx) => cancelImport(trx, record.id))
  if (until !== 'done') return
  await ctx.write((trx) => startImport(ctx, trx, record.id))
  await settled(ctx, job, record)
}

async function sent({ read, actor }: Context, name: string): Promise<ImportRecord | undefined> {
  const { rows } = await sql<
    Pick<DataioImportRow, 'id'>
  >`select id from dataio_import where name = ${name} and admin_id = ${actor?.id ?? 0}
    order by id limit 1`.execute(read)
  return rows[0] && importOf(read, rows[0].id)
}

/** Keeps the file's lines and what its titles mean, as an upload does. */
async function send(ctx: Context, { name, target, lines }: Wanted): Promise<ImportRecord> {
  const { privateFiles } = ctx.services
  const page = ctx.schema.pages.get(target)
  if (!page) throw new Error(`there is no list ${target} to import to`)
  const [head = [], ...rows] = await lines(ctx.read)
  const part = privateFiles.part()
  await pipeline(Readable.from([keptLines([head, ...rows])]), createWriteStream(part, { flags: 'wx', mode: 0o640 }))
  const mapping = proposedMapping(ctx.schema.words, page, head)
  const draft = {
    name,
    target,
    rows: rows.length,
    encoding: 'utf-8',
    mapping,
    file: await privateFiles.keep(part, 'csv'),
    titled: true,
  }
  const id = await ctx.write((trx) => insertDraft(ctx, trx, draft))
  return found(ctx.read, id)
}

/** The import once neither its check nor its run goes on. */
async function settled({ read }: Context, { signal }: Job, { id }: ImportRecord): Promise<ImportRecord> {
  for (;;) {
    const record = await found(read, id)
    if (!isUnderWay(record.status)) return record
    await sleep(look, undefined, { signal })
  }
}

async function found(read: Reader, id: number): Promise<ImportRecord> {
  const record = await importOf(read, id)
  if (!record) throw new Error(`import ${id} is gone`)
  return record
}
