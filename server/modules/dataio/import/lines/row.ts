import { type SqlBool, sql } from 'kysely'
import { type ImportFault, type ImportMode, type ImportPart, importParts } from '../../../../../src/schemas/api/importing.ts'
import type { Field } from '../../../../../src/schemas/field.ts'
import { kindOf } from '../../../../../src/schemas/kinds/index.ts'
import { CodecError } from '../../../../../src/schemas/kinds/kind.ts'
import type { Context } from '../../../../core/context.ts'
import type { Writer } from '../../../../core/db/connect.ts'
import { type Key, keyColumn } from '../../../../core/db/rowKey.ts'
import { toDb } from '../../../../core/db/values.ts'
import { auditOf, writeAudit } from '../../../../core/log/audit.ts'
import { masked } from '../../../../core/log/masked.ts'
import { Refused } from '../../../../core/refuse.ts'
import { pendingOf } from '../../../../core/transaction/transaction.ts'
import type { Row } from '../../../../crud/domain.ts'
import { operatorSql } from '../../../../crud/operators.ts'
import { scopeSql, whereSql } from '../../../../crud/rows/rows.ts'
import { addComputes } from '../../../../crud/rows/virtual.ts'
import type { Screen } from '../../../../crud/screen/screen.ts'
import { readableError } from '../../../../crud/validate/refusal.ts'
import { save } from '../../../../crud/write/save.ts'
import { faultOf, LineFaults, type Placing, type Refusals, refusedFaults, withOthers } from './faults.ts'
import { type Group, type Line, textAt } from './groups.ts'
import { joinOf, type PartFault } from './joins.ts'
import type { Seen } from './seen.ts'
import { CellFault, type CellReader } from './values.ts'

/** How lines are taken. */
export interface Taking {
  screen: Screen
  ctx: Context
  cells: CellReader
  /** Field of each column; '' for those that are left out. */
  mapping: readonly string[]
  mode: ImportMode
  /** Fields by which a row is found; none where every line is a new one. */
  match: readonly string[]
  /** May the rows of several lines be added at once? */
  adds: boolean
  /** Key of the import, for the audit. */
  importId: number
  /** By what a row is found → the line that had it first. */
  seen: Seen
}

/** What the lines about a record came to: a new row, a changed one, or nothing. */
export type Taken = 'inserted' | 'updated' | Refusals

/**
 * Takes the lines about one record the way the form would: words and names become values, then the row is saved with every rule of its
 * screen. What is wrong is undone alone: the transaction goes on.
 */
export async function takeLines(taking: Taking, trx: Writer, group: Group): Promise<Taken> {
  const undo = noted(trx)
  const placing: Placing = { lineOf: () => 0 }
  await sql`savepoint import_line`.execute(trx)
  try {
    const taken = await saveLines(taking, trx, group, placing)
    await sql`release savepoint import_line`.execute(trx)
    return taken
  } catch (thrown) {
    const error = thrown instanceof LineFaults ? thrown : await readableError(thrown, taking)
    if (!(error instanceof Refused) && !(error instanceof LineFaults)) throw error
    await sql`rollback to savepoint import_line`.execute(trx)
    undo()
    return withOthers(taking, group, error instanceof LineFaults ? error.faults : refusedFaults(taking, group, placing, error))
  }
}

/** What a transaction has noted to do by now; returns what takes it back to that. */
export function noted(trx: Writer): () => void {
  const pending = pendingOf(trx)
  const [audits, after] = [pending?.audits.length ?? 0, pending?.after.length ?? 0]
  return () => {
    pending?.audits.splice(audits)
    pending?.after.splice(after)
  }
}

/** Saves the lines about one record. Throws `LineFaults` or `Refused`; what was written by then is the caller's to undo. */
export async function saveLines(taking: Taking, trx: Writer, group: Group, placing: Placing): Promise<'inserted' | 'updated'> {
  const { screen, ctx, mode, match } = taking
  const [line] = group
  const twin = markSeen(taking, line)
  if (twin !== undefined)
    throw new LineFaults([faultOf(taking, line, match.at(-1) ?? '', { code: 'import.twice', params: { line: twin } })])
  const wire = await readLines(taking, trx, group)
  const key = match.length === 0 ? undefined : await findRow(taking, trx, line, wire)
  if (key === undefined && mode === 'update')
    throw new LineFaults([faultOf(taking, line, match.at(-1) ?? '', { code: 'import.missing' })])
  const keyName = screen.entity.key ?? 'id'
  await joinParts({ taking, group, placing }, trx, wire, key)
  const body = key === undefined ? bodyOf(screen, wire) : { ...withoutKey(screen, wire), [keyName]: key }
  const done = key === undefined ? 'add' : 'edit'
  const saved = await save(screen, { ...ctx, body }, trx, done)
  await auditLine({ taking, trx, line }, { done, key: saved, wire })
  return key === undefined ? 'inserted' : 'updated'
}

/** What is posted for a new row. */
export function bodyOf({ entity }: Screen, wire: Readonly<Row>): Row {
  const { [entity.key ?? 'id']: _key, ...values } = wire
  return entity.keyGiven ? { ...wire } : values
}

/** What is posted for a row there is, beside its key. */
function withoutKey({ entity }: Screen, wire: Readonly<Row>): Row {
  const names = [entity.key ?? 'id', ...(entity.keyParts ?? [])]
  return Object.fromEntries(Object.entries(wire).filter(([name]) => !names.includes(name)))
}

interface Saved {
  done: 'add' | 'edit'
  key: Key | null
  wire: Readonly<Row>
}

/** Notes in the audit what a line has done. */
export async function auditLine(
  { taking, trx, line }: { taking: Taking; trx: Writer; line: Line },
  { done, key, wire }: Saved,
): Promise<void> {
  const { screen, ctx, importId } = taking
  const { [screen.entity.key ?? 'id']: _key, ...values } = wire
  const secret = new Set(Object.values(screen.page.fields).flatMap((field) => (field.mask ? [field.name] : [])))
  const detail = { import: importId, line: line.line, values: masked(values, secret) }
  const { table } = screen.entity
  await writeAudit(trx, auditOf(ctx, { action: `${screen.page.id}/${done}`, table, key: key ?? 0, detail }))
}

/** Records what identifies the row of a line; returns the earlier line with the same. */
export function markSeen({ mapping, match, seen }: Pick<Taking, 'mapping' | 'match' | 'seen'>, { line, cells }: Line) {
  if (match.length === 0) return undefined
  const texts = match.map((name) => textAt(mapping, cells, name))
  if (texts.every((text) => text === '')) return undefined
  const first = seen.first(JSON.stringify(texts), line)
  return first === line ? undefined : first
}

/** The fields of the columns, each behind those that its choices depend on. */
function inOrder(mapping: readonly string[], fields: Readonly<Record<string, Field>>): string[] {
  const ordered = new Set<string>()
  const put = (name: string): void => {
    if (ordered.has(name)) return
    for (const before of fields[name]?.depends ?? []) if (mapping.includes(before)) put(before)
    ordered.add(name)
  }
  mapping.forEach(put)
  return [...ordered]
}

/** Wire values of the cells that hold something: an empty one leaves a row as it is, and a new one with what is usual. */
export async function readLines(taking: Taking, trx: Writer, group: Group): Promise<Row> {
  const { screen, cells, mapping } = taking
  const wire: Row = {}
  const faults: ImportFault[] = []
  for (const name of inOrder(mapping, screen.page.fields)) {
    const field = screen.page.fields[name] ?? screen.entity.fields[name]
    const saying = name === '' || !field ? [] : group.filter((line) => textAt(mapping, line.cells, name) !== '')
    const [line, ...others] = saying
    if (!field || !line) continue
    const text = textAt(mapping, line.cells, name)
    for (const other of others.filter((each) => textAt(mapping, each.cells, name) !== text))
      faults.push(faultOf(taking, other, name, { code: 'import.differs', params: { line: line.line } }))
    try {
      wire[name] = await cells.read(trx, field, text, wire)
    } catch (error) {
      if (!(error instanceof CellFault)) throw error
      faults.push(faultOf(taking, line, name, error.finding))
    }
  }
  if (faults.length > 0) throw new LineFaults(faults)
  return wire
}

interface Joining {
  taking: Taking
  group: Group
  placing: Placing
}

/** Values that several columns say together, over those of the row there is. */
async function joinParts({ taking, group, placing }: Joining, trx: Writer, wire: Row, key: Key | undefined): Promise<void> {
  const { screen, ctx, mapping } = taking
  const parts = importParts(screen.page).filter(({ name }) => group.some(({ cells }) => textAt(mapping, cells, name) !== ''))
  for (const field of new Set(parts.map((part) => part.field))) {
    const join = joinOf(field.kind)
    const own = parts.filter((part) => part.field === field)
    const lines = group.map(({ line, cells }) => {
      const filled = own.flatMap(({ name, column }) => {
        const text = textAt(mapping, cells, name)
        return text === '' ? [] : [[column, text] as const]
      })
      return { line, cells: Object.fromEntries(filled) }
    })
    const rows: Row[] = key === undefined ? [] : [{ [screen.entity.key ?? 'id']: key }]
    await addComputes({ screen, ctx, db: trx }, rows, [field])
    const joined = join(lines, rows[0]?.[field.name] ?? null, field, wire)
    if (Array.isArray(joined)) throw new LineFaults(joined.map((each) => partFault({ taking, group }, field, own, each)))
    Object.assign(wire, joined.beside, { [field.name]: joined.value })
    const before = placing.lineOf
    placing.lineOf = (path, name) => (name === field.name ? joined.lineOf(path) : before(path, name))
  }
}

/** An error in a column; when the file lacks that column, reported at one that the line has filled. */
function partFault(
  { taking, group }: Omit<Joining, 'placing'>,
  field: Field,
  own: readonly ImportPart[],
  { at, column, code, params }: PartFault,
): ImportFault {
  const line = group[at] ?? group[0]
  const said = own.find(({ name }) => textAt(taking.mapping, line.cells, name) !== '')
  const name = `${field.name}.${column}`
  return faultOf(taking, line, taking.mapping.includes(name) ? name : (said?.name ?? field.name), {
    code,
    ...(params ? { params } : {}),
  })
}

/** The key of the row that a line is about, of those the person may edit. */
async function findRow(taking: Taking, trx: Writer, line: Line, wire: Row): Promise<Key | undefined> {
  const { screen, ctx, match } = taking
  const { entity } = screen
  const conditions = await scopeSql(screen, ctx, trx, 'edit')
  for (const name of match) {
    const field = entity.fields[name]
    if (!field) throw new Error(`${screen.page.id}: no field "${name}"`)
    const model = modelOf(taking, line, field, wire[name])
    if (model === null) return requireNew(taking, line, name)
    const column = sql.ref(`t.${name}`)
    const value = toDb(model, field)
    // Two rows may differ by the case of a part of their key.
    if (entity.keyParts?.includes(name)) conditions.push(sql<SqlBool>`${column} = ${value}`)
    else conditions.push(operatorSql(field, column, 'eq', { text: '', list: [value] }))
  }
  const { rows } = await sql<{ key: Key }>`select ${keyColumn(entity)} as key
    from ${sql.table(entity.table)} as t${whereSql(conditions)} limit 1`.execute(trx)
  return rows[0]?.key
}

/** A line that does not say which row it is about can only be a new one. */
function requireNew(taking: Taking, line: Line, name: string): undefined {
  if (taking.mode === 'update') throw new LineFaults([faultOf(taking, line, name, { code: 'required' })])
  return undefined
}

function modelOf(taking: Taking, line: Line, field: Field, wire: unknown): unknown {
  try {
    return kindOf(field).fromWire(wire ?? '', field) ?? null
  } catch (error) {
    if (!(error instanceof CodecError)) throw error
    throw new LineFaults([faultOf(taking, line, field.name, { code: error.code, params: error.params })])
  }
}
