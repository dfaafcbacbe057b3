import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { stringify } from 'csv-stringify/sync'
import type { Cell } from './cells.ts'
import type { Sheet } from './formats.ts'
import { guarded } from './guard.ts'

/** Writes a CSV file (UTF-8 with a byte order mark, lines ended by CRLF), a batch of rows at a time. */
export async function writeCsv(path: string, { head, batches, signal }: Sheet): Promise<void> {
  const lines = async function* () {
    yield stringify([head.map(guarded)], { bom: true, record_delimiter: 'windows' })
    for await (const rows of batches)
      yield stringify(
        rows.map((row) => row.map(textOf)),
        { record_delimiter: 'windows' },
      )
  }
  await pipeline(lines, createWriteStream(path, { flags: 'wx', mode: 0o640 }), { signal })
}

/** Numbers stay numbers: a minus before one is no formula. */
function textOf(cell: Cell): string {
  return 'number' in cell ? cell.number : guarded(cell.text)
}
