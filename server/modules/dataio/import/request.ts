import { rm } from 'node:fs/promises'
import { sql } from 'kysely'
import {
  type ImportDelimiter,
  type ImportDraft,
  type ImportForm,
  type ImportMode,
  importDelimiters,
  importEncodings,
  importLimits,
  importMatches,
  importModesOf,
  importOnError,
  importParts,
  importStatus,
} from '../../../../src/schemas/api/importing.ts'
import { takesFiles } from '../../../../src/schemas/language/action/builtInActions.ts'
import { dbNow } from '../../../core/clock.ts'
import { actorOf, type Context } from '../../../core/context.ts'
import type { Writer } from '../../../core/db/connect.ts'
import { callOff, enqueue } from '../../../core/jobs/queue.ts'
import { Refused } from '../../../core/refuse.ts'
import type { DataioImportRow } from '../../../core/rows.generated.ts'
import type { Screen } from '../../../crud/screen/screen.ts'
import { receiveRaw } from '../../files/receive.ts'
import { notNow } from '../notNow.ts'
import { importForm, proposedMapping, targetsOf, templateColumns, titleOf, withoutSecrets } from './columns.ts'
import { deleteFaults } from './faults.ts'
import { isJson, readSource } from './formats/read.ts'
import { requireFewLines, requireRoom } from './limits.ts'
import { type ImportRecord, importJob, importOf, requirePlace, requireUnlocked } from './record.ts'
import { mayImport } from './rights.ts'
import { templateBook } from './template.ts'

const kinds = { allowedSuffixes: 'csv,txt,xlsx,json', allowedMimeTypes: '' }
const nameAtMost = 100

/** GET <controller>/import: what the list takes from files; with `template=1` a workbook to be filled in, in base64. */
export async function importFormHandler(screen: Screen, ctx: Context): Promise<ImportForm | { template: string }> {
  if (ctx.query.template === '1') {
    const names = [ctx.text('ui.import.sheets.rows'), ctx.text('ui.import.sheets.options')] as const
    const book = await templateBook(templateColumns(ctx.schema, ctx.lang, screen.page), names)
    return { template: book.toString('base64') }
  }
  const form = importForm(ctx.schema.words, ctx.lang, screen.page)
  const modes = form.modes.filter((mode) => mayImport(actorOf(ctx), screen.page.id, mode))
  return { ...form, modes, maxSize: importLimits.bytes }
}

/**
 * POST <controller>/import, a form with `file` and, before it, `encoding`: reads a file and stores its lines without importing them.
 * Returns what was found, so that the person can map the columns.
 */
export async function uploadHandler(screen: Screen, ctx: Context): Promise<ImportDraft> {
  const { privateFiles } = ctx.services
  const made: string[] = []
  const part = privateFiles.part()
  let kept = ''
  try {
    await ctx.write((trx) => requirePlace(trx, actorOf(ctx).id, 'drafts'))
    await requireRoom(ctx)
    const { path, name, fields } = await receiveRaw(ctx, { ...kinds, maxSize: importLimits.bytes }, (temporary) =>
      made.push(temporary),
    )
    const source = { path, name, ...saidOf(ctx, name, fields) }
    const { encoding, head, sample, rows } = await readSource(source, part)
    kept = await privateFiles.keep(part, 'csv')
    const mapping = proposedMapping(ctx.schema.words, screen.page, head)
    const safe = sample.map((cells) => withoutSecrets(screen.page, mapping, cells))
    const draft = { name: name.slice(0, nameAtMost), rows, encoding, head, sample: safe, mapping }
    const titled = source.titles === null
    return {
      id: await ctx.write((trx) => insertDraft(ctx, trx, { ...draft, target: screen.page.id, titled, file: kept })),
      ...draft,
    }
  } catch (error) {
    if (kept !== '') await privateFiles.remove(kept)
    throw error
  } finally {
    await Promise.all([part, ...made].map((path) => rm(path, { force: true })))
  }
}

/** What the form of a file says of it. */
function saidOf(ctx: Context, name: string, { encoding = 'auto', delimiter = 'auto', has_header = '1' }: Record<string, string>) {
  const asked = importEncodings.find((each) => each === encoding)
  if (!asked) throw new Refused('crud.parameter', { name: 'encoding' })
  if (!Object.hasOwn(importDelimiters, delimiter)) throw new Refused('crud.parameter', { name: 'delimiter' })
  const isTitled = has_header !== '0' || isJson(name)
  return {
    encoding: asked,
    delimiter: importDelimiters[delimiter as ImportDelimiter], // one of its own keys, as was just looked
    titles: isTitled ? null : (n: number) => ctx.text('ui.import.untitled', { n }),
  }
}

/** A file that waits for its check. */
interface Draft extends Omit<ImportDraft, 'id' | 'head' | 'sample'> {
  target: string
  file: string
  /** Has it a line of titles? */
  titled: boolean
}

/** The row of a file that waits for its check; returns its key. */
export async function insertDraft(
  ctx: Context,
  trx: Writer,
  { name, target, rows, encoding, mapping, file, titled }: Draft,
): Promise<number> {
  const adminId = actorOf(ctx).id
  await requirePlace(trx, adminId, 'drafts')
  const found = await sql<Pick<DataioImportRow, 'id'>>`
    insert into dataio_import (name, target, file, encoding, has_header, mode, match_field, mapping, on_error, lang, status, progress, done, total,
      inserted, updated, skipped, failed, error, error_file, faults, ticket, admin_id, expire_time, create_time, update_time)
    values (${name}, ${target}, ${file}, ${encoding}, ${titled ? 1 : 0}, 'insert', '', ${JSON.stringify(mapping)}, 'skip', ${ctx.lang},
      ${importStatus.draft}, 0, 0, ${rows}, 0, 0, 0, 0, '', '', '[]', '', ${adminId}, ${dbNow} + ${importLimits.days * 86_400}::bigint,
      ${dbNow}, ${dbNow})
    returning id`.execute(trx)
  return found.rows[0]?.id ?? 0
}

/** What a check is asked for. */
interface Asked {
  mapping: string[]
  mode: ImportMode
  match: string
  onError: string
}

/** POST check { id, mapping, mode, match, on_error }: maps the columns and validates every line; nothing is imported. */
export async function checkImport(ctx: Context, trx: Writer, record: ImportRecord): Promise<void> {
  const { draft, ready } = importStatus
  if (record.status !== draft && record.status !== ready) throw notNow(ctx, 'dataio/import', record.status)
  const asked = readAsked(ctx, record)
  requireRight(ctx, record.target, asked.mode)
  await sql`update dataio_import set mapping = ${JSON.stringify(asked.mapping)}::jsonb, mode = ${asked.mode},
    match_field = ${asked.match}, on_error = ${asked.onError}, lang = ${ctx.lang} where id = ${record.id}`.execute(trx)
  await beginCheck(ctx, trx, record.id)
}

/** Validates the lines of a file by the chosen mapping. */
export async function beginCheck(ctx: Context, trx: Writer, id: number): Promise<void> {
  await requirePlace(trx, actorOf(ctx).id, 'atOnce')
  await begin(trx, id, importStatus.checking)
}

/** Saves the lines of a file that was checked. */
export async function startImport(ctx: Context, trx: Writer, id: number): Promise<void> {
  const record = await importOf(trx, id, true)
  if (!record) throw new Refused('crud.notFound')
  if (record.status !== importStatus.ready) throw notNow(ctx, 'dataio/import', record.status)
  requireRight(ctx, record.target, record.mode)
  if (record.inserted + record.updated === 0) throw new Refused('import.noGoodRow')
  if (record.on_error === 'stop' && record.failed > 0) throw new Refused('import.faultyStop', { n: record.failed })
  await requirePlace(trx, actorOf(ctx).id, 'atOnce')
  await requireUnlocked(trx, record.target)
  await begin(trx, id, importStatus.running)
}

/** E4 cancel: 0 to 3 → 7. */
export async function stopImport(ctx: Context, trx: Writer, { id, status }: ImportRecord): Promise<void> {
  if (status > importStatus.running) throw notNow(ctx, 'dataio/import', status)
  await cancelImport(trx, id)
}

/**
 * Calls an import off; lines that were saved by then stay, unless all were to be saved or none. Of one that was only checked nothing is done.
 */
export async function cancelImport(trx: Writer, id: number): Promise<void> {
  await callOff(trx, importJob, id)
  await deleteFaults(trx, id)
  const { draft, checking, ready, running, cancelled } = importStatus
  const kept = (column: string) => sql`${sql.ref(column)} = case when status = ${running} then ${sql.ref(column)} else 0 end`
  await sql`update dataio_import set status = ${cancelled}, ${sql.join(['progress', 'inserted', 'updated', 'skipped', 'failed'].map(kept))},
    finished_time = ${dbNow}, update_time = ${dbNow}
    where id = ${id} and status = any(${[draft, checking, ready, running]}::int[])`.execute(trx)
}

async function begin(trx: Writer, id: number, status: number): Promise<void> {
  await sql`update dataio_import set status = ${status}, progress = 0, done = 0, inserted = 0, updated = 0, skipped = 0, failed = 0, faults = '[]',
    error = '', started_time = ${dbNow}, finished_time = null, update_time = ${dbNow} where id = ${id}`.execute(trx)
  await enqueue(trx, importJob, id)
}

/** Refuses who may not import to the list that way. */
export function requireRight(ctx: Context, target: string, mode: ImportMode): void {
  if (!mayImport(actorOf(ctx), target, mode)) throw new Refused('import.noRight')
}

function readAsked(ctx: Context, { target, mapping: known, total }: ImportRecord): Asked {
  const { body } = ctx
  const page = ctx.schema.pages.get(target)
  if (!page || !takesFiles(page)) throw new Refused('import.noList')
  const mode = importModesOf(page).find((each) => each === body.mode)
  const onError = importOnError.find((each) => each === body.on_error)
  if (!mode || !onError) throw new Refused('crud.parameter', { name: mode ? 'on_error' : 'mode' })
  const mapping = mappingOf(body.mapping, targetsOf(page), known.length)
  const matches = importMatches(page).map((names) => names.join('+'))
  const match = mode === 'insert' ? '' : matches.find((each) => each === body.match)
  if (match === undefined) throw new Refused('import.match')
  if (match !== '' && match.split('+').every((name) => !mapping.includes(name))) throw new Refused('import.matchColumn')
  const needed = [
    ...Object.values(page.fields).filter((field) => isMissing(field, mapping, targetsOf(page))),
    ...importParts(page).filter(({ name, required }) => required && !mapping.includes(name)),
  ]
  const missing = mode === 'update' ? [] : needed
  if (missing.length > 0) {
    const titles = missing.map(({ name }) => titleOf(ctx.schema.words, ctx.lang, page, name))
    throw new Refused('import.required', { fields: titles.join(ctx.text('ui.controls.comma')) })
  }
  requireFewLines(ctx, page, { mapping, match, onError }, total)
  return { mapping, mode, match, onError }
}

function isMissing(
  field: { name: string; required: boolean; default?: unknown },
  mapping: readonly string[],
  targets: readonly string[],
): boolean {
  const { name, required, default: usual } = field
  return required && (usual === undefined || usual === null || usual === '') && targets.includes(name) && !mapping.includes(name)
}

/** Field of each column, each field once. */
function mappingOf(value: unknown, targets: readonly string[], columns: number): string[] {
  const names = Array.isArray(value) ? value.slice(0, columns).map((name) => (name === null ? '' : String(name))) : []
  const filled = names.filter((name) => name !== '')
  if (filled.length === 0) throw new Refused('import.mapping')
  if (filled.some((name) => !targets.includes(name)) || new Set(filled).size < filled.length) throw new Refused('import.mapping')
  return Array.from({ length: columns }, (_, i) => names[i] ?? '')
}
