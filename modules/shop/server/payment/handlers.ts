import type { Handler } from '../../../../server/core/handler.ts'
import { Refused } from '../../../../server/core/refuse.ts'
import { takeNotice } from './notice.ts'

/** Where the provider calls: the path behind the server's address. */
export const noticePath = '/api/shop.Payment/notify'

export const paymentHandlers: readonly Handler[] = [
  {
    // Open to all, and to whoever holds the key: the signature over the whole body is asked for before anything else.
    app: 'api',
    controller: 'shop.Payment',
    action: 'notify',
    method: 'POST',
    access: { type: 'public' },
    raw: true,
    run: async (ctx) => {
      const provider = ctx.services.payments()
      if (!provider || !ctx.raw) throw new Refused('payment.none')
      try {
        const notice = provider.read({ ...ctx.raw, now: ctx.now })
        await ctx.write((trx) => takeNotice(trx, notice, { now: ctx.now, actor: { type: 'system' } }))
      } catch (error) {
        if (error instanceof Refused) ctx.log.warn({ code: error.code, ip: ctx.ip }, 'a call of the payment provider was refused')
        throw error
      }
      return null
    },
  },
]
