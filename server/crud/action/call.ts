import type { Action } from '../../../src/schemas/language/action/action.ts'
import { decodeRow } from '../../../src/schemas/language/wire/codec.ts'
import { actorOf, type Context } from '../../core/context.ts'
import { columnDefault } from '../../core/db/columns.ts'
import type { Writer } from '../../core/db/connect.ts'
import { cleanValues } from '../../core/db/markup.ts'
import type { Row, RowAction } from '../domain.ts'
import type { Screen } from '../screen/screen.ts'
import { validateChoices } from '../validate/chosen.ts'
import { refuseInvalid } from '../validate/refusal.ts'
import { type ValidationErrors, validateFields } from '../validate/validate.ts'
import { checkValues } from '../valueChecks.ts'
import { unknownNames } from '../write/body.ts'
import { keepReadOnlyParts } from '../write/readOnlyParts.ts'

/** One call of an action of a screen. */
export interface ActionCall<A extends Action = Action> {
  screen: Screen
  action: A
  ctx: Context
}

/** The server's part of an action; {} where it has none. */
export function rowActionOf({ screen, action }: Pick<ActionCall, 'screen' | 'action'>): RowAction {
  return screen.rowActions[`${screen.page.id}.${action.call}`] ?? {}
}

/**
 * Model values of the action's form, and what is wrong with them for any of these rows; `more` are members of the body that are no
 * fields.
 */
export function readValues(
  { screen, action, ctx }: ActionCall,
  rows: readonly Row[],
  more: readonly string[] = [],
): { values: Row; found: ValidationErrors } {
  const { values, errors } = decodeRow(action.fields, ctx.body)
  cleanValues(values, action.fields)
  keepReadOnlyParts(action.fields, values, null)
  for (const field of Object.values(action.fields)) {
    if (!Object.hasOwn(values, field.name) && !errors[field.name]) values[field.name] = columnDefault(field)
  }
  const known = [...Object.keys(action.fields), 'id', 'ids', screen.entity.key ?? 'id', ...more]
  const unknown = unknownNames(screen, ctx, ctx.body, known)
  const env = { selfId: actorOf(ctx).id, now: ctx.now }
  const fields = Object.values(action.fields).filter((field) => !errors[field.name])
  const judged = rows.map((row) => validateFields({ fields, record: values, around: [row], ...env }))
  return { values, found: { ...Object.assign({}, ...judged), ...errors, ...unknown } }
}

/** Model values of the form of an action that writes. Refuses what is wrong with them, and files and choices that the actor may not take. */
export async function validValues(call: ActionCall, trx: Writer, rows: readonly Row[]): Promise<Row> {
  const { screen, action, ctx } = call
  const { values, found } = readValues(call, rows)
  const fields = Object.values(action.fields)
  const wrong: ValidationErrors = await checkValues(ctx, trx, { fields, values, before: null })
  const chosen = { fields, among: action.fields, record: values }
  Object.assign(found, await validateChoices({ screen, ctx, db: trx }, chosen, found), wrong)
  refuseInvalid(ctx, { page: screen.page, prefix: `actions.${action.name}.fields` }, found)
  return values
}
