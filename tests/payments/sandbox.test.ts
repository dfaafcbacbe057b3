import { afterEach, describe, expect, test } from 'vitest'
import { makePayments, type Payments } from '../../server/modules/payments/make.ts'
import type { BackRequest, PayRequest } from '../../server/modules/payments/provider.ts'
import { sandboxProvider } from '../../server/modules/payments/sandbox/client.ts'
import { checkSignature, replayWindow, signedHeaders } from '../../server/modules/payments/signature.ts'
import { startTestSandbox, type TestSandbox } from '../harness/services/sandbox.ts'

const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const each of open.splice(0)) await each.close()
})
async function kept<T extends TestSandbox | Payments>(made: Promise<T>): Promise<T> {
  const each = await made
  open.push(each)
  return each
}

const soon = () => Math.floor(Date.now() / 1000) + 600
/** An address that nobody listens at: what is told there is lost. */
const notifyUrl = 'http://127.0.0.1:9/notify'
const payment = (more: Partial<PayRequest> = {}): PayRequest => ({
  payNo: 'P1',
  channel: 'wechat',
  amount: 12_345,
  expires: soon(),
  notifyUrl,
  ...more,
})
const back = (more: Partial<BackRequest> = {}): BackRequest => ({
  backNo: 'R1',
  attempt: 1,
  tradeNo: 'T-of-old',
  channel: 'alipay',
  amount: 300,
  total: 1000,
  notifyUrl,
  ...more,
})

describe('the sandbox', () => {
  test('opens a payment once and takes it at a page that says what it is, without scripts', async () => {
    const sandbox = await kept(startTestSandbox())
    const provider = sandboxProvider(sandbox.url, sandbox.key)
    const [first, again] = [await provider.open(payment()), await provider.open(payment())]
    expect(again).toEqual(first)
    const page = await fetch(first.payUrl)
    expect(await provider.find('P1')).toEqual({ state: 'open' })
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(await page.text()).toMatch(/微信支付.*¥123\.45.*<button>支付 Pay<\/button>/s)
    await sandbox.pay(first.payUrl)
    expect(await provider.find('P1')).toEqual({ state: 'paid', tradeNo: expect.stringMatching(/^4200/), amount: 12_345 })
    expect(await provider.find('P-unknown')).toEqual({ state: 'open' })
    await expect(provider.open(payment({ amount: 1 }))).rejects.toThrow('another payment')
    expect((await fetch(first.payUrl.replace('P1', 'P2'))).status).toBe(404)
  })

  test('takes no payment when its time is over', async () => {
    const sandbox = await kept(startTestSandbox())
    const { payUrl } = await sandboxProvider(sandbox.url, sandbox.key).open(payment({ expires: soon() - 1200 }))
    await expect(sandbox.pay(payUrl)).rejects.toThrow('Too late')
    expect(sandbox.ledger.payments.get('P1')?.paid).toBe(false)
  })

  test('sends money back once under a number, and never more than was paid', async () => {
    const sandbox = await kept(startTestSandbox({ delay: [0, 0] }))
    const provider = sandboxProvider(sandbox.url, sandbox.key)
    const answers = await Promise.all(Array.from({ length: 10 }, () => provider.sendBack(back())))
    expect(answers.every(({ state }) => state !== 'failed')).toBe(true)
    await expect.poll(() => provider.sendBack(back())).toEqual({ state: 'done' })
    expect(sandbox.ledger.backs.size).toBe(1)
    await provider.sendBack(back({ backNo: 'R2', amount: 701 }))
    expect(sandbox.ledger.backs.get('R2')?.outcome).toEqual({ state: 'failed', error: 'more than was paid' })
    await provider.sendBack(back({ backNo: 'R3', amount: 700 }))
    await expect.poll(() => sandbox.ledger.backs.get('R3')?.outcome).toEqual({ state: 'done' })
  })

  test('listens to nobody without the key, and one that is away is an error that says so', async () => {
    const sandbox = await kept(startTestSandbox())
    await expect(sandboxProvider(sandbox.url, 'another key').open(payment())).rejects.toThrow('403')
    expect(sandbox.ledger.payments.size).toBe(0)
    await expect(sandboxProvider('http://127.0.0.1:9', sandbox.key).open(payment())).rejects.toThrow('does not answer')
  })
})

describe('which provider there is', () => {
  const settings = { payments: undefined, paymentKey: undefined, demo: false }

  test('a demo shop has its own sandbox, a real one has none by default', async () => {
    expect((await makePayments(settings)).provider).toBeNull()
    expect((await makePayments({ ...settings, demo: true, payments: 'none' })).provider).toBeNull()
    const own = await kept(makePayments({ ...settings, demo: true }))
    const { payUrl } = (await own.provider?.open(payment())) ?? { payUrl: '' }
    expect(await (await fetch(payUrl, { method: 'POST' })).text()).toContain('已支付')
  })
})

describe('a signature', () => {
  const message = { body: '{"a":1}', now: 1_775_000_000 }
  const check = (headers: Record<string, string>, body = message.body, now = message.now, key = 'key') =>
    checkSignature(key, { body: Buffer.from(body), header: (name) => headers[name] ?? '', now })

  test('holds for the very bytes, within the window on either side', () => {
    const headers = signedHeaders('key', message.body, message.now)
    for (const off of [-replayWindow, 0, replayWindow])
      expect(check(headers, message.body, message.now + off)).toBe(headers['x-pay-nonce'])
    expect(signedHeaders('key', message.body, message.now)['x-pay-nonce']).not.toBe(headers['x-pay-nonce'])
  })

  test.each<[string, (headers: Record<string, string>) => unknown]>([
    ['another body', (headers) => check(headers, '{"a":2}')],
    ['another key', (headers) => check(headers, message.body, message.now, 'other')],
    ['another time', (headers) => check({ ...headers, 'x-pay-timestamp': String(message.now + 1) })],
    ['another nonce', (headers) => check({ ...headers, 'x-pay-nonce': 'f'.repeat(32) })],
    ['no signature', (headers) => check({ ...headers, 'x-pay-signature': '' })],
    ['a part of it', (headers) => check({ ...headers, 'x-pay-signature': headers['x-pay-signature']?.slice(0, 32) ?? '' })],
    ['a time too long ago', (headers) => check(headers, message.body, message.now + replayWindow + 1)],
    ['a time to come', (headers) => check(headers, message.body, message.now - replayWindow - 1)],
  ])('does not hold for %s', (_what, attempt) => {
    expect(() => attempt(signedHeaders('key', message.body, message.now))).toThrow(/^payment\.(badSignature|outOfTime)$/)
  })
})
