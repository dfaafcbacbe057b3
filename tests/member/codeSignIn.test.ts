import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { solvedCaptcha } from '../harness/captcha.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'
import { type MailServer, sendThrough, startMailServer } from '../harness/services/mail.ts'
import { sendToLog } from '../harness/services/sms.ts'
import { disableMember, memberClient, type Pair, registerMember, signInMember } from './people.ts'

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
  mail.mails.length = 0
})

const password = 'Quiet-harbour-7'
let count = 0
async function somebody({ mobile = '' } = {}) {
  const name = `by_code${++count}`
  const email = `By.Code${count}@example.com`
  await registerMember(server, name, password)
  await server.query('update "user" set email = $2, mobile = $3 where username = $1', [name, email, mobile])
  return { name, email, mobile }
}
const sendMail = async (email: string, at = server) =>
  (await at.guest().post('/api/Ems/send', { email, event: 'user_login', ...(await solvedCaptcha(at)) })).body
async function codeAt(email: string): Promise<string> {
  expect(await sendMail(email)).toMatchObject({ code: 1 })
  await expect.poll(() => mail.codeFor(email)).toBeDefined()
  return mail.codeFor(email) ?? ''
}
const signIn = async (body: object) =>
  (
    await server
      .guest()
      .post<{ userInfo: Pair & { username: string } }>('/api/user/checkIn', { tab: 'login', keep: true, ...body })
  ).body
const byMail = (email: string, captcha: unknown) => signIn({ loginType: 'email', email, captcha })
const another = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const wrongCode = { code: 0, data: { errors: { captcha: 'Please enter the correct verification code' } } }

describe('signing in with a code', () => {
  test('takes the code from the mail and no password; the code is of one use', async () => {
    const { name, email } = await somebody()
    const captcha = await codeAt(email)
    expect(mail.mails[0]?.subject).toBe('Sign-in code - Kontor')
    const answers = await Promise.all([1, 2, 3].map(() => byMail(email.toLowerCase(), captcha)))
    expect(answers.map(({ code }) => code).sort()).toEqual([0, 0, 1])
    const { userInfo } = answers.find(({ code }) => code === 1)?.data ?? {}
    expect(userInfo).toMatchObject({ username: name, refresh_token: expect.stringMatching(/./) })
    expect((await memberClient(server, userInfo?.token ?? '').get('/api/account/overview')).body.code).toBe(1)
    expect(await byMail(email, captcha)).toMatchObject(wrongCode)
  })

  test('takes the code from the message', async () => {
    const { name, mobile } = await somebody({ mobile: '13900003333' })
    server.logs.length = 0
    const sent = await server
      .guest()
      .post('/api/Sms/send', { mobile, template_code: 'user_login', ...(await solvedCaptcha(server)) })
    expect(sent.body).toMatchObject({ code: 1 })
    const captcha = await expect
      .poll(() => /code to sign in: (\w+)/.exec(server.logs.join('\n'))?.[1])
      .toBeDefined()
      .then(() => /code to sign in: (\w+)/.exec(server.logs.join('\n'))?.[1])
    expect(await signIn({ loginType: 'mobile', mobile, captcha })).toMatchObject({
      code: 1,
      data: { userInfo: { username: name } },
    })
  })

  test('tells nobody which addresses are known: the same answers for strangers and disabled members', async () => {
    const known = await somebody()
    const disabled = await somebody()
    await disableMember(server, disabled.name)
    const answers = []
    for (const address of [known.email, 'nobody.here@example.com', disabled.email]) {
      const [sent, guessed] = [await sendMail(address), await byMail(address, '000000')]
      answers.push([sent, guessed].map(({ code, msg, data }) => ({ code, msg, data })))
    }
    expect(answers[1]).toEqual(answers[0])
    expect(answers[2]).toEqual(answers[0])
    await expect.poll(() => mail.codeFor(known.email)).toBeDefined()
    expect(mail.mails.map(({ to }) => to)).toEqual([known.email])
  })

  test('refuses a member who was disabled after the code was sent, and says so in the audit', async () => {
    const { name, email } = await somebody()
    const captcha = await codeAt(email)
    await disableMember(server, name)
    expect(await byMail(email, captcha)).toMatchObject(wrongCode)
    const rows = await server.query(`select 1 from audit where action = 'member.login.failed' and detail::jsonb @> $1::jsonb`, [
      JSON.stringify({ username: name, reason: 'code' }),
    ])
    expect(rows).toHaveLength(1)
  })

  test('with a code for another address, another purpose or of another form is refused, and a code has five tries', async () => {
    const [one, other] = [await somebody(), await somebody()]
    const captcha = await codeAt(one.email)
    for (const more of [
      {},
      { captcha: '' },
      { captcha: [captcha] },
      { captcha, email: other.email },
      { captcha, email: 'no address' },
      { captcha, loginType: 'mobile', mobile: '13900004444' },
      { captcha, loginType: ['email'] },
      { captcha, loginType: 'name' },
      { captcha, tab: 'register', registerType: 'email', username: 'code_thief', password },
    ])
      expect(await signIn({ loginType: 'email', email: one.email, ...more }), JSON.stringify(more)).toMatchObject({ code: 0 })
    for (let i = 0; i < 5; i++) expect(await byMail(one.email, another(captcha))).toMatchObject({ code: 0 })
    expect(await byMail(one.email, captcha)).toMatchObject(wrongCode)
  })

  test('works while wrong passwords lock the account, and takes the lock off', async () => {
    const { name, email } = await somebody()
    for (let i = 0; i < 6; i++) await signIn({ username: name, password: 'Wrong-pass1' })
    await expect(signInMember(server, name, password)).rejects.toThrow()
    expect(await byMail(email, await codeAt(email))).toMatchObject({ code: 1 })
    await signInMember(server, name, password)
  })

  test('is offered by the ways of login_channels that the site can send by, and refused otherwise', async () => {
    const { email } = await somebody()
    const owner = await server.signIn('admin')
    const form = async () => (await server.guest().get('/api/user/checkIn')).body.data
    const choose = async (ways: string[]) =>
      expect((await owner.post('/admin/routine.Config/edit', { login_channels: ways })).body).toMatchObject({ code: 1 })
    expect(await form()).toMatchObject({ loginTypes: ['email', 'mobile'] })
    const captcha = await codeAt(email)
    await choose(['mobile'])
    expect(await form()).toMatchObject({ loginTypes: ['mobile'] })
    const off = { code: 0, msg: expect.stringContaining('turned off') }
    expect([await byMail(email, captcha), await sendMail('other@example.com')]).toMatchObject([off, off])
    await choose([])
    expect(await form()).toMatchObject({ loginTypes: [] })
    await choose(['email', 'mobile'])
    expect(await byMail(email, captcha)).toMatchObject({ code: 1 })
    const plain = await startTestServer({ database: 'seed' })
    try {
      expect((await plain.guest().get('/api/user/checkIn')).body.data).toMatchObject({ loginTypes: [] })
    } finally {
      await plain.close()
    }
  })
})

describe('the name at the sign-in', () => {
  const who = async (username: string, secret = password) => {
    const { code, data } = await signIn({ username, password: secret })
    return code === 1 ? data.userInfo.username : undefined
  }

  test('is the account, the mobile number or the e-mail address', async () => {
    const { name, email, mobile } = await somebody({ mobile: '13900005555' })
    for (const typed of [name, name.toUpperCase(), email, email.toLowerCase(), mobile]) expect(await who(typed)).toBe(name)
  })

  test('of an old account that looks like somebody’s address does not intercept their sign-in', async () => {
    const { name, email, mobile } = await somebody({ mobile: '13900006666' })
    // As in a database that was filled before the table had this rule.
    const [rule] = await server.query<{ name: string }>(
      `select conname as name from pg_constraint where conrelid = '"user"'::regclass and conname like 'user_username_%' and contype = 'c'`,
    )
    await server.query(`alter table "user" drop constraint ${rule?.name}`)
    for (const [i, typed] of [mobile, email].entries()) {
      await registerMember(server, `lookalike${i}`, 'Other-password-1')
      await server.query('update "user" set username = $2 where username = $1', [`lookalike${i}`, typed])
      await server.query('delete from login_throttle')
      expect(await who(typed)).toBe(name)
      expect(await who(typed, 'Other-password-1')).toBeUndefined()
    }
  })

  test('cannot be registered in the form of an address', async () => {
    for (const username of ['13900007777', 'me@example.com'])
      expect(await signIn({ tab: 'register', username, password })).toMatchObject({
        code: 0,
        data: { errors: { username: expect.any(String) } },
      })
  })
})
