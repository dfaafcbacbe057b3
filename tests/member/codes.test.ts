import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readSettings } from '../../server/core/settings.ts'
import { createServer } from '../../server/main/server.ts'
import { solvedCaptcha } from '../harness/captcha.ts'
import { type Client, makeClient } from '../harness/client.ts'
import { DEMO_PASSWORD, TEST_SECRET } from '../harness/database.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'
import { type MailServer, mailPassword, sendThrough, startMailServer } from '../harness/services/mail.ts'
import { sendToLog } from '../harness/services/sms.ts'
import { disableMember, memberClient, type Pair, registerMember, signInMember } from './people.ts'

let server: TestServer
let mail: MailServer
/** Lines of short messages that the local sender wrote. */
const shortMessages = () => server.logs.filter((line) => line.includes('a short message'))
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

let count = 0
/** A member with an address of each kind, signed in. */
async function somebody({ email = `m${++count}@example.com`, mobile = '' } = {}) {
  const name = `coded${++count}`
  const pair: Pair = await registerMember(server, name, DEMO_PASSWORD)
  await server.query('update "user" set email = $2, mobile = $3 where username = $1', [name, email, mobile])
  return { name, email, mobile, client: memberClient(server, pair.token), pair }
}

const sendMail = async (body: object, who: Client = server.guest()) =>
  (await who.post('/api/Ems/send', { ...body, ...(await solvedCaptcha(server)) })).body
const sendSms = async (body: object, who: Client = server.guest()) =>
  (await who.post('/api/Sms/send', { ...body, ...(await solvedCaptcha(server)) })).body
/** The code that arrived at an address. */
async function codeAt(address: string): Promise<string> {
  await expect.poll(() => mail.codeFor(address)).toBeDefined()
  return mail.codeFor(address) ?? ''
}
const another = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const retrieve = (email: string) => sendMail({ email, event: 'user_retrieve_pwd' })
const setPassword = async (account: string, captcha: string, password = 'Brand-new-pass-1', at = server.guest()) =>
  (await at.post('/api/account/retrievePassword', { type: 'email', account, captcha, password })).body
const isPassword = (name: string, password: string) =>
  signInMember(server, name, password).then(
    () => true,
    () => false,
  )
/** As if the codes had been sent so many seconds earlier. */
const later = (seconds: number) =>
  server.query('update verification_code set create_time = create_time - $1::int, expires_time = expires_time - $1::int', [
    seconds,
  ])

describe('a forgotten password', () => {
  test('is reset with the code from the mail; all sessions end, the old password stops working, and the owner is notified', async () => {
    const { name, email, client } = await somebody()
    expect(await retrieve(email)).toMatchObject({ code: 1, msg: expect.stringContaining('Sent.'), data: null })
    const code = await codeAt(email)
    expect(mail.mails[0]).toMatchObject({
      to: email,
      subject: 'New password - Kontor',
      from: expect.stringContaining('The Shop'),
    })
    expect(await setPassword(email.toUpperCase(), code)).toMatchObject({ code: 1, msg: expect.stringContaining('changed') })
    expect((await client.get('/api/account/overview')).body.code).toBe(303)
    expect([await isPassword(name, DEMO_PASSWORD), await isPassword(name, 'Brand-new-pass-1')]).toEqual([false, true])
    await expect.poll(() => mail.mails.at(-1)?.subject).toBe('Password changed - Kontor')
    const [kept] = await server.query<{ n: number }>("select count(*)::int n from audit where action = 'member.retrieve'")
    expect(kept?.n).toBe(1)
  })

  test('has a code of one use', async () => {
    const { email } = await somebody()
    await retrieve(email)
    const code = await codeAt(email)
    const answers = await Promise.all(
      ['First-pass-1', 'Second-pass-2', 'Third-pass-3'].map((each) => setPassword(email, code, each)),
    )
    expect(answers.map(({ code: each }) => each).sort()).toEqual([0, 0, 1])
    expect(await setPassword(email, code, 'Fourth-pass-4')).toMatchObject({ code: 0 })
  })

  test('has a code of five tries, also for a hundred who guess at once', async () => {
    const { name, email } = await somebody()
    await retrieve(email)
    const code = await codeAt(email)
    const guesses = Array.from({ length: 100 }, (_, i) => String((Number(code) + 1 + i) % 1_000_000).padStart(6, '0'))
    await Promise.all(guesses.map((guess) => setPassword(email, guess)))
    const rows = await server.query<{ tries: number }>('select tries from verification_code')
    expect(rows).toEqual([{ tries: 5 }])
    expect(await setPassword(email, code)).toMatchObject({ code: 0, msg: 'Please enter the correct verification code' })
    expect(await isPassword(name, DEMO_PASSWORD)).toBe(true)
  })

  test('takes the right code at the fifth try', async () => {
    const { email } = await somebody()
    await retrieve(email)
    const code = await codeAt(email)
    for (let i = 0; i < 4; i++) expect((await setPassword(email, another(code))).code).toBe(0)
    expect((await setPassword(email, code)).code).toBe(1)
  })

  test('has a code of ten minutes, and a newer one voids it', async () => {
    const { email } = await somebody()
    await retrieve(email)
    const first = await codeAt(email)
    await later(599)
    await retrieve(email)
    await expect.poll(() => mail.mails.length).toBe(2)
    const second = await codeAt(email)
    if (first !== second) expect((await setPassword(email, first)).code).toBe(0)
    await later(601)
    expect((await setPassword(email, second)).code).toBe(0)
  })

  test('tells nobody which addresses are known: the same answers, the same rows, the same limits', async () => {
    const { email } = await somebody()
    const disabled = await somebody()
    await disableMember(server, disabled.name)
    const answers = []
    for (const address of [email, 'nobody@example.com', disabled.email]) {
      const sent = await retrieve(address)
      const again = await retrieve(address)
      const guessed = await setPassword(address, '000000')
      answers.push([sent, again, guessed].map(({ code, msg, data }) => ({ code, msg: msg.replace(/\d+/, 'n'), data })))
    }
    expect(answers[1]).toEqual(answers[0])
    expect(answers[2]).toEqual(answers[0])
    expect(answers[0]?.map(({ code }) => code)).toEqual([1, 0, 0])
    const rows = await server.query('select event, tries from verification_code order by id')
    expect(rows).toEqual(Array.from({ length: 3 }, () => ({ event: 'user_retrieve_pwd', tries: 1 })))
    await codeAt(email)
    const own = [email, 'nobody@example.com', disabled.email]
    expect(mail.mails.map(({ to }) => to).filter((to) => own.includes(to))).toEqual([email])
  })

  test('wants a captcha, a way to write to, and an address; a weak password is refused before the code counts', async () => {
    const { email } = await somebody()
    const guest = server.guest()
    const refused = await guest.post('/api/Ems/send', { email, event: 'user_retrieve_pwd' })
    expect(refused.body).toMatchObject({ code: 0, data: { errors: { captcha: expect.stringMatching(/./) } } })
    expect(await sendMail({ email: 'no address', event: 'user_retrieve_pwd' })).toMatchObject({
      code: 0,
      data: { errors: { email: expect.stringMatching(/./) } },
    })
    expect(await sendMail({ email, event: 'something' })).toMatchObject({ code: 0 })
    expect(await sendMail({ email, event: 'user_mobile_verify' })).toMatchObject({ code: 0 })
    await retrieve(email)
    const code = await codeAt(email)
    for (const weak of ['short', 'password', 'with"quote'])
      expect(await setPassword(email, another(code), weak)).toMatchObject({
        code: 0,
        data: { errors: { password: expect.any(String) } },
      })
    expect(await server.query('select tries from verification_code')).toEqual([{ tries: 0 }])
    await server.query(`insert into config (name, value, create_time, update_time) values ('open_member_center', '0', 0, 0)`)
    expect([(await retrieve(email)).msg, (await setPassword(email, code)).msg]).toEqual(
      Array(2).fill('The member centre is closed.'),
    )
    await server.query(`delete from config where name = 'open_member_center'`)
  })
})

describe('limits', () => {
  test('one code a minute for an address and event, five an hour for an address, and then it goes on', async () => {
    const { email } = await somebody()
    for (let i = 0; i < 5; i++) {
      expect((await retrieve(email)).code).toBe(1)
      expect(await retrieve(email)).toMatchObject({ code: 0, msg: expect.stringMatching(/Wait \d+ seconds/) })
      await later(61)
    }
    expect(await retrieve(email)).toMatchObject({ code: 0, msg: expect.stringContaining('in an hour') })
    await later(3600)
    expect((await retrieve(email)).code).toBe(1)
  })

  test('hold for many who ask at once, and on two servers', async () => {
    const { email } = await somebody()
    const settings = {
      ...readSettings({}),
      port: 0,
      feedPort: 0,
      databaseUrl: server.databaseUrl,
      mailOwnNetwork: true,
      secret: TEST_SECRET,
    }
    const other = await createServer({ databaseUrl: server.databaseUrl, settings })
    const { url } = await other.listen()
    try {
      const ask = async (at: string) =>
        (
          await makeClient(at).post('/api/Ems/send', {
            email,
            event: 'user_retrieve_pwd',
            ...(await solvedCaptcha(server, at)),
          })
        ).body.code
      const answers = await Promise.all(Array.from({ length: 8 }, (_, i) => ask(i % 2 ? url : server.url)))
      expect(answers.filter((each) => each === 1)).toHaveLength(1)
      const code = await codeAt(email)
      // Guessed on both: the tries are one number, and the code of one server is good on the other.
      const guesses = [0, 1, 2, 3].map((i) =>
        setPassword(email, another(code), 'Any-pass-1', i % 2 ? makeClient(url) : server.guest()),
      )
      await Promise.all(guesses)
      expect(await server.query('select tries from verification_code')).toEqual([{ tries: 4 }])
      expect((await setPassword(email, code, 'Other-node-1', makeClient(url))).code).toBe(1)
    } finally {
      await other.close()
    }
  })

  test('of one place and of the whole site', async () => {
    const fill = (rows: number, ip: string) =>
      server.query(
        `insert into verification_code (target, event, code_hash, tries, ip, expires_time, create_time, update_time)
          select 't' || n, 'user_retrieve_pwd', 'x', 0, $2, 0, extract(epoch from now())::bigint - 100, 0 from generate_series(1, $1::int) n`,
        [rows, ip],
      )
    await fill(30, 'address:127.0.0.1')
    expect(await retrieve('a@example.com')).toMatchObject({ code: 0, msg: expect.stringContaining('in an hour') })
    await server.query('delete from verification_code')
    await fill(29, 'address:127.0.0.1')
    expect((await retrieve('a@example.com')).code).toBe(1)
    await server.query('delete from verification_code')
    await fill(200, 'address:192.0.2.1')
    expect((await retrieve('a@example.com')).code).toBe(0)
  })
})

describe('an address', () => {
  const password = DEMO_PASSWORD

  test('is bound with the account password and the code that was sent to it', async () => {
    const { name, client } = await somebody({ email: '' })
    const email = `${name}@example.com`
    const bind = async (more: object) => (await client.post('/api/account/changeBind', { type: 'email', email, ...more })).body
    expect(await sendMail({ email, event: 'user_change_email' }, client)).toMatchObject({ code: 1 })
    const captcha = await codeAt(email)
    expect(await bind({ captcha, password: 'Wrong-pass-1' })).toMatchObject({
      code: 0,
      data: { errors: { password: expect.any(String) } },
    })
    expect(await bind({ captcha: another(captcha), password })).toMatchObject({
      code: 0,
      data: { errors: { captcha: expect.any(String) } },
    })
    expect(await bind({ captcha, password })).toMatchObject({ code: 1, msg: 'Updated successfully!' })
    expect(await bind({ captcha, password })).toMatchObject({ code: 0 })
    expect(await server.query('select email from "user" where username = $1', [name])).toEqual([{ email }])
    expect(await isPassword(email, password)).toBe(true)
  })

  test('that is bound is changed only after a code was sent to it: the token is of one use, of one session and of one kind', async () => {
    const { name, email, client } = await somebody({ mobile: '13800138111' })
    const other = memberClient(server, (await signInMember(server, name)).token)
    const next = `new-${email}`
    const verify = async () => {
      await server.query('delete from verification_code')
      expect(await sendMail({ email, event: 'user_email_verify', password: 'Wrong-pass-1' }, client)).toMatchObject({ code: 0 })
      expect(await sendMail({ email: 'else@example.com', event: 'user_email_verify', password }, client)).toMatchObject({
        code: 0,
      })
      expect(await sendMail({ email, event: 'user_email_verify', password }, client)).toMatchObject({ code: 1 })
      const code = await codeAt(email)
      const wrong = await client.post('/api/account/verification', { type: 'email', captcha: another(code) })
      expect(wrong.body).toMatchObject({ code: 0 })
      const { body } = await client.post<{ type: string; accountVerificationToken: string }>('/api/account/verification', {
        type: 'email',
        captcha: code,
      })
      expect(body).toMatchObject({
        code: 1,
        data: { type: 'email', accountVerificationToken: expect.stringMatching(/^[\w-]{43}$/) },
      })
      return body.data.accountVerificationToken
    }
    const accountVerificationToken = await verify()
    await sendMail({ email: next, event: 'user_change_email' }, client)
    const captcha = await codeAt(next)
    const change = async (who: Client, more: object) =>
      (await who.post('/api/account/changeBind', { type: 'email', email: next, captcha, ...more })).body
    const needed = { code: 0, msg: 'Verify your account before changing its e-mail or mobile number.' }
    expect(await change(client, { password })).toMatchObject(needed)
    expect(await change(other, { accountVerificationToken })).toMatchObject(needed)
    expect(await change(client, { accountVerificationToken: 'x'.repeat(43) })).toMatchObject(needed)
    await sendSms({ mobile: '13900139111', template_code: 'user_change_mobile' }, client)
    const sms = /(\d{6})/.exec(JSON.parse(shortMessages().at(-1) ?? '{}').text)?.[1]
    const mobile = { type: 'mobile', mobile: '13900139111', captcha: sms, accountVerificationToken }
    expect((await client.post('/api/account/changeBind', mobile)).body).toMatchObject(needed)
    expect(await change(client, { accountVerificationToken })).toMatchObject({ code: 1 })
    expect(await server.query('select email from "user" where username = $1', [name])).toEqual([{ email: next }])
    await expect.poll(() => mail.mails.findLast(({ to }) => to === email)?.subject).toBe('Address changed - Kontor')
  })

  test('is proven for ten minutes', async () => {
    const { email, client } = await somebody()
    await sendMail({ email, event: 'user_email_verify', password }, client)
    const { body } = await client.post<{ accountVerificationToken: string }>('/api/account/verification', {
      type: 'email',
      captcha: await codeAt(email),
    })
    await later(601)
    await sendMail({ email: `new-${email}`, event: 'user_change_email' }, client)
    const captcha = await codeAt(`new-${email}`)
    const { accountVerificationToken } = body.data
    const late = { type: 'email', email: `new-${email}`, captcha, accountVerificationToken }
    expect((await client.post('/api/account/changeBind', late)).body.code).toBe(0)
  })

  test('of another member looks like a free one: its owner is notified, and no code is accepted', async () => {
    const taken = await somebody()
    const { client } = await somebody({ email: '' })
    const free = await sendMail({ email: 'free@example.com', event: 'user_change_email' }, client)
    const sent = await sendMail({ email: taken.email, event: 'user_change_email' }, client)
    expect({ ...sent, time: 0 }).toEqual({ ...free, time: 0 })
    await expect.poll(() => mail.mails.at(-1)).toMatchObject({ to: taken.email, subject: 'Already in use - Kontor' })
    expect(mail.codeFor(taken.email)).toBeUndefined()
  })

  test('that two ask for goes to one', async () => {
    const [one, two] = [await somebody({ email: '' }), await somebody({ email: '' })]
    const email = 'wanted@example.com'
    await sendMail({ email, event: 'user_change_email' }, one.client)
    const captcha = await codeAt(email)
    const body = { type: 'email', email, captcha, password }
    const answers = await Promise.all([one, two].map(({ client }) => client.post('/api/account/changeBind', body)))
    expect(answers.map((answer) => answer.body.code).sort()).toEqual([0, 1])
    expect(await server.query('select count(*)::int n from "user" where email = $1', [email])).toEqual([{ n: 1 }])
  })

  test('needs a session and the right to it', async () => {
    const { email, pair, client } = await somebody()
    for (const path of ['verification', 'changeBind'])
      expect((await server.guest().post(`/api/account/${path}`, { type: 'email' })).body.code).toBe(303)
    expect((await sendMail({ email, event: 'user_change_email' })).code).toBe(303)
    await server.query('update user_session set access_time = 1 where user_id = (select id from "user" where email = $1)', [
      email,
    ])
    await server.query("select pg_notify('kontor_access', '*')")
    await expect
      .poll(async () => (await sendMail({ email, event: 'user_change_email' }, memberClient(server, pair.token))).code)
      .toBe(409)
    expect((await client.post('/api/account/verification', { type: 'email' })).body.code).toBe(409)
  })

  test('is bound and changed by the forms of the profile in one step', async () => {
    const { name, client } = await somebody({ email: '' })
    const [first, second] = [`${name}@example.com`, `${name}@example.org`]
    const post = async (call: string, body: object) => (await client.post(`/api/account.profile/${call}`, body)).body
    await sendMail({ email: first, event: 'user_change_email' }, client)
    const code = await codeAt(first)
    expect(await post('bindEmail', { password: 'Wrong-pass-1', email: first, captcha: code })).toMatchObject({ code: 0 })
    expect(await post('bindEmail', { password, email: first, captcha: code })).toMatchObject({ code: 1 })
    await later(61)
    await sendMail({ email: second, event: 'user_change_email' }, client)
    const next = await codeAt(second)
    expect(await post('bindEmail', { password, email: second, captcha: next })).toMatchObject({ code: 0 })
    expect(await server.query('select email from "user" where username = $1', [name])).toEqual([{ email: first }])
    await later(61)
    await sendMail({ email: second, event: 'user_change_email' }, client)
    await sendMail({ event: 'user_email_verify', password }, client)
    const body = { password, email: second, captcha: await codeAt(second) }
    const own_captcha = await codeAt(first)
    expect(await post('changeEmail', { ...body, own_captcha: another(own_captcha) })).toMatchObject({
      code: 0,
      data: { errors: { own_captcha: expect.any(String) } },
    })
    expect(await post('changeEmail', { ...body, own_captcha })).toMatchObject({ code: 1 })
    expect(await server.query('select email from "user" where username = $1', [name])).toEqual([{ email: second }])
  })

  test('can be a mobile number, and a password is reset with one', async () => {
    const { name, client } = await somebody({ email: '' })
    const mobile = '13700137123'
    const codeOf = () => /(\d{6})/.exec(String(JSON.parse(shortMessages().at(-1) ?? '{}').text))?.[1]
    expect(await sendSms({ mobile, template_code: 'user_change_mobile' }, client)).toMatchObject({ code: 1 })
    const body = { type: 'mobile', mobile, captcha: codeOf(), password }
    expect((await client.post('/api/account/changeBind', body)).body.code).toBe(1)
    const sent = shortMessages().length
    expect(await sendSms({ mobile, template_code: 'user_retrieve_pwd' })).toMatchObject({ code: 1 })
    await expect.poll(() => shortMessages().length).toBeGreaterThan(sent)
    const retrieval = { type: 'mobile', account: mobile, captcha: codeOf(), password: 'By-mobile-1' }
    expect((await server.guest().post('/api/account/retrievePassword', retrieval)).body.code).toBe(1)
    expect(await isPassword(name, 'By-mobile-1')).toBe(true)
  })
})

describe('what the site can send', () => {
  const waysOf = async (at = server) =>
    (await at.guest().get<{ accountVerificationType: string[] }>('/api/user/checkIn')).body.data.accountVerificationType

  test('is reported by checkIn and profile: mail only while all of its settings are filled in', async () => {
    const { client } = await somebody()
    const profile = async () =>
      (await client.get<{ accountVerificationType: string[] }>('/api/account/profile')).body.data.accountVerificationType
    expect([await waysOf(), await profile()]).toEqual(Array(2).fill(['email', 'mobile']))
    for (const name of [
      'smtp_server',
      'smtp_port',
      'smtp_user',
      'smtp_pass',
      'smtp_verification',
      'smtp_sender_mail',
      'smtp_sender_name',
    ]) {
      await sendThrough(server, mail, { [name]: '' })
      expect(await waysOf(), name).toEqual(['mobile'])
    }
    expect(await retrieve('a@example.com')).toMatchObject({
      code: 0,
      msg: 'E-mail is not set up. Contact the site administrator.',
    })
    await sendThrough(server, mail)
    expect(await profile()).toEqual(['email', 'mobile'])
  })

  test('is no SMS without a sender', async () => {
    const plain = await startTestServer({ database: 'seed' })
    try {
      expect(await waysOf(plain)).toEqual([])
      const body = { mobile: '13800138000', template_code: 'user_retrieve_pwd', ...(await solvedCaptcha(plain)) }
      expect((await plain.guest().post('/api/Sms/send', body)).body).toMatchObject({
        code: 0,
        msg: 'SMS is not set up. Contact the site administrator.',
      })
    } finally {
      await plain.close()
    }
  })

  test('does not count a mail that the server refuses: a signed-in member sees the error and may retry at once', async () => {
    const { client } = await somebody({ email: '' })
    await sendThrough(server, mail, { smtp_pass: 'not the password' })
    const ask = () => sendMail({ email: 'late@example.com', event: 'user_change_email' }, client)
    expect(await ask()).toMatchObject({ code: 0, msg: expect.stringContaining('could not be sent') })
    await sendThrough(server, mail)
    expect(await ask()).toMatchObject({ code: 1 })
  })

  test('shows neither codes nor the mail password in answers, logs and the audit', async () => {
    const { email } = await somebody()
    const owner = await server.signIn('admin')
    const { text } = await owner.post('/api/Ems/send', { email, event: 'user_retrieve_pwd', ...(await solvedCaptcha(server)) })
    const code = await codeAt(email)
    const set = await setPassword(email, code)
    const { row } = (await owner.get<{ row: object }>('/admin/routine.config/index')).body.data
    const saved = await owner.post('/admin/routine.config/edit', { ...row, smtp_pass: 'Typed-canary-&<7>' })
    expect(saved.body).toMatchObject({ code: 1 })
    expect(await server.query(`select value from config where name = 'smtp_pass'`)).toEqual([{ value: 'Typed-canary-&<7>' }])
    await sendThrough(server, mail)
    const lax = owner.with({ token: owner.token ?? '', headers: { 'x-kontor-strict': '0' } })
    const answers = [
      text,
      set,
      await owner.get('/admin/routine.config/index'),
      saved,
      await lax.get('/admin/routine.config/index'),
    ]
    const kept = await server.query('select l::text t from admin_log l union all select a::text from audit a')
    const told = JSON.stringify([answers, kept, server.logs.filter((line) => !line.includes('a short message'))])
    expect(told).not.toMatch(/-canary-/)
    expect(told).not.toContain(mailPassword)
    expect(told).not.toMatch(new RegExp(`\\b${code}\\b`))
    const rows = JSON.stringify(await server.query('select * from verification_code'))
    expect([rows.includes(code), rows.includes(email)]).toEqual([false, false])
  })
})
