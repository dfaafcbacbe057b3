import { expect } from 'vitest'
import { sendJob, sendSome, startSend } from '../../../modules/shop/server/coupon/send.ts'
import { inTransaction } from '../../../modules/shop/tests/helpers/helpers.ts'
import type { CommandContext } from '../../../server/core/command.ts'
import type { Writer } from '../../../server/core/db/connect.ts'
import { insertRow } from '../../../server/core/db/rows.ts'
import { claim, enqueue } from '../../../server/core/jobs/queue.ts'
import { entityOf } from '../../../server/crud/tables.ts'
import { exportJob } from '../../../server/modules/dataio/export/record.ts'
import { type Asking, askedFor } from '../../../server/modules/dataio/export/request.ts'
import { exportScopes } from '../../../src/schemas/api/exporting.ts'
import { exportTable } from '../../../src/schemas/language/action/builtInActions.ts'
import { productSchema } from '../../harness/schemas.ts'
import type { TestServer } from '../../harness/server.ts'

/** The administrator who asks for the work. */
const ownerId = 1
const clock = () => Math.floor(Date.now() / 1000)

/** Work that another node has taken in the moment in which it was asked for, and is slow at. Gives the key of its row. */
async function taken(server: TestServer, kind: string, ask: (trx: Writer) => Promise<number>): Promise<number> {
  await expect.poll(() => server.query('select 1 from job where kind = $1', [kind])).toEqual([])
  return inTransaction(server, async (trx) => {
    const id = await ask(trx)
    expect(await claim(trx, [kind], 3600)).toMatchObject({ ref: id })
    return id
  })
}

/** An export of a list that the owner has asked for and that is under way for long. */
export async function longExport(server: TestServer, target: string, column: string): Promise<number> {
  const schema = await productSchema()
  const page = schema.pages.get(target)
  if (!page) throw new Error(`there is no list ${target}`)
  const asking: Asking = {
    name: `Long ${clock() % 1_000_000}`,
    target,
    scope: exportScopes(page)[0] ?? '',
    format: 'csv',
    columns: [column],
    filters: { search: [], quickSearch: '' },
    sort: '',
    zone: 'Asia/Shanghai',
    mask_sensitive: 1,
  }
  return taken(server, exportJob, async (trx) => {
    const values = { ...askedFor({ actor: null, lang: 'en' }, asking), admin_id: ownerId }
    const id = Number(await insertRow(trx, entityOf(schema, exportTable), values, clock()))
    await enqueue(trx, exportJob, id)
    return id
  })
}

/** A send of a coupon to everybody that has done its first step and is under way for long. */
export function longSend(server: TestServer, couponId: number): Promise<number> {
  const env: CommandContext = { now: clock(), actor: { type: 'admin', id: ownerId, name: 'Owner' } }
  return taken(server, sendJob, async (trx) => {
    const { id } = await startSend(trx, { couponId, target: 'all', quantity: 5 }, env)
    await sendSome(trx, id, env)
    return id
  })
}
