import type { Context } from '../../core/context.ts'
import { type DatabaseFault, faultOf, isParentMissing, type RuleFacts, ruleFacts, valueFaults } from '../../core/db/faults.ts'
import { rowToDb } from '../../core/db/values.ts'
import { isUnavailable } from '../../core/http/failures.ts'
import { type Params, Refused } from '../../core/refuse.ts'
import type { FieldMessage, Row } from '../domain.ts'
import type { Screen } from '../screen/screen.ts'
import { labelOf, messageText, type WordPlace } from '../words.ts'
import type { ValidationErrors } from './validate.ts'

/** Refuses when there are findings: one message per field, and the first of them as the message of all. */
export function refuseInvalid(ctx: Context, place: WordPlace, found: ValidationErrors): void {
  const refused = refusalOf(ctx, place, found)
  if (refused) throw refused
}

function refusalOf(ctx: Context, place: WordPlace, found: ValidationErrors): Refused | undefined {
  const errors = Object.fromEntries(
    Object.entries(found).map(([name, message]) => [`${place.inside ?? ''}${name}`, messageText(ctx, place, name, message)]),
  )
  const [first] = Object.values(errors)
  return first === undefined ? undefined : new Refused('crud.invalid', { message: first }, { errors })
}

/** What is known of a write that failed: its screen, and the model values that were to be written where it was a form. */
export interface FailedWrite {
  ctx: Context
  screen: Screen
  values?: Readonly<Row>
}

/**
 * Errors of the database that say something about what was sent, as a refusal that a person can act on: at the fields where the form has
 * them, else with the names of table, columns and rule. All others pass. Forms, actions, imports and bulk work all ask this one function.
 */
export async function readableError(error: unknown, write: FailedWrite): Promise<unknown> {
  const fault = faultOf(error)
  if (!fault || isUnavailable(error)) return error
  if (fault.raised || fault.code === 'P0001') return raised(fault, write)
  const read = readers[fault.code]
  return read ? await read(fault, write) : error
}

type Read = (fault: DatabaseFault, write: FailedWrite) => Refused | Promise<Refused>

/** By SQLSTATE: what is refused, and where. */
const readers: Readonly<Record<string, Read>> = {
  '23502': missing,
  '23503': reference,
  '23001': reference,
  '23505': (fault, write) => together(fault, write, 'db.duplicate', 'db.together'),
  '23514': (fault, write) =>
    fault.constraint && fault.table ? together(fault, write, 'db.rule', 'db.rule') : value(fault, write),
  '23P01': (fault, write) => together(fault, write, 'db.overlap', 'db.overlap'),
  '22001': value,
  '22003': value,
  '22007': value,
  '22008': value,
  '22021': value,
  '22P02': value,
  '22P05': value,
  '42501': ({ message }, { ctx }) => {
    ctx.log.warn({ message }, 'the database lets this server not write a table')
    return new Refused('db.noRight')
  },
}

/** A trigger's own sentence is written for people: pass it on as it is, and log it. */
function raised({ message, column, code, table }: DatabaseFault, { ctx, screen }: FailedWrite): Refused {
  ctx.log.warn({ message, code, table, page: screen.page.id }, 'a trigger of the database refused a write')
  return screen.page.fields[column]
    ? new Refused('db.said', { message }, { errors: { [column]: message } })
    : new Refused('db.said', { message })
}

function missing({ column, table }: DatabaseFault, { ctx, screen }: FailedWrite): Refused {
  const own = table === screen.entity.table && screen.page.fields[column]
  const found: ValidationErrors = own ? { [column]: { code: 'required' } } : {}
  return refusalOf(ctx, placeOf(screen), found) ?? new Refused('db.missing', { column, table: titleOf(ctx, table) })
}

async function reference(fault: DatabaseFault, write: FailedWrite): Promise<Refused> {
  const { ctx } = write
  const rule = await ruleFacts(ctx.read, fault.table, fault.constraint)
  if (!rule || !isParentMissing(fault, rule)) return new Refused('db.inUse', { table: titleOf(ctx, rule?.table ?? fault.table) })
  const params = { table: titleOf(ctx, rule.parent ?? '') }
  return atFields(write, rule, { code: 'db.parent', params }) ?? new Refused('db.noParent', { ...params, ...said(write, rule) })
}

/** A rule over one column or several: all its fields are marked. */
async function together(fault: DatabaseFault, write: FailedWrite, code: string, message: string): Promise<Refused> {
  const rule = (await ruleFacts(write.ctx.read, fault.table, fault.constraint)) ?? noRule(fault)
  const params = { rule: fault.constraint, ...said(write, rule) }
  const isOne = rule.columns.length === 1 && message === 'db.together'
  const found = atFields(write, rule, isOne ? { code: 'unique' } : { code: message, params })
  return found ?? new Refused(code, { ...params, table: titleOf(write.ctx, fault.table) })
}

function noRule({ table }: DatabaseFault): RuleFacts {
  return { table, columns: [], parent: null, parentColumns: [] }
}

/** The database names no column: each value is tried against its own. */
async function value(fault: DatabaseFault, { ctx, screen, values = {} }: FailedWrite): Promise<Refused> {
  const { entity, page } = screen
  const faults = await valueFaults(ctx.read, entity.table, rowToDb(values, entity))
  const found = faults
    .filter(({ column }) => page.fields[column])
    .map((each): [string, FieldMessage] => [each.column, messageOf(each)])
  return (
    refusalOf(ctx, placeOf(screen), Object.fromEntries(found)) ?? new Refused(fault.code === '22001' ? 'db.tooLong' : 'db.value')
  )
}

function messageOf({ code, type, length }: { code: string; type: string; length: number | null }): FieldMessage {
  if (code === '22001' && length !== null) return { code: 'maxLength', params: { max: length } }
  return {
    code: code === '22003' || code === '22008' ? 'db.range' : code === '23514' ? 'db.domain' : 'db.form',
    params: { type },
  }
}

/** The message at every field of the rule that the form has; undefined where it has none, or the rule is of another table. */
function atFields({ ctx, screen, values }: FailedWrite, rule: RuleFacts, message: FieldMessage): Refused | undefined {
  if (rule.table !== screen.entity.table || !values) return undefined
  const names = rule.columns.filter((name) => screen.page.fields[name] && !screen.page.fields[name]?.secret)
  return refusalOf(ctx, placeOf(screen), Object.fromEntries(names.map((name) => [name, message])))
}

/** The columns of a rule as people call them. */
function said({ ctx, screen }: FailedWrite, rule: RuleFacts): Params {
  const isOwn = rule.table === screen.entity.table
  const names = rule.columns.map((name) => (isOwn && screen.page.fields[name] ? labelOf(ctx, placeOf(screen), name) : name))
  return { fields: names.join(ctx.lang === 'en' ? ', ' : '、') }
}

/** A table by the title of its screen, else by its name. */
function titleOf(ctx: Context, table: string): string {
  const page = [...ctx.schema.pages.values()].find((each) => each.kind === 'crud' && each.entity.table === table)
  return page ? ctx.schema.words.text(ctx.lang, page.id, 'title') : table
}

function placeOf({ page }: Screen): WordPlace {
  return { page, prefix: 'fields' }
}
