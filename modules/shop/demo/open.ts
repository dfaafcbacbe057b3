import type { Writer } from '../../../server/core/db/connect.ts'
import type { DemoAccount, DemoInput } from '../../../server/modules/module.ts'
import { seedExports } from './exports.ts'
import { seedImports } from './imports.ts'
import { openDemoMember } from './memberAccount.ts'
import { fillDemo } from './seed.ts'

/** Fills the demo shop, and opens the account of one of its members. */
export async function openDemo(trx: Writer, input: DemoInput): Promise<readonly DemoAccount[]> {
  await fillDemo(trx, input)
  if (input.jobs) {
    await seedExports(trx, input)
    await seedImports(trx)
  }
  return [await openDemoMember(trx, input.password)]
}
