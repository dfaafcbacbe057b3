import type { Database } from '../core/db/connect.ts'
import { nameRuleSeeds } from '../modules/auth/nameRuleSeeds.ts'
import type { ServerModule } from '../modules/module.ts'

/**
 * Fills what older versions kept in another form, before the tables are compared with the schemas: afterwards it could not be told from what
 * was never filled. Each conversion does nothing where it is done. Writes a line to `log` for each that was.
 */
export async function convertOld(
  database: Database,
  modules: readonly ServerModule[],
  log: (line: string) => void,
): Promise<void> {
  for (const conversion of [...modules.flatMap(({ conversions = [] }) => conversions), nameRuleSeeds]) {
    const done = await database.write.transaction().execute(conversion)
    if (done) log(done)
  }
}
