import { sql } from 'kysely'
import { type CommandContext, rowOf } from '../../../../server/core/command.ts'
import { can } from '../../../../server/core/context.ts'
import type { Reader, Writer } from '../../../../server/core/db/connect.ts'
import { callOff, enqueue } from '../../../../server/core/jobs/queue.ts'
import { type JobKind, JobLost } from '../../../../server/core/jobs/runner.ts'
import { Refused } from '../../../../server/core/refuse.ts'
import { loadRights } from '../../../../server/core/session/access.ts'
import { inTransaction } from '../../../../server/core/transaction/transaction.ts'
import type { ScreenHooks } from '../../../../server/crud/domain.ts'
import { notifyWork } from '../../../../server/modules/dataio/news.ts'
import { defineActions } from '../actions.ts'
import { computesOf } from '../computes.ts'
import type { ShopCouponSendRow } from '../rows.generated.ts'
import { sendJob, sendSome, sendStatus } from './send.ts'

type Sender = Pick<ShopCouponSendRow, 'admin_id' | 'admin_name'>

/** Sends a batch at a time, in the name of who asked for it, as long as they may send coupons. */
export const sendKind: JobKind = {
  async run({ ref, database, signal, finish }) {
    const sender = await senderOf(database.read, ref)
    for (;;) {
      signal.throwIfAborted()
      const isOver = await inTransaction(database, async (trx) => {
        const send = await sendSome(trx, ref, envOf(sender))
        if (!send) throw new JobLost()
        if (send.status === sendStatus.done) await finish(trx)
        await reportProgress(trx, send)
        return send.status === sendStatus.done
      })
      if (isOver) return
    }
  },
  async fail(trx, ref, error) {
    const code = error instanceof Refused ? error.code : 'dataio.broken'
    const params = error instanceof Refused ? error.params : {}
    await end(trx, ref, sendStatus.stopped, { code, params })
  },
}

async function senderOf(db: Reader, ref: number): Promise<Sender> {
  const { rows } = await sql<Sender>`select admin_id, admin_name from shop_coupon_send where id = ${ref}`.execute(db)
  const [sender] = rows
  if (!sender) throw new JobLost()
  const rights = sender.admin_id === null ? undefined : await loadRights(db, 'admin', sender.admin_id)
  if (!rights || !can({ ...rights, sessionId: '' }, 'shop/coupon/coupon/send')) throw new Refused('coupon.noSender')
  return sender
}

function envOf({ admin_id, admin_name }: Sender): CommandContext {
  return { now: Math.floor(Date.now() / 1000), actor: { type: 'admin', id: admin_id ?? 0, name: admin_name } }
}

/** Tells the screens of who asked for it how far it is. */
async function reportProgress(trx: Writer, { id, admin_id, status, done, total }: ShopCouponSendRow): Promise<void> {
  if (admin_id === null) return
  const progress = total === 0 ? 100 : Math.floor((done / total) * 100)
  await notifyWork(trx, admin_id, { kind: 'couponSend', id, status, progress, done, total })
}

/** Ends a send that waits or runs; what was sent stays. */
async function end(
  trx: Writer,
  id: number,
  status: ShopCouponSendRow['status'],
  { code, params }: { code: string; params: object } = { code: '', params: {} },
): Promise<void> {
  const now = Math.floor(Date.now() / 1000)
  const send = await rowOf(
    trx,
    sql<ShopCouponSendRow>`update shop_coupon_send set status = ${status}, error_code = ${code}, error_params = ${JSON.stringify(params)}::jsonb,
        finish_time = ${now}, update_time = ${now} where id = ${id} and status in (${sendStatus.waiting}, ${sendStatus.running}) returning *`,
  )
  if (send) await reportProgress(trx, send)
}

/** What the buttons of the list of sends do. */
export const sendActions = defineActions({
  'shop/coupon/send.cancel': {
    run: async ({ trx, row }) => {
      await callOff(trx, sendJob, row.id)
      await end(trx, row.id, sendStatus.cancelled)
      return null
    },
  },
  'shop/coupon/send.resume': {
    run: async ({ ctx, trx, row }) => {
      await sql`update shop_coupon_send set status = ${sendStatus.waiting}, error_code = '', error_params = null, finish_time = null,
        update_time = ${ctx.now} where id = ${row.id}`.execute(trx)
      await enqueue(trx, sendJob, row.id)
      return null
    },
  },
})

/** shop/coupon/send: why one stopped, in the language of the reader. */
export const sendHooks: ScreenHooks = {
  computes: computesOf('shop/coupon/send', {
    error: async ({ ctx, rows }) =>
      rows.map(({ error_code, error_params }) =>
        error_code ? ctx.text(`errors.${String(error_code)}`, (error_params ?? {}) as Record<string, string | number>) : '',
      ),
  }),
}
