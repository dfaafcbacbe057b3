import type { Field } from '../field.ts'
import { kindOf } from '../kinds/index.ts'
import type { Page } from '../language/page.ts'

/** States of an import (screens, E4). */
export const importStatus = {
  draft: 0,
  checking: 1,
  ready: 2,
  running: 3,
  done: 4,
  partly: 5,
  failed: 6,
  cancelled: 7,
} as const

/** Limits of imports (docs/decisions/0109-imports-of-a-million-lines.md); the dialog says them. */
export const importLimits = {
  bytes: 512 * 1024 * 1024,
  rows: 1_000_000,
  columns: 100,
  /** Characters of one cell. */
  cell: 32_767,
  /** Characters of all cells of one line. */
  line: 1_000_000,
  /** Lines of a file that is saved as a whole or not at all. */
  whole: 50_000,
  /** Lines of a file whose lines build on each other: several make one row, or some name rows of the same list. */
  together: 20_000,
  /** Lines up to which a check tries all of them together; above it tries them in parts of so many. */
  checked: 20_000,
  part: 5_000,
  /** Bytes of a workbook, unpacked, and of the different texts in it. */
  unpacked: 2 * 1024 * 1024 * 1024,
  texts: 128 * 1024 * 1024,
  /** Faulty lines after which a check or a run stops: each of them is reported. */
  faults: 20_000,
  /** The same while no line was right: it is probably another file. */
  stray: 1_000,
  /** Imports of one person that are checked or run at once. */
  atOnce: 2,
  /** Files of one person that wait to be checked or run. */
  drafts: 20,
  /** Bytes that the files of one person's imports may take together. */
  kept: 4 * 1024 * 1024 * 1024,
  /** Days that a file is kept. */
  days: 30,
} as const

/** May lines make rows, change those that are there, or both? */
export const importModes = ['insert', 'upsert', 'update'] as const
export type ImportMode = (typeof importModes)[number]
/** What becomes of the lines beside a faulty one. */
export const importOnError = ['skip', 'stop'] as const
export const importEncodings = ['auto', 'utf-8', 'gbk'] as const
/** The signs between cells that a CSV file may have, by the names that people choose them by; `auto` is whichever its first line has most of. */
export const importDelimiters = { auto: '', comma: ',', tab: '\t', semicolon: ';' } as const
export type ImportDelimiter = keyof typeof importDelimiters

/** One thing that is wrong with a line of a file. */
export interface ImportFault {
  /** As a spreadsheet counts: the titles are line 1. */
  line: number
  /** Field of the page; '' when it is about the line as a whole. */
  field: string
  /** Title of the field, for people. */
  title: string
  value: string
  message: string
}

/**
 * The fields that lines of a file may fill: form fields whose values fit in one line of text. Secret ones are included, as in the form:
 * written and never sent back.
 */
export function importFields({ fields, entity }: Pick<Page, 'fields' | 'entity'>): Field[] {
  return Object.values(fields).filter((field) => {
    if (field.virtual || field.readOnly || (!field.store && !field.link)) return false
    return ![entity.key, entity.owner, entity.weigh].includes(field.name) && kindOf(field).inCells !== false
  })
}

/** A column of a file that says a part of a field's value. */
export interface ImportPart {
  /** `<field>.<column>`. */
  name: string
  field: Field
  column: string
  samples: readonly string[]
  /** Is a new row nothing without it? */
  required: boolean
}

/** The columns of the fields of the form whose values are read from several of them. */
export function importParts({ fields }: Pick<Page, 'fields'>): ImportPart[] {
  return Object.values(fields).flatMap((field) => {
    if (field.readOnly) return []
    return Object.entries(kindOf(field).parts?.columns ?? {}).map(([column, { samples, required }]) => ({
      name: `${field.name}.${column}`,
      field,
      column,
      samples,
      required: field.required && required === true,
    }))
  })
}

/** The column that identifies nested rows, where lines may be such rows. */
export function rowColumnOf({ name, kind }: Pick<Field, 'name' | 'kind'>): string | undefined {
  const rows = kindOf({ kind }).parts?.rows
  return rows === undefined ? undefined : `${name}.${rows}`
}

/** What identifies a row: the key and unique fields; never what the person cannot read. */
export function importMatches(page: Pick<Page, 'fields' | 'entity'>): string[][] {
  const { entity } = page
  const fields = new Map(importFields(page).map((field) => [field.name, field]))
  const single = [...fields.values()].filter((field) => field.unique).map((field) => [field.name])
  const sets = [...single, ...entity.unique].filter((names) => names.every((name) => isReadable(fields.get(name))))
  return [...sets.map((names) => [...names]), ...(entity.key ? [[...(entity.keyParts ?? [entity.key])]] : [])]
}

function isReadable(field: Field | undefined): boolean {
  return field !== undefined && !field.mask && !field.secret
}

/** Which modes a screen offers: it has to be possible to add its rows, or to edit them. */
export function importModesOf({ actions }: Pick<Page, 'actions'>): ImportMode[] {
  const add = actions.add !== undefined || actions.addChild !== undefined
  const edit = actions.edit !== undefined
  return importModes.filter((mode) => (mode === 'update' || add) && (mode === 'insert' || edit))
}

/** What an upload answers: what was read of the file, and what its columns may fill. */
export interface ImportDraft {
  id: number
  name: string
  rows: number
  encoding: string
  head: string[]
  /** The first lines. */
  sample: string[][]
  /** Field of each column, by its title; '' where none fits. */
  mapping: string[]
}

/** A file that was sent before and is not run yet: for which list, and what was said of it. */
export interface ImportKept extends ImportDraft {
  target: string
  mode: ImportMode
  match: string
  onError: string
}

/** What a list takes from files. */
export interface ImportForm {
  fields: { name: string; title: string; required: boolean }[]
  /** Names joined by `+`. */
  matches: { value: string; title: string }[]
  modes: ImportMode[]
  /** Bytes that a file may have. */
  maxSize: number
}

/** State of an import. */
export interface ImportNews {
  id: number
  status: number
  progress: number
  done: number
  total: number
  inserted: number
  updated: number
  /** Lines that are right in themselves, and left out with faulty ones about the same row. */
  skipped: number
  failed: number
  name: string
  error: string
  /** The first of them. */
  faults: ImportFault[]
  report: boolean
}
