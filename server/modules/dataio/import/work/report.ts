import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ImportFault } from '../../../../../src/schemas/api/importing.ts'
import type { Context } from '../../../../core/context.ts'
import type { PrivateFiles } from '../../../files/privateFiles.ts'
import { byteOrderMark, sheetLines } from '../../csv.ts'

/** Errors by line; `added` lines precede those of the file. */
interface Told {
  faults: readonly ImportFault[]
  added: number
}

/**
 * Writes a file of the faulty lines as sent, with two extra columns: the fields and the reasons. Returns its name in the private files.
 */
export async function writeReport(
  vault: PrivateFiles,
  rows: AsyncIterable<readonly string[]>,
  told: Told,
  ctx: Pick<Context, 'text'>,
): Promise<string> {
  const part = vault.part()
  try {
    await pipeline(Readable.from(reported(rows, told, ctx)), createWriteStream(part, { flags: 'wx', mode: 0o640 }))
    return await vault.keep(part, 'csv')
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

async function* reported(
  rows: AsyncIterable<readonly string[]>,
  { faults, added }: Told,
  ctx: Pick<Context, 'text'>,
): AsyncGenerator<string> {
  const byLine = new Map<number, ImportFault[]>()
  for (const fault of faults) byLine.set(fault.line, [...(byLine.get(fault.line) ?? []), fault])
  const last = Math.max(...byLine.keys()) + added
  let line = 0
  let columns = 0
  for await (const row of rows) {
    if (line++ >= last) break
    columns = Math.max(columns, line === 1 ? row.length : 0)
    const found = line > 1 ? byLine.get(line - added) : undefined
    if (line > 1 && !found) continue
    const more = found
      ? [found.map(({ title }) => title).join('; '), found.map(({ message }) => message).join(' ')]
      : [ctx.text('ui.import.errorField'), ctx.text('ui.import.errorMessage')]
    const cells = Array.from({ length: columns }, (_, i) => row[i] ?? '')
    yield (line === 1 ? byteOrderMark : '') + sheetLines([[...cells, ...more]])
  }
}
