import type { Writer } from '../../../server/core/db/connect.ts'
import type { DemoAccount, DemoInput } from '../../../server/modules/module.ts'
import { openDemoMember } from './members/account.ts'
import { seedExports } from './platform/exports.ts'
import { seedImports } from './platform/imports.ts'
import { seedTraces } from './platform/traces.ts'
import { fillDemo } from './seed.ts'

/** Fills the demo shop, and opens the account of one of its members. */
export async function openDemo(trx: Writer, input: DemoInput): Promise<readonly DemoAccount[]> {
  await fillDemo(trx, input)
  if (input.jobs) {
    await seedExports(trx, input)
    await seedImports(trx)
    await seedTraces(trx, input.now)
  }
  return [await openDemoMember(trx, input.password)]
}
