import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as z from 'zod/mini'
import { Refused } from '../../../core/refuse.ts'
import { checkSignature } from '../signature.ts'
import { type CashierPage, cashierPage } from './cashier.ts'
import { type SandboxBack, SandboxLedger, type SandboxPayment } from './ledger.ts'
import { Teller, type TellerOptions } from './teller.ts'

export interface SandboxOptions extends Partial<Omit<TellerOptions, 'key'>> {
  /** What both ends sign with. */
  key: string
  /** Where it listens; a free port when absent. */
  port?: number
  /** Why this money does not go back; undefined when it does. */
  refuse?(back: Omit<SandboxBack, 'outcome'>): string | undefined
}

export interface Sandbox {
  /** `http://127.0.0.1:<port>` */
  url: string
  /** What it has taken and sent so far. */
  ledger: SandboxLedger
  close(): Promise<void>
}

const channel = z.enum(['wechat', 'alipay'])
const number = z.string().check(z.regex(/^[\w-]{1,64}$/))
const amount = z.int().check(z.gte(1))
const payShape = z.object({ pay_no: number, channel, amount, expires: z.int(), notify_url: z.url() })
const findShape = z.object({ pay_no: number })
const refundShape = z.object({
  back_no: number,
  attempt: z.int().check(z.gte(1)),
  trade_no: z.string(),
  channel,
  amount,
  total: amount,
  notify_url: z.url(),
})
const bodyAtMost = 16_384

/**
 * Starts a local payment provider: the cashier page pays with a click, and no money moves. It calls back late, repeatedly and out of
 * order, with signatures.
 */
export async function startSandbox({ key, refuse, port = 0, ...how }: SandboxOptions): Promise<Sandbox> {
  const ledger = new SandboxLedger()
  const teller = new Teller({ key, delay: [100, 1500], repeats: 1, retry: 1000, random: Math.random, ...how })
  const settleAfter = how.delay?.[0] ?? 300
  let url = ''

  const signed = async (request: IncomingMessage) => {
    const body = await bodyOf(request)
    const header = (name: string) => String(request.headers[name] ?? '')
    checkSignature(key, { body, header, now: Math.floor(Date.now() / 1000) })
    return JSON.parse(body.toString('utf8')) as unknown
  }
  const routes: Readonly<Record<string, (request: IncomingMessage) => Promise<object>>> = {
    '/pay': async (request) => {
      const { pay_no: payNo, notify_url: notifyUrl, ...rest } = payShape.parse(await signed(request))
      ledger.open({ payNo, notifyUrl, ...rest })
      return { pay_url: `${url}/cashier/${payNo}` }
    },
    '/find': async (request) => {
      const payment = ledger.payments.get(findShape.parse(await signed(request)).pay_no)
      return payment?.paid ? { state: 'paid', trade_no: payment.tradeNo, amount: payment.amount } : { state: 'open' }
    },
    '/refund': async (request) => {
      const asked = refundShape.parse(await signed(request))
      const { back_no: backNo, trade_no: tradeNo, notify_url: notifyUrl, total, ...rest } = asked
      const wanted = { backNo, tradeNo, notifyUrl, ...rest }
      const { back, known } = ledger.sendBack(wanted, total, refuse?.(wanted))
      if (!known) tellBack(teller, back, settleAfter)
      return known ? back.outcome : { state: 'processing' }
    },
  }
  const server = createServer((request, response) => {
    answer(request, response, routes, (payNo) => cashier(ledger, teller, payNo, request.method === 'POST')).catch(() =>
      response.destroy(),
    )
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    ledger,
    async close() {
      teller.stop()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Reports that the refund is running, and later its outcome; they may arrive in either order. */
function tellBack(teller: Teller, back: SandboxBack, settleAfter: number): void {
  const { backNo, attempt, channel, tradeNo, amount } = back
  const said = { event: 'refund', number: backNo, attempt, channel, trade_no: tradeNo, amount }
  if (back.outcome.state === 'failed') {
    teller.tell(back.notifyUrl, { ...said, ...back.outcome })
    return
  }
  teller.tell(back.notifyUrl, { ...said, state: 'processing', error: '' })
  teller.after(settleAfter, () => {
    back.outcome = { state: 'done' }
    teller.tell(back.notifyUrl, { ...said, state: 'done', error: '' })
  })
}

/** What the cashier's page shows; paying once is enough. */
function cashier(ledger: SandboxLedger, teller: Teller, payNo: string, pay: boolean): CashierPage | undefined {
  const payment = ledger.payments.get(payNo)
  if (!payment) return undefined
  const over = payment.expires <= Date.now() / 1000
  if (pay && !payment.paid && !over) tellPaid(teller, payment)
  const { channel, amount } = payment
  return { payNo, channel, amount, state: payment.paid ? 'paid' : over ? 'over' : 'open' }
}

function tellPaid(teller: Teller, payment: SandboxPayment): void {
  payment.paid = true
  const { payNo: number, channel, tradeNo: trade_no, amount } = payment
  teller.tell(payment.notifyUrl, { event: 'payment', number, channel, trade_no, amount, state: 'done', error: '' })
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  routes: Readonly<Record<string, (request: IncomingMessage) => Promise<object>>>,
  page: (payNo: string) => CashierPage | undefined,
): Promise<void> {
  const path = (request.url ?? '').split('?')[0] ?? ''
  const payNo = /^\/cashier\/([\w-]{1,64})$/.exec(path)?.[1]
  if (payNo !== undefined) return cashierPage(response, page(payNo))
  const route = request.method === 'POST' ? routes[path] : undefined
  const say = (status: number, content: object) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content))
  if (!route) return say(404, { error: 'no such address' })
  try {
    say(200, await route(request))
  } catch (error) {
    say(error instanceof Refused ? 403 : 400, { error: error instanceof Error ? error.message : String(error) })
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length
    if (length > bodyAtMost) throw new Error('the body is too large')
    parts.push(part)
  }
  return Buffer.concat(parts)
}
