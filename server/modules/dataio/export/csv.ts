import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { byteOrderMark, sheetLines } from '../csv.ts'
import type { Sheet } from './formats.ts'

/** Writes a CSV file (UTF-8 with a byte order mark, lines ended by CRLF), a batch of rows at a time. */
export async function writeCsv(path: string, { head, batches, signal }: Sheet): Promise<void> {
  const lines = async function* () {
    yield byteOrderMark + sheetLines([head])
    for await (const rows of batches) yield sheetLines(rows.map((row) => row.map((cell) => ('text' in cell ? cell.text : cell))))
  }
  await pipeline(lines, createWriteStream(path, { flags: 'wx', mode: 0o640 }), { signal })
}
