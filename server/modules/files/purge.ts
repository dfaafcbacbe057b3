import type { Database } from '../../core/db/connect.ts'
import { removeUnused } from './attachments.ts'
import type { Storage } from './storage.ts'

/** Milliseconds after which what nobody refers to is no upload under way any more. */
const settled = 3_600_000

/** Removes what a kill may have left: received parts, and files without a row. `now` in ms. Returns how many files were removed. */
export async function purgeFiles(database: Database, storage: Storage, now = Date.now()): Promise<number> {
  await storage.purgeTemporary(now - settled)
  let removed = 0
  for await (const url of storage.older(now - settled)) if (await removeUnused(database, storage, url)) removed++
  return removed
}
