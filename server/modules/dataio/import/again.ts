import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import { type ImportKept, importStatus } from '../../../../src/schemas/api/importing.ts'
import type { Context } from '../../../core/context.ts'
import type { Writer } from '../../../core/db/connect.ts'
import { Refused } from '../../../core/refuse.ts'
import { keptLines } from '../csv.ts'
import { unguarded } from '../export/guard.ts'
import { notNow } from '../notNow.ts'
import { withoutSecrets } from './columns.ts'
import { keptRows } from './formats/csvRows.ts'
import type { ImportRecord } from './record.ts'
import { beginCheck, insertDraft, requireRight } from './request.ts'

/** Columns that the file of faulty lines has more than the one that was sent. */
const reportColumns = 2
/** Lines shown of a file. */
const sampleSize = 3

/** A file sent earlier, as the person left it: its columns can be mapped again. */
export async function keptImport(ctx: Context, record: ImportRecord): Promise<ImportKept> {
  const { id, status, target, name, total, encoding, mapping, mode, match_field, on_error } = record
  if (status !== importStatus.draft && status !== importStatus.ready) throw notNow(ctx, 'dataio/import', status)
  const page = ctx.schema.pages.get(target)
  const { privateFiles } = ctx.services
  if (!page) throw new Refused('import.noList')
  if (record.file === '' || (await privateFiles.size(record.file)) === undefined) throw new Refused('import.gone')
  const lines: string[][] = []
  for await (const cells of keptRows(privateFiles.path(record.file))) if (lines.push(cells) > sampleSize) break
  const [head = [], ...rows] = lines
  const sample = rows.map((cells) => withoutSecrets(page, mapping, cells).map((cell) => cell.slice(0, 100)))
  return { id, target, name, rows: total, encoding, head, sample, mapping, mode, match: match_field, onError: on_error }
}

/** Sends the faulty lines of an import again, as a new one that is checked at once: what they lacked may be there by now. */
export async function retryImport(ctx: Context, trx: Writer, record: ImportRecord): Promise<void> {
  requireRight(ctx, record.target, record.mode)
  const { privateFiles } = ctx.services
  if (record.error_file === '' || (await privateFiles.size(record.error_file)) === undefined) throw new Refused('import.gone')
  const part = privateFiles.part()
  await pipeline(
    Readable.from(faulty(privateFiles.path(record.error_file))),
    createWriteStream(part, { flags: 'wx', mode: 0o640 }),
  )
  const file = await privateFiles.keep(part, 'csv')
  try {
    const { target, encoding, mapping, mode, match_field, on_error } = record
    const name = `${record.name.replace(/\.\w+$/, '').slice(0, 60)} - ${ctx.text('ui.import.faultyLines')}.csv`
    const id = await insertDraft(ctx, trx, {
      name,
      target,
      rows: record.skipped + record.failed,
      encoding,
      mapping,
      file,
      titled: true,
    })
    await sql`update dataio_import set mode = ${mode}, match_field = ${match_field}, on_error = ${on_error} where id = ${id}`.execute(
      trx,
    )
    await beginCheck(ctx, trx, id)
  } catch (error) {
    await privateFiles.remove(file)
    throw error
  }
}

/** The lines of a file of faulty ones as they were sent: without the reasons, and what was guarded as it was. */
async function* faulty(path: string): AsyncGenerator<string> {
  let line = 0
  for await (const cells of keptRows(path)) {
    const [first = '', ...rest] = cells.slice(0, -reportColumns)
    yield keptLines([[line++ === 0 ? first.replace(/^\ufeff/, '') : first, ...rest].map(unguarded)])
  }
}
