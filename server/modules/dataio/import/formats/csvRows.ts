import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { importLimits } from '../../../../../src/schemas/api/importing.ts'
import { Refused } from '../../../../core/refuse.ts'
import { unguarded } from '../../export/guard.ts'
import { delimiterOf, encodingOf, textOf } from './decode.ts'

/** The lines of a CSV file as it was sent, the titles first; texts that an export guarded are as they were. */
export async function* csvRows(
  path: string,
  asked: { encoding: string; delimiter: string },
  told: (encoding: string) => void,
): AsyncGenerator<string[]> {
  const encoding = await encodingOf(path, asked.encoding)
  told(encoding)
  const delimiter = asked.delimiter || delimiterOf(await beginningOf(path, encoding))
  const source = Readable.from(textOf(path, encoding))
  for await (const row of parsed(source, parse({ delimiter, ...lenient }))) yield row.map(unguarded)
}

/** The lines of a file that was read before and kept as plain CSV. */
export async function* keptRows(path: string): AsyncGenerator<string[]> {
  yield* parsed(createReadStream(path), parse({ ...lenient, record_delimiter: ['\n', '\r\n'] }))
}

const lenient = { relax_column_count: true, max_record_size: importLimits.line } as const

/** As much of a text as its first line can be long. */
async function beginningOf(path: string, encoding: string): Promise<string> {
  let text = ''
  for await (const piece of textOf(path, encoding)) {
    text += piece
    if (text.length > importLimits.line) break
  }
  return text
}

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
