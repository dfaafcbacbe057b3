import type { Context } from '../core/context.ts'
import type { Writer } from '../core/db/connect.ts'
import type { CheckedValues, FieldMessage } from './domain.ts'

/** Errors that the checks of the modules find in values, the first one of each place. */
export async function checkValues(ctx: Context, trx: Writer, checked: CheckedValues): Promise<Record<string, FieldMessage>> {
  let found: Record<string, FieldMessage> = {}
  for (const check of ctx.services.engine.valueChecks ?? []) found = { ...(await check(ctx, trx, checked)), ...found }
  return found
}
