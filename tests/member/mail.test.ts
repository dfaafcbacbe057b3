import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isPublicAddress } from '../../server/core/mail/address.ts'
import type { Client } from '../harness/client.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'
import { type MailServer, mailPassword, mailUser, sendThrough, startMailServer } from '../harness/services/mail.ts'
import { person } from '../security/people.ts'

let server: TestServer
let mail: MailServer
let owner: Client
beforeAll(async () => {
  mail = await startMailServer({ refuse: 'nobody' })
  server = await startTestServer({ database: 'seed', settings: { mailOwnNetwork: true } })
  owner = await server.signIn('admin')
})
afterAll(async () => {
  await server?.close()
  await mail?.close()
})

const onScreen = () => ({
  smtp_server: '127.0.0.1',
  smtp_port: mail.port,
  smtp_user: mailUser,
  smtp_pass: mailPassword,
  smtp_verification: 'none',
  smtp_sender_mail: 'shop@kontor.test',
  smtp_sender_name: 'The Shop',
})
const testMail = async (entered: object, { who = owner, to = 'boss@example.com' } = {}) =>
  (await who.post('/admin/routine.config/testMail', { test_mail: to, entered })).body

describe('the test mail', () => {
  test('goes out with what is on the screen, which is not saved', async () => {
    expect(await testMail(onScreen())).toMatchObject({ code: 1, data: { sent: 'Sent to boss@example.com.' } })
    expect(mail.mails.at(-1)).toMatchObject({
      to: 'boss@example.com',
      from: 'The Shop <shop@kontor.test>',
      subject: 'Test mail - Kontor',
    })
    expect(await server.query(`select 1 from config where name like 'smtp%'`)).toEqual([])
    const chinese = owner.with({ token: owner.token ?? '', lang: 'zh-cn' })
    expect(await testMail(onScreen(), { who: chinese })).toMatchObject({ data: { sent: '已发送至 boss@example.com。' } })
    expect(mail.mails.at(-1)?.text).toContain('配置可用')
  })

  test('takes the saved password where none is typed', async () => {
    await sendThrough(server, mail)
    const sent = mail.mails.length
    expect(await testMail({ ...onScreen(), smtp_pass: '' })).toMatchObject({ code: 1 })
    expect(mail.mails.length).toBe(sent + 1)
    await server.query(`delete from config where name like 'smtp%'`)
  })

  test('says in words what went wrong', async () => {
    const silent = await startMailServer({ secure: true })
    const cases: [string, object, RegExp][] = [
      ['a field is empty', { smtp_user: '' }, /Fill in every field/],
      ['no such host', { smtp_server: 'mail.invalid' }, /mail server was not found/],
      ['nobody listens', { smtp_port: 1 }, /does not accept the connection/],
      ['wrong password', { smtp_pass: 'wrong' }, /user name or password/],
      ['SSL, and the server has none', { smtp_verification: 'SSL' }, /connect securely|in time/],
      ['a certificate nobody trusts', { smtp_verification: 'TLS' }, /certificate is not trusted/],
      ['the same from the start', { smtp_verification: 'SSL', smtp_port: silent.port }, /certificate is not trusted/],
    ]
    try {
      for (const [what, changed, says] of cases)
        expect(await testMail({ ...onScreen(), ...changed }), what).toMatchObject({ code: 0, msg: expect.stringMatching(says) })
      expect(await testMail(onScreen(), { to: 'nobody@example.com' })).toMatchObject({
        code: 0,
        msg: expect.stringMatching(/address/),
      })
      const wrong = await testMail(onScreen(), { to: 'no address' })
      expect(wrong).toMatchObject({ code: 0, data: { errors: { test_mail: expect.stringMatching(/./) } } })
    } finally {
      await silent.close()
    }
  })

  test('needs its right, and another server than the saved one a super administrator', async () => {
    const clerk = await person(server, ['routine/config/index', 'routine/config/edit', 'routine/config/testMail'])
    const reader = await person(server, ['routine/config/index', 'routine/config/edit'])
    expect((await testMail(onScreen(), { who: reader })).code).toBe(401)
    await sendThrough(server, mail)
    expect(await testMail({ ...onScreen(), smtp_pass: '' }, { who: clerk })).toMatchObject({ code: 1 })
    for (const changed of [{ smtp_server: 'localhost' }, { smtp_port: mail.port + 1 }, { smtp_verification: 'TLS' }])
      expect(await testMail({ ...onScreen(), ...changed }, { who: clerk })).toMatchObject({
        code: 0,
        msg: expect.stringContaining('Only super administrators'),
      })
    const { row } = (await clerk.get<{ row: object }>('/admin/routine.config/index')).body.data
    const saved = await clerk.post('/admin/routine.config/edit', { ...row, smtp_server: 'mail.example.com' })
    expect(saved.body).toMatchObject({ code: 0, data: { errors: { smtp_server: expect.stringContaining('super') } } })
    expect((await clerk.post('/admin/routine.config/edit', { ...row, smtp_sender_name: 'Else' })).body).toMatchObject({ code: 1 })
  })
})

describe('a mail server in the own network', () => {
  test('is refused unless the one who runs the server allows it, by whatever name it goes', async () => {
    const plain = await startTestServer({ database: 'seed' })
    try {
      const who = await plain.signIn('admin')
      const sent = mail.mails.length
      for (const smtp_server of [
        '127.0.0.1',
        'localhost',
        '127.1',
        '0',
        '0x7f000001',
        '::1',
        '::ffff:127.0.0.1',
        '10.0.0.1',
        '169.254.169.254',
      ])
        expect(await testMail({ ...onScreen(), smtp_server }, { who }), smtp_server).toMatchObject({
          code: 0,
          msg: expect.stringMatching(/private network|mail server was not found/),
        })
      expect(mail.mails.length).toBe(sent)
    } finally {
      await plain.close()
    }
  })

  test.each([
    ['8.8.8.8', true],
    ['172.15.255.255', true],
    ['172.16.0.1', false],
    ['192.168.1.1', false],
    ['100.64.0.1', false],
    ['0.0.0.0', false],
    ['255.255.255.255', false],
    ['::ffff:10.0.0.1', false],
    ['2606:4700::1111', true],
    ['fd00::1', false],
    ['fe80::1', false],
    ['2002:7f00:1::', false],
    ['64:ff9b::7f00:1', false],
    ['no address', false],
  ])('%s is public: %s', (address, expected) => {
    expect(isPublicAddress(address)).toBe(expected)
  })
})
