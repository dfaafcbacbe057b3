import { codeAddressRegions } from '../../modules/shop/server/addressRegions.ts'
import { nameOrderCoupons } from '../../modules/shop/server/orderCoupons.ts'
import { codeOrderRegions } from '../../modules/shop/server/orderRegions.ts'
import type { Database } from '../core/db/connect.ts'
import { nameRuleSeeds } from '../modules/auth/nameRuleSeeds.ts'

const steps = [codeAddressRegions, codeOrderRegions, nameOrderCoupons, nameRuleSeeds]

/**
 * Fills what older versions kept in another form, before the tables are compared with the schemas: afterwards it could not be told any
 * more from what was never filled. Each step does nothing where it is done. Tells `log` a line for each that was.
 */
export async function convertOld(database: Database, log: (line: string) => void): Promise<void> {
  for (const step of steps) {
    const done = await database.write.transaction().execute(step)
    if (done) log(done)
  }
}
