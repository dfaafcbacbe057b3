import { sql } from 'kysely'
import type { Action } from '../../../src/schemas/language/page.ts'
import { encodeRow } from '../../../src/schemas/language/wire/codec.ts'
import type { Context } from '../../core/context.ts'
import { columnDefault } from '../../core/db/columns.ts'
import type { Writer } from '../../core/db/connect.ts'
import type { Key } from '../../core/db/rows.ts'
import { Refused } from '../../core/refuse.ts'
import type { Row } from '../domain.ts'
import { readRecords } from '../read/read.ts'
import { lockGuarded, refuseByRule } from '../rows/guard.ts'
import { decodeKey, requestKeys, requireWritable } from '../rows/key.ts'
import type { Screen } from '../screen/screen.ts'
import { type FailedWrite, readableError, refuseInvalid } from '../validate/refusal.ts'
import { formValue, readValues, remoteChoiceErrors, rowActionOf } from './action.ts'
import { runEffects } from './effects.ts'

/** Lines that one form takes. */
const maxLines = 200

/** GET <call>?ids=…: the first values of the form, with a line for each row that holds what the row has under the same names. */
export async function eachFormHandler(screen: Screen, action: Action, ctx: Context): Promise<Row> {
  requireWritable(screen, ctx)
  const { page } = screen
  const records = await readRecords(screen, ctx, ctx.read, requestKeys(screen, ctx.query.ids, maxLines), 'info')
  const values: Row = Object.fromEntries(Object.values(action.fields).map((field) => [field.name, columnDefault(field)]))
  Object.assign(values, await rowActionOf(screen, action).prepare?.({ ctx, db: ctx.read, page, action, row: {} }))
  const lineFields = action.fields[action.perRow ?? '']?.fields ?? {}
  const lines = records.map(({ model }) =>
    Object.fromEntries(
      Object.values(lineFields).map((field) => {
        const same = screen.entity.fields[field.name]
        const isSame = same !== undefined && !same.secret && !same.mask && Object.hasOwn(model, field.name)
        return [field.name, isSame || field.name === screen.entity.key ? model[field.name] : columnDefault(field)]
      }),
    ),
  )
  const form = Object.values(action.fields).map((field) => [field.name, formValue(field, values[field.name])])
  return {
    row: {},
    values: { ...Object.fromEntries(form), [action.perRow ?? '']: lines.map((line) => encodeRow(lineFields, line)) },
  }
}

/**
 * POST <call> {…fields, <each>: [{id, …}]}: the action on the row of each line, with the line's values over the others. A line on whose row
 * it cannot be done is told at its place (`<each>.1.tracking_no`) together with all others, and nothing is done; with `partly` the rest
 * is done all the same, and the answer tells the lines that were not. Rows are locked in the order of their keys.
 */
export async function runEach(screen: Screen, action: Action, ctx: Context, trx: Writer): Promise<unknown> {
  requireWritable(screen, ctx)
  const { page } = screen
  const own = rowActionOf(screen, action)
  const { values, found } = readValues(screen, action, ctx, [{}])
  Object.assign(found, await remoteChoiceErrors(screen, action, ctx, trx, values, found))
  refuseInvalid(ctx, { page, prefix: `actions.${action.name}.fields` }, found)
  await own.before?.({ ctx, page, action, values })
  const lines = linesOf(screen, action, values)
  const errors = new Map<number, Record<string, string>>()
  for (const line of [...lines].sort((a, b) => compare(a.key, b.key))) {
    const refused = await within({ ctx, screen }, trx, () =>
      runLine(screen, action, ctx, trx, { ...values, ...line.values }, line.key),
    )
    if (refused) errors.set(line.index, lineErrors(ctx, action, line.index, refused))
  }
  const told = Object.assign({}, ...[...errors].sort(([a], [b]) => a - b).map(([, each]) => each)) as Record<string, string>
  const done = lines.length - errors.size
  const [message] = Object.values(told)
  if (message !== undefined && (!action.allowPartial || done === 0))
    throw new Refused('crud.invalid', { message }, { errors: told })
  return message === undefined ? { done } : { done, failed: errors.size, errors: told }
}

interface Line {
  index: number
  key: Key
  values: Row
}

/** The lines with the keys of their rows; refused when one has none, there are too many, or two are about the same. */
function linesOf(screen: Screen, action: Action, values: Readonly<Row>): Line[] {
  const list = (values[action.perRow ?? ''] ?? []) as Row[]
  if (list.length === 0) throw new Refused('crud.notFound')
  if (list.length > maxLines) throw new Refused('crud.tooMany', { name: action.perRow ?? '', max: maxLines })
  const lines = list.flatMap((line, index): Line[] => {
    const key = decodeKey(screen.entity, line[screen.entity.key ?? 'id'])
    return key === undefined ? [] : [{ index, key, values: line }]
  })
  if (new Set(lines.map(({ key }) => String(key))).size < list.length) throw new Refused('crud.notFound')
  return lines
}

function compare(a: Key, b: Key): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : String(a) < String(b) ? -1 : 1
}

async function runLine(screen: Screen, action: Action, ctx: Context, trx: Writer, values: Row, key: Key): Promise<void> {
  const own = rowActionOf(screen, action)
  await own.lock?.(trx, [key])
  const [row] = await lockGuarded(screen, ctx, trx, { keys: [key], purpose: 'edit', action })
  if (!row) throw new Refused('crud.notFound')
  const input = { ctx, trx, page: screen.page, action, row, values }
  await refuseByRule(own, input)
  await runEffects(screen, input)
  await own.run?.(input)
}

/** Does the work of one line so that a refusal undoes it alone; gives the refusal. Other errors end the transaction. */
async function within(write: FailedWrite, trx: Writer, work: () => Promise<void>): Promise<Refused | undefined> {
  await sql`savepoint kontor_line`.execute(trx)
  try {
    await work()
    await sql`release savepoint kontor_line`.execute(trx)
    return undefined
  } catch (error) {
    const known = await readableError(error, write)
    if (!(known instanceof Refused)) throw error
    await sql`rollback to savepoint kontor_line`.execute(trx)
    return known
  }
}

/** The messages of a refusal at the line; what is about a field asked once stands there, what is about the row in its first input. */
function lineErrors(ctx: Context, action: Action, index: number, refused: Refused): Record<string, string> {
  const text = ctx.text(`errors.${refused.code}`, refused.params)
  const { errors = refused.options.field === undefined ? {} : { [refused.options.field]: text } } = refused.options
  const lineFields = action.fields[action.perRow ?? '']?.fields ?? {}
  const input = Object.values(lineFields).find((field) => !field.readOnly)?.name ?? ''
  const places = Object.entries(errors).map(([name, message]): [string, string] => {
    const isShared = action.fields[name] !== undefined && lineFields[name] === undefined
    return [isShared ? name : `${action.perRow}.${index}.${lineFields[name] ? name : input}`, message]
  })
  return Object.fromEntries(places.length > 0 ? places : [[`${action.perRow}.${index}.${input}`, text]])
}
