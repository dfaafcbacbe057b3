import * as z from 'zod/mini'
import { Refused } from '../../../core/refuse.ts'
import {
  type BackRequest,
  type BackState,
  type Notice,
  type PaymentProvider,
  type PayRequest,
  type PayState,
  ProviderError,
} from '../provider.ts'
import { checkSignature, signedHeaders } from '../signature.ts'

/** Milliseconds the sandbox has to answer. */
const timeout = 5000

/** The provider's number of a payment. */
const tradeNumber = z.string().check(z.minLength(1), z.maxLength(64))

const opened = z.object({ pay_url: z.string() })
const found = z.discriminatedUnion('state', [
  z.object({ state: z.literal('open') }),
  z.object({ state: z.literal('paid'), trade_no: tradeNumber, amount: z.int().check(z.gte(1)) }),
])
const back = z.discriminatedUnion('state', [
  z.object({ state: z.literal('processing') }),
  z.object({ state: z.literal('done') }),
  z.object({ state: z.literal('failed'), error: z.string() }),
])
const notice = z.object({
  event: z.enum(['payment', 'refund']),
  number: z.string().check(z.minLength(1), z.maxLength(64)),
  channel: z.enum(['wechat', 'alipay']),
  trade_no: tradeNumber,
  amount: z.int().check(z.gte(1)),
  state: z.enum(['processing', 'done', 'failed']),
  error: z.string(),
  attempt: z.optional(z.int().check(z.gte(1), z.lte(2_147_483_647))),
})

/** The sandbox at `url` (sandbox/server.ts) as a payment provider; both ends sign with `key`. */
export function sandboxProvider(url: string, key: string): PaymentProvider {
  const call = async <T>(path: string, content: object, shape: z.ZodMiniType<T>): Promise<T> => {
    const body = JSON.stringify(content)
    const headers = { 'content-type': 'application/json', ...signedHeaders(key, body, Math.floor(Date.now() / 1000)) }
    try {
      const signal = AbortSignal.timeout(timeout)
      const answer = await fetch(new URL(path, url), { method: 'POST', headers, body, signal, redirect: 'error' })
      const text = await answer.text()
      if (!answer.ok) throw new ProviderError(`the sandbox answers ${answer.status}: ${text.slice(0, 200)}`)
      return shape.parse(JSON.parse(text))
    } catch (error) {
      if (error instanceof ProviderError) throw error
      throw new ProviderError(`the sandbox at ${url} does not answer`, { cause: error })
    }
  }
  return {
    async open({ payNo, channel, amount, expires, notifyUrl }: PayRequest) {
      const content = { pay_no: payNo, channel, amount, expires, notify_url: notifyUrl }
      return { payUrl: (await call('/pay', content, opened)).pay_url }
    },
    async find(payNo): Promise<PayState> {
      const answer = await call('/find', { pay_no: payNo }, found)
      return answer.state === 'open' ? answer : { state: 'paid', tradeNo: answer.trade_no, amount: answer.amount }
    },
    sendBack({ backNo, attempt, tradeNo, channel, amount, total, notifyUrl }: BackRequest): Promise<BackState> {
      const content = { back_no: backNo, attempt, trade_no: tradeNo, channel, amount, total, notify_url: notifyUrl }
      return call<BackState>('/refund', content, back)
    },
    read(raw): Notice {
      const nonce = checkSignature(key, raw)
      const read = notice.safeParse(parsed(raw.body))
      if (!read.success) throw new Refused('payment.badNotice')
      const { trade_no: tradeNo, ...rest } = read.data
      return { ...rest, tradeNo, nonce }
    },
  }
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}
