import type { Context } from '../../../../server/core/context.ts'
import type { Writer } from '../../../../server/core/db/connect.ts'
import { Refused } from '../../../../server/core/refuse.ts'
import { type PayChannel, ProviderError } from '../../../../server/modules/payments/provider.ts'
import { formatFen } from '../../../../src/schemas/kinds/money.ts'
import { noticePath } from './handlers.ts'
import type { OpenPayment } from './intent.ts'

/** Starts a payment through the provider; returns the address where the member pays. The provider reports the rest by callback. */
export async function payThrough(
  ctx: Context,
  channel: PayChannel,
  start: (trx: Writer) => Promise<OpenPayment>,
): Promise<Record<string, unknown>> {
  const { payments, address } = ctx.services
  const provider = payments()
  if (!provider) throw new Refused('payment.none')
  const { payNo, amount, expires } = await ctx.write(start)
  try {
    const { payUrl } = await provider.open({ payNo, channel, amount, expires, notifyUrl: address() + noticePath })
    return { paid: false, pay_no: payNo, pay_url: payUrl, amount: formatFen(amount), expires }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    ctx.log.warn({ err: error }, 'a payment could not be opened')
    throw new Refused('payment.unreachable')
  }
}
