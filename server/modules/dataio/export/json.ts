import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { Cell } from './cells.ts'
import type { Sheet } from './formats.ts'

/** Digits that every reader of JSON keeps of a number; longer ones are text, as in a workbook. */
const digitsAtMost = 15

/**
 * Writes a JSON file: an array with one object per row and line, holding the values of the other formats. Members have the names of the
 * columns, independent of the language. Texts are unchanged: no reader of JSON takes one for a formula.
 */
export async function writeJson(path: string, { names, batches, signal }: Sheet): Promise<void> {
  const keys = names.map((name) => `${JSON.stringify(name)}:`)
  const parts = async function* () {
    let before = '[\n'
    for await (const rows of batches) {
      if (rows.length === 0) continue
      yield before + rows.map((row) => `{${row.map((cell, i) => `${keys[i] ?? ''}${jsonOf(cell)}`).join(',')}}`).join(',\n')
      before = ',\n'
    }
    yield before === '[\n' ? '[]\n' : '\n]\n'
  }
  await pipeline(parts, createWriteStream(path, { flags: 'wx', mode: 0o640 }), { signal })
}

/** Halves of surrogate pairs come out as escapes, so the file is UTF-8 whatever the rows hold. */
function jsonOf(cell: Cell): string {
  if ('text' in cell) return JSON.stringify(cell.text)
  const isNumber = /^-?(0|[1-9]\d*)(\.\d+)?$/.test(cell.number) && cell.number.replace(/\D/g, '').length <= digitsAtMost
  return isNumber ? cell.number : JSON.stringify(cell.number)
}
