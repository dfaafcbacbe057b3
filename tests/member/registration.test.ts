import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { solvedCaptcha } from '../harness/captcha.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'
import { type MailServer, sendThrough, startMailServer } from '../harness/services/mail.ts'
import { sendToLog } from '../harness/services/sms.ts'
import { memberClient, openRegistration, type Pair, registerMember } from './people.ts'

let server: TestServer
let mail: MailServer
beforeAll(async () => {
  mail = await startMailServer()
  server = await startTestServer({ database: 'seed', settings: { mailOwnNetwork: true } })
  await sendThrough(server, mail)
  await sendToLog(server)
})
afterAll(async () => {
  await server?.close()
  await mail?.close()
})
beforeEach(async () => {
  await server.query('delete from verification_code')
  await server.query('delete from login_throttle')
  await openRegistration(server, ['email', 'mobile'])
  mail.mails.length = 0
})

const password = 'Quiet-harbour-7'
const checkIn = async (body: object) =>
  (
    await server.guest().post<{ userInfo: Pair; errors?: Record<string, string> }>('/api/user/checkIn', {
      tab: 'register',
      password,
      keep: true,
      ...body,
    })
  ).body
const sendMail = async (email: string) =>
  (await server.guest().post('/api/Ems/send', { email, event: 'user_register', ...(await solvedCaptcha(server)) })).body
const sendSms = async (mobile: string) =>
  (await server.guest().post('/api/Sms/send', { mobile, template_code: 'user_register', ...(await solvedCaptcha(server)) })).body
async function codeAt(address: string): Promise<string> {
  expect(await sendMail(address)).toMatchObject({ code: 1 })
  await expect.poll(() => mail.codeFor(address)).toBeDefined()
  return mail.codeFor(address) ?? ''
}
const membersNamed = async (username: string) =>
  server.query<{ email: string; mobile: string }>('select email, mobile from "user" where lower(username) = lower($1)', [
    username,
  ])
const another = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

describe('registering', () => {
  test('by e-mail takes the code from the mail; the address is the member’s, and the code is of no further use', async () => {
    const email = 'First@example.com'
    const captcha = await codeAt(email)
    expect(mail.mails[0]?.subject).toBe('Registration code - Kontor')
    const { code, data } = await checkIn({ username: 'by_mail', registerType: 'email', email, captcha })
    expect(code).toBe(1)
    expect((await memberClient(server, data.userInfo.token).get('/api/account/overview')).body.code).toBe(1)
    expect(await membersNamed('by_mail')).toEqual([{ email, mobile: '' }])
    const again = await checkIn({ username: 'by_mail2', registerType: 'email', email, captcha })
    expect(again).toMatchObject({ code: 0, data: { errors: { captcha: expect.stringContaining('verification code') } } })
  })

  test('by mobile takes the code from the message', async () => {
    const mobile = '13900001111'
    server.logs.length = 0
    expect(await sendSms(mobile)).toMatchObject({ code: 1 })
    const captcha = /registration code: (\w+)/.exec(server.logs.join('\n'))?.[1]
    expect(await checkIn({ username: 'by_mobile', registerType: 'mobile', mobile, captcha })).toMatchObject({ code: 1 })
    expect(await membersNamed('by_mobile')).toEqual([{ email: '', mobile }])
  })

  test('without a code, with a wrong one, with that of another address or of another purpose makes nobody', async () => {
    const email = 'second@example.com'
    const captcha = await codeAt(email)
    const base = { username: 'unproven', registerType: 'email', email }
    await registerMember(server, 'has_mail', password)
    await server.query(`update "user" set email = 'has@example.com' where username = 'has_mail'`)
    await openRegistration(server, ['email', 'mobile'])
    await server
      .guest()
      .post('/api/Ems/send', { email: 'has@example.com', event: 'user_retrieve_pwd', ...(await solvedCaptcha(server)) })
    await expect.poll(() => mail.codeFor('has@example.com')).toBeDefined()
    for (const more of [
      {},
      { captcha: '' },
      { captcha: another(captcha) },
      { captcha: [captcha] },
      { captcha: Number(captcha) },
      { captcha, email: 'third@example.com' },
      { captcha, registerType: 'mobile', mobile: '13900002222' },
      { captcha: mail.codeFor('has@example.com'), email: 'has@example.com' },
      { captcha, registerType: undefined },
      { captcha, registerType: 'name' },
      { captcha, registerType: ['email'] },
      { captcha, email: [email] },
    ])
      expect(await checkIn({ ...base, ...more }), JSON.stringify(more)).toMatchObject({ code: 0 })
    expect(await membersNamed('unproven')).toEqual([])
  })

  test('a code that was right is not used up when the name is taken', async () => {
    await registerMember(server, 'here_first', password)
    await openRegistration(server, ['email', 'mobile'])
    const email = 'fourth@example.com'
    const captcha = await codeAt(email)
    const base = { registerType: 'email', email, captcha }
    expect(await checkIn({ ...base, username: 'HERE_first' })).toMatchObject({
      code: 0,
      data: { errors: { username: expect.any(String) } },
    })
    expect(await checkIn({ ...base, username: 'here_next' })).toMatchObject({ code: 1 })
  })

  test('of many at once with one code one makes a member', async () => {
    const email = 'fifth@example.com'
    const captcha = await codeAt(email)
    const answers = await Promise.all(
      Array.from({ length: 4 }, (_, n) => checkIn({ username: `at_once${n}`, registerType: 'email', email, captcha })),
    )
    expect(answers.map(({ code }) => code).sort()).toEqual([0, 0, 0, 1])
    expect(await server.query('select 1 from "user" where lower(email) = lower($1)', [email])).toHaveLength(1)
  })

  test('an address that a member has is answered like any other; the mail says that it is taken', async () => {
    await registerMember(server, 'owner_of', password)
    await server.query(`update "user" set email = 'owned@example.com' where username = 'owner_of'`)
    await openRegistration(server, ['email', 'mobile'])
    const [free, taken] = [await sendMail('free@example.com'), await sendMail('owned@example.com')]
    expect({ ...taken, time: 0 }).toEqual({ ...free, time: 0 })
    await expect.poll(() => mail.mails.find(({ to }) => to === 'owned@example.com')?.subject).toBe('Already in use - Kontor')
    expect(mail.codeFor('owned@example.com')).toBeUndefined()
  })

  test('is offered by the ways of the setting that the site can send by', async () => {
    const form = async (at: TestServer = server) => (await at.guest().get('/api/user/checkIn')).body.data
    expect(await form()).toMatchObject({ register: true, registerTypes: ['email', 'mobile'] })
    await openRegistration(server, ['mobile'])
    expect(await form()).toMatchObject({ register: true, registerTypes: ['mobile'] })
    expect(await sendMail('sixth@example.com')).toMatchObject({ code: 0 })
    await openRegistration(server, ['name'])
    expect(await checkIn({ username: 'by_name' })).toMatchObject({ code: 1 })
    await openRegistration(server, [])
    expect(await form()).toMatchObject({ register: false, registerTypes: [] })
    expect(await checkIn({ username: 'nobody_in' })).toMatchObject({
      code: 0,
      msg: expect.stringContaining('Registration is closed'),
    })
    const owner = await server.signIn('admin')
    expect((await owner.post('/admin/routine.Config/edit', { register_channels: ['email', 'name'] })).body).toMatchObject({
      code: 1,
    })
    expect(await form()).toMatchObject({ registerTypes: ['email', 'name'] })
  })

  test('a new site that sends neither mail nor messages registers nobody until its owner allows names alone', async () => {
    const plain = await startTestServer({ database: 'seed' })
    try {
      const guest = plain.guest()
      expect((await guest.get('/api/user/checkIn')).body.data).toMatchObject({ register: false, registerTypes: [] })
      const body = { tab: 'register', username: 'nobody_yet', password }
      expect((await guest.post('/api/user/checkIn', body)).body).toMatchObject({ code: 0 })
      await openRegistration(plain, ['email', 'name'])
      expect((await guest.post('/api/user/checkIn', body)).body).toMatchObject({ code: 1 })
    } finally {
      await plain.close()
    }
  })
})
