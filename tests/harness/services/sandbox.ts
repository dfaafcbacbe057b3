import { randomBytes } from 'node:crypto'
import type { Settings } from '../../../server/core/environment/settingRow.ts'
import { type Sandbox, type SandboxOptions, startSandbox } from '../../../server/modules/payments/sandbox/server.ts'
import { signedHeaders } from '../../../server/modules/payments/signature.ts'
import { type Answer, type Client, makeClient } from '../client.ts'
import type { TestServer } from '../server.ts'

/** A payment provider of a test's own. */
export type TestSandbox = Sandbox & {
  key: string
  /** What a server needs to take it as its provider. */
  settings: Pick<Settings, 'payments' | 'paymentKey'>
  /** A member pays at the cashier's page, at the address that the server gave. Throws unless the page says that it is paid. */
  pay(payUrl: string): Promise<void>
}

/** Starts a sandbox that is quick, and yet tells everything up to three times and out of order. */
export async function startTestSandbox(options: Partial<SandboxOptions> = {}): Promise<TestSandbox> {
  const key = options.key ?? randomBytes(32).toString('hex')
  const sandbox = await startSandbox({ delay: [0, 60], repeats: 2, retry: 100, ...options, key })
  return {
    ...sandbox,
    key,
    settings: { payments: sandbox.url, paymentKey: key },
    async pay(payUrl) {
      const page = await (await fetch(payUrl, { method: 'POST' })).text()
      if (!page.includes('已支付')) throw new Error(`not paid: ${page}`)
    },
  }
}

/** Calls the server as the provider would, with a right signature unless told otherwise. */
export function callBack(
  server: Pick<TestServer, 'url'>,
  { key }: Pick<TestSandbox, 'key'>,
  content: object,
  { headers = {}, now = Math.floor(Date.now() / 1000) }: { headers?: Record<string, string>; now?: number } = {},
): Promise<Answer> {
  const body = JSON.stringify(content)
  const client: Client = makeClient(server.url, { headers: { ...signedHeaders(key, body, now), ...headers } })
  return client.post('/api/shop.Payment/notify', content)
}
