import { sql } from 'kysely'
import { Refused } from '../../../../server/core/refuse.ts'
import type { FieldMessage, Row, SaveInput, ScreenHooks } from '../../../../server/crud/domain.ts'

/** The two uses an address may have, and the switch that makes it the default for one. */
const uses = [
  { type: 'ship', column: 'default_ship' },
  { type: 'return', column: 'default_return' },
] as const

export const addressHooks: ScreenHooks = {
  validate: async (input) => addressErrors(input),
  beforeSave: async ({ trx, before, values }) => {
    // Two that become the default at a time go one after another, so that the second finds the first and clears it.
    if (uses.some(({ column }) => values[column] === 1 && before?.[column] !== 1))
      await sql`select pg_advisory_xact_lock(hashtext('kontor.default_address'))`.execute(trx)
  },
  afterSave: async ({ ctx, trx, values, key }) => {
    for (const { column } of uses) {
      if (values[column] !== 1) continue
      await sql`update shop_delivery_address set ${sql.ref(column)} = 0, update_time = ${ctx.now}
        where ${sql.ref(column)} = 1 and id <> ${key}`.execute(trx)
    }
  },
  beforeDelete: async ({ rows }) => {
    const used = rows.find((row) => uses.some(({ column }) => row[column] === 1))
    if (used) throw new Refused('shop.addressIsDefault', { name: String(used.name) })
  },
}

function addressErrors({ before, values }: SaveInput): Record<string, FieldMessage> {
  const next: Row = { ...before, ...values }
  const found: Record<string, FieldMessage> = {}
  if (!next.mobile && !next.tel) found.mobile = { code: 'required' }
  for (const { type, column } of uses) {
    if (next[column] === 1 && !(Array.isArray(next.types) && next.types.includes(type)))
      found[column] = { code: `shop.defaultNeeds.${type}` }
    if (before?.[column] === 1 && next[column] === 1 && next.status === 0) found.status = { code: 'shop.defaultStaysOn' }
    else if (next[column] === 1 && next.status === 0) found[column] = { code: 'shop.defaultStaysOn' }
  }
  return found
}
