import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readSettings } from '../../server/core/settings.ts'
import type { KontorServer } from '../../server/main/assemble.ts'
import { createServer } from '../../server/main/server.ts'
import { solvedCaptcha } from '../harness/captcha.ts'
import { DEMO_PASSWORD, TEST_SECRET } from '../harness/database.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'
import { type MailServer, sendThrough, startMailServer } from '../harness/services/mail.ts'
import { registerMember } from './people.ts'

let server: TestServer
let mail: MailServer
beforeAll(async () => {
  mail = await startMailServer({ refuse: 'nobody' })
  server = await startTestServer({ database: 'seed', settings: { mailOwnNetwork: true } })
})
afterAll(async () => {
  await server?.close()
  await mail?.close()
})
beforeEach(async () => {
  for (const table of ['verification_code', 'login_throttle', 'queued_message', 'job']) await server.query(`delete from ${table}`)
  mail.mails.length = 0
})

/** No mail server listens there. */
const down = { port: 1 }
let count = 0
/** A member with a mail address. */
async function member({ email = `queued${++count}@example.com` } = {}): Promise<string> {
  const name = `queued${++count}`
  await registerMember(server, name, DEMO_PASSWORD)
  await server.query('update "user" set email = $2 where username = $1', [name, email])
  return email
}
const retrieve = async (email: string) =>
  (await server.guest().post('/api/Ems/send', { email, event: 'user_retrieve_pwd', ...(await solvedCaptcha(server)) })).body
const queued = () =>
  server.query<{ status: number; attempts: number; fault: string; body: string | null }>(
    'select status, attempts, fault, body from queued_message',
  )
/** Waits for the first try, which finds nobody at the mail server's address. */
const triedOnce = () => expect.poll(queued).toMatchObject([{ status: 0, attempts: 1, fault: 'noConnection' }])
/** As if the pause before the next try were over. */
async function tryAgain() {
  await server.query('update job set lease_time = 1')
  await server.query("select pg_notify('kontor_job', 'message')")
}
/** Another server process over the same database. */
async function secondServer(): Promise<KontorServer> {
  const settings = { ...readSettings({}), port: 0, feedPort: 0, mailOwnNetwork: true, secret: TEST_SECRET }
  const other = await createServer({ databaseUrl: server.databaseUrl, settings })
  await other.listen()
  return other
}

describe('a message that nobody waits for', () => {
  test('arrives once the mail server is up again, and is kept sealed until then', async () => {
    await sendThrough(server, down)
    const email = await member()
    expect(await retrieve(email)).toMatchObject({ code: 1 })
    await triedOnce()
    const [row] = await queued()
    expect(row?.body).toMatch(/^v1\./)
    expect(row?.body).not.toContain(email)
    await sendThrough(server, mail)
    await tryAgain()
    await expect.poll(() => mail.codeFor(email)).toBeDefined()
    await expect.poll(queued).toEqual([])
    expect(await server.query('select 1 from job')).toEqual([])
  })

  test('is sent by the next server when the one that queued it has stopped', async () => {
    await sendThrough(server, down)
    const email = await member()
    const first = await secondServer()
    await retrieve(email)
    await triedOnce()
    await first.close()
    await sendThrough(server, mail)
    const next = await secondServer()
    try {
      await tryAgain()
      await expect.poll(() => mail.mails.length).toBe(1)
      await expect.poll(queued).toEqual([])
    } finally {
      await next.close()
    }
  })

  test('goes again when the server that was sending it died', async () => {
    await sendThrough(server, down)
    const email = await member()
    await retrieve(email)
    await triedOnce()
    await sendThrough(server, mail)
    // Taken by a process that is gone; its lease has run out.
    await server.query("update job set lease = 'gone', attempts = 1")
    await tryAgain()
    await expect.poll(() => mail.mails.map(({ to }) => to)).toEqual([email])
  })

  test('goes once, however many servers run', async () => {
    await sendThrough(server, down)
    const addresses = [await member(), await member(), await member()]
    const other = await secondServer()
    try {
      for (const email of addresses) {
        await retrieve(email)
        await server.query('delete from login_throttle')
      }
      // The fault, not the count: a try is counted before it is made, and one under way must keep its lease.
      await expect.poll(async () => (await queued()).map(({ fault }) => fault)).toEqual(addresses.map(() => 'noConnection'))
      await sendThrough(server, mail)
      await tryAgain()
      await expect.poll(queued).toEqual([])
      expect(mail.mails.map(({ to }) => to).sort()).toEqual([...addresses].sort())
    } finally {
      await other.close()
    }
  })

  test('fails for good once it would come too late, and the operator sees it', async () => {
    await sendThrough(server, down)
    const email = await member()
    await retrieve(email)
    await triedOnce()
    await server.query('update queued_message set until_time = 1')
    await tryAgain()
    await expect.poll(queued).toEqual([{ status: 2, attempts: 2, fault: 'noConnection', body: null }])
    expect(await server.query('select 1 from job')).toEqual([])
    expect(server.logs.some((line) => line.includes('a message was not sent') && line.includes('noConnection'))).toBe(true)
    expect(server.logs.some((line) => line.includes(email))).toBe(false)
  })

  test('is not tried again at an address that the mail server refuses', async () => {
    await sendThrough(server, mail)
    await retrieve(await member({ email: 'nobody1@example.com' }))
    await expect.poll(queued).toMatchObject([{ status: 2, attempts: 1, fault: 'address' }])
  })

  test('leaves nothing behind for an address that nobody has', async () => {
    await sendThrough(server, mail)
    expect(await retrieve('stranger@example.com')).toMatchObject({ code: 1 })
    await expect.poll(queued).toEqual([])
    expect(mail.mails).toEqual([])
  })
})
