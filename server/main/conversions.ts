import type { Database } from '../core/db/connect.ts'
import type { ServerModule } from '../modules/module.ts'

/**
 * Fills what older versions kept in another form, before the tables are compared with the schemas: afterwards it could not be told any
 * more from what was never filled. Each conversion does nothing where it is done, else `log` gets a line.
 */
export async function convertOld(
  database: Database,
  modules: readonly ServerModule[],
  log: (line: string) => void,
): Promise<void> {
  for (const convert of modules.flatMap(({ conversions }) => conversions ?? [])) {
    const done = await database.write.transaction().execute(convert)
    if (done) log(done)
  }
}
