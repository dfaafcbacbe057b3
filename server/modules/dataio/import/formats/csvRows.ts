import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { Refused } from '../../../../core/refuse.ts'
import { unguarded } from '../../export/guard.ts'
import { decodeFile, delimiterOf } from './decode.ts'

/** Characters of one line at most, with all its cells. */
const lineAtMost = 1_000_000

/** The lines of a CSV file as it was sent, the titles first; texts that an export guarded are as they were. */
export async function* csvRows(
  path: string,
  asked: { encoding: string; delimiter: string },
  told: (encoding: string) => void,
): AsyncGenerator<string[]> {
  const { text, encoding } = decodeFile(await readFile(path), asked.encoding)
  told(encoding)
  const parser = parse({ delimiter: asked.delimiter || delimiterOf(text), ...lenient })
  for await (const row of parsed(Readable.from(pieces(text)), parser)) yield row.map(unguarded)
}

/** The lines of a file that was read before and kept as plain CSV. */
export async function* keptRows(path: string): AsyncGenerator<string[]> {
  yield* parsed(createReadStream(path), parse({ ...lenient, record_delimiter: ['\n', '\r\n'] }))
}

const lenient = { relax_column_count: true, max_record_size: lineAtMost } as const

async function* parsed(source: Readable, parser: ReturnType<typeof parse>): AsyncGenerator<string[]> {
  source.on('error', (error) => parser.destroy(error))
  source.pipe(parser)
  try {
    for await (const row of parser) yield row as string[]
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new Refused('import.csv', { line: Number(error.lines) || 1 })
  } finally {
    source.destroy()
  }
}

/** A text in pieces, so that other requests get their turn between them. */
function* pieces(text: string): Generator<string> {
  const size = 64 * 1024
  for (let from = 0; from < text.length; from += size) yield text.slice(from, from + size)
}
