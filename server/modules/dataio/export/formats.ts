import type { Cell } from './cells.ts'
import { writeCsv } from './csv.ts'
import { writeJson } from './json.ts'
import { writeXlsx } from './xlsx.ts'

/** What is written: titles, and rows as they come. */
export interface Sheet {
  /** Names of the columns, for programs. */
  names: readonly string[]
  /** What people read above them. */
  head: readonly string[]
  /** Pulls the next batch only when the previous one is being written to disk. */
  batches: AsyncIterable<readonly (readonly Cell[])[]>
  signal: AbortSignal
}

interface Format {
  type: string
  write(path: string, sheet: Sheet): Promise<void>
}

/** Kinds of files; the names are the options of `format` and the suffixes of the files. */
export const formats = {
  csv: { type: 'text/csv; charset=utf-8', write: writeCsv },
  xlsx: { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', write: writeXlsx },
  json: { type: 'application/json; charset=utf-8', write: writeJson },
} as const satisfies Record<string, Format>

export type FormatName = keyof typeof formats

/** Is this the name of a kind of files? */
export function isFormat(value: unknown): value is FormatName {
  return typeof value === 'string' && Object.hasOwn(formats, value)
}
