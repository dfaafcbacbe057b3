import type { Field } from '../../../src/schemas/field.ts'
import { isObject } from '../../../src/schemas/isObject.ts'
import type { PerRowAction } from '../../../src/schemas/language/action/kinds/perRow.ts'
import { encodeRow } from '../../../src/schemas/language/wire/codec.ts'
import { columnDefault } from '../../core/db/columns.ts'
import type { Writer } from '../../core/db/connect.ts'
import type { Key } from '../../core/db/rowKey.ts'
import { Refused } from '../../core/refuse.ts'
import type { Row } from '../domain.ts'
import { readRecords } from '../read/read.ts'
import { lockGuarded, refuseByRule } from '../rows/guard.ts'
import { decodeKey, requestKeys, requireWritable } from '../rows/key.ts'
import { type ActionServer, formAddress } from './addresses.ts'
import { type ActionCall, rowActionOf, validValues } from './call.ts'
import { hasEffects, runEffects } from './effects.ts'
import { formValues, rowlessValues } from './firstValues.ts'
import { within } from './within.ts'

export const perRow: ActionServer<PerRowAction> = {
  isServed: (action, own) => own.run !== undefined || own.runAll !== undefined || hasEffects(action),
  addresses(screen, action, { at, writing }) {
    const work = writing(action.call, (ctx, trx) => runLines({ screen, action, ctx }, trx))
    // The browser says how many were done.
    const post = { ...at('POST', action.call, action.node, work), successMessage: 'success.crud.done' }
    return [post, ...formAddress(screen, action, at, firstLines)]
  },
}

/** Lines that one form takes. */
const maxLines = 200

/** GET <call>?ids=…: the first values of the form, with a line for each row that holds what the row has under the same names. */
async function firstLines(call: ActionCall<PerRowAction>): Promise<Row> {
  const { screen, action, ctx } = call
  requireWritable(screen, ctx)
  const records = await readRecords(screen, ctx, requestKeys(screen, ctx.query.ids, maxLines), { purpose: 'info' })
  const inLine = lineFields(action)
  const lines = records.map(({ model }) =>
    Object.fromEntries(
      Object.values(inLine).map((field) => {
        const same = screen.entity.fields[field.name]
        const isSame = same !== undefined && !same.secret && !same.mask && Object.hasOwn(model, field.name)
        return [field.name, isSame || field.name === screen.entity.key ? model[field.name] : columnDefault(field)]
      }),
    ),
  )
  const values = formValues(call, await rowlessValues(call))
  return { row: {}, values: { ...values, [action.perRow]: lines.map((line) => encodeRow(inLine, line)) } }
}

/** The fields of a line. */
function lineFields({ fields, perRow }: PerRowAction): Readonly<Record<string, Field>> {
  return fields[perRow]?.fields ?? {}
}

/**
 * POST <call> {…fields, <perRow>: [{id, …}]}: the action on the row of each line, with the line's values over the others. A line on whose
 * row it cannot be done is reported at its place (`<perRow>.1.tracking_no`) together with all others, and nothing is done; with
 * `allowPartial` the rest is done all the same, and the answer reports the lines that were not. Rows are locked in the order of their keys.
 */
async function runLines(call: ActionCall<PerRowAction>, trx: Writer): Promise<unknown> {
  const { screen, action, ctx } = call
  requireWritable(screen, ctx)
  const values = await validValues(call, trx, [{}])
  await rowActionOf(call).before?.({ ctx, page: screen.page, action, values })
  const lines = linesOf(call, values)
  const errors = new Map<number, Record<string, string>>()
  for (const line of [...lines].sort((a, b) => compare(a.key, b.key))) {
    const refused = await within({ ctx, screen }, trx, () =>
      runLine(call, trx, { ...line, values: { ...values, ...line.values } }),
    )
    if (refused) errors.set(line.index, lineErrors(call, line.index, refused))
  }
  const reported: Record<string, string> = Object.assign({}, ...[...errors].sort(([a], [b]) => a - b).map(([, each]) => each))
  const done = lines.length - errors.size
  const [message] = Object.values(reported)
  if (message !== undefined && (!action.allowPartial || done === 0))
    throw new Refused('crud.invalid', { message }, { errors: reported })
  return message === undefined ? { done } : { done, failed: errors.size, errors: reported }
}

interface Line {
  index: number
  key: Key
  values: Row
}

/** The lines with the keys of their rows; refused when one has none, there are too many, or two are about the same. */
function linesOf({ screen, action }: ActionCall<PerRowAction>, values: Readonly<Row>): Line[] {
  const lineValues = values[action.perRow]
  const list = Array.isArray(lineValues) ? lineValues.filter(isObject) : []
  if (list.length === 0) throw new Refused('crud.notFound')
  if (list.length > maxLines) throw new Refused('crud.tooMany', { name: action.perRow, max: maxLines })
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

async function runLine(call: ActionCall<PerRowAction>, trx: Writer, { key, values }: Line): Promise<void> {
  const { screen, action, ctx } = call
  const own = rowActionOf(call)
  await own.lock?.(trx, [key])
  const [row] = await lockGuarded(screen, ctx, trx, { keys: [key], purpose: 'edit', action })
  if (!row) throw new Refused('crud.notFound')
  const input = { ctx, trx, page: screen.page, action, row, values }
  await refuseByRule(own, input)
  await runEffects(screen, input)
  await own.run?.(input)
}

/** The messages of a refusal for a line: those about a field asked once go to that field, those about the row to its first input. */
function lineErrors({ action, ctx }: ActionCall<PerRowAction>, index: number, refused: Refused): Record<string, string> {
  const text = ctx.text(`errors.${refused.code}`, refused.params)
  const { errors = refused.options.field === undefined ? {} : { [refused.options.field]: text } } = refused.options
  const inLine = lineFields(action)
  const input = Object.values(inLine).find((field) => !field.readOnly)?.name ?? ''
  const places = Object.entries(errors).map(([name, message]): [string, string] => {
    const isShared = action.fields[name] !== undefined && inLine[name] === undefined
    return [isShared ? name : `${action.perRow}.${index}.${inLine[name] ? name : input}`, message]
  })
  return Object.fromEntries(places.length > 0 ? places : [[`${action.perRow}.${index}.${input}`, text]])
}
