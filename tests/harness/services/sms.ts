import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestServer } from '../server.ts'

/** What a gateway of short messages got. */
export interface GatewayCall {
  headers: Record<string, string | string[] | undefined>
  body: string
}

export interface SmsGateway {
  url: string
  calls: GatewayCall[]
  /** What it answers from now on; undefined: nothing at all. */
  answer: { status: number; body: string } | undefined
  close(): Promise<void>
}

/** A provider on this machine that writes down what it gets and says yes, until it is told otherwise. */
export async function startSmsGateway(): Promise<SmsGateway> {
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      gateway.calls.push({ headers: request.headers, body: Buffer.concat(parts).toString('utf8') })
      if (gateway.answer) response.writeHead(gateway.answer.status).end(gateway.answer.body)
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const gateway: SmsGateway = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/send`,
    calls: [],
    answer: { status: 200, body: '{"code":0}' },
    close: () => {
      server.closeAllConnections()
      return new Promise((done) => server.close(() => done()))
    },
  }
  return gateway
}

/** Sets the site up so that short messages are written to the server's log, without a pause between two. */
export async function sendToLog(server: TestServer): Promise<void> {
  const owner = await server.signIn('admin')
  const answer = await owner.post('/admin/sms.Config/add', {
    name: 'log',
    driver: 'log',
    interval: 0,
    day_limit_mobile: 1000,
    ip_day_limit: 100_000,
    is_default: 1,
    status: 1,
  })
  if (answer.body.code !== 1) throw new Error(answer.text)
}
