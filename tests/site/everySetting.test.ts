import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { solvedCaptcha } from '../harness/captcha.ts'
import type { Client } from '../harness/client.ts'
import { productSchema } from '../harness/schemas.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'
import { type MailServer, mailPassword, mailUser, startMailServer } from '../harness/services/mail.ts'
import { picture, send } from '../harness/uploads.ts'
import { memberClient, registerMember } from '../member/people.ts'

/**
 * Every item of the configuration does something, in the back office and outside where it is about both. Those that no other test turns in both
 * areas are turned here; the table below tells where the others are.
 */

let server: TestServer
let mail: MailServer
let owner: Client
let member = ''
beforeAll(async () => {
  mail = await startMailServer()
  server = await startTestServer({ database: 'seed', settings: { mailOwnNetwork: true } })
  owner = await server.signIn('admin')
  member = (await registerMember(server, 'uploader', 'Quiet-harbour-7')).token
})
afterAll(async () => {
  await server?.close()
  await mail?.close()
})

/** Turns items at the screen; what they were comes back after the test. */
async function turned(values: Record<string, unknown>, then: () => Promise<void>): Promise<void> {
  const path = '/admin/routine.Config'
  const { row } = (await owner.get<{ row: Record<string, unknown> }>(`${path}/index`)).body.data
  const save = async (next: object) => expect((await owner.post(`${path}/edit`, next)).body).toMatchObject({ code: 1 })
  await save(values)
  try {
    await then()
  } finally {
    await save(Object.fromEntries(Object.keys(values).map((name) => [name, row[name] ?? ''])))
  }
}

test('the name and the version of the site are told outside, at both sign-ins, to members and in the back office', async () => {
  await turned({ site_name: 'Corner shop', version: '7.1' }, async () => {
    const shown = { siteName: 'Corner shop', version: '7.1' }
    for (const path of ['/api/index/index', '/api/user/checkIn', '/admin/Index/login'])
      expect((await server.guest().get<{ site: object }>(path)).body.data.site, path).toMatchObject(shown)
    const own = await memberClient(server, member).get<{ site: object }>('/api/index/index')
    expect(own.body.data.site).toMatchObject(shown)
    const inside = await owner.get<{ siteConfig: object }>('/admin/Index/index')
    expect(inside.body.data.siteConfig).toMatchObject(shown)
  })
})

describe('uploads of administrators and of members', () => {
  const typeOf = (name: string) => (name.endsWith('.png') ? 'image/png' : 'text/csv')
  const areas = [
    {
      who: 'administrators',
      upload: (content: Buffer<ArrayBuffer>, name: string) => send(server, owner.token, content, name, { type: typeOf(name) }),
    },
    {
      who: 'members',
      upload: (content: Buffer<ArrayBuffer>, name: string) =>
        send(server, undefined, content, name, { path: '/api/ajax/upload', member, type: typeOf(name) }),
    },
  ] as const
  const text = (n: number) => Buffer.from(`a text of some length, number ${n}\n`.repeat(4))

  describe.each(areas)('$who', ({ who, upload }) => {
    const seed = who === 'members' ? 70 : 80
    it('may have the size, the suffixes and the types that are set', async () => {
      await turned({ upload_max_size: 60 }, async () => {
        expect((await upload(await picture(seed), 'a.png')).body).toMatchObject({ code: 0 })
      })
      expect((await upload(await picture(seed), 'a.png')).body).toMatchObject({ code: 1 })
      await turned({ upload_suffixes: 'jpg' }, async () => {
        expect((await upload(await picture(seed + 1), 'a.png')).body).toMatchObject({ code: 0 })
        await turned({ upload_mime_types: 'image/png' }, async () => {
          expect((await upload(await picture(seed + 1), 'a.png')).body).toMatchObject({ code: 1 })
        })
      })
      expect((await upload(text(seed), 'a.csv')).body).toMatchObject({ code: 0 })
      await turned({ upload_suffixes: 'csv' }, async () => {
        expect((await upload(text(seed), 'a.csv')).body).toMatchObject({ code: 1 })
      })
    })

    it('are scaled down and named as it is set', async () => {
      await turned({ image_max_edge: 50, upload_save_name: '/storage/{topic}/{year}/{fileSha1}{.suffix}' }, async () => {
        const { file } = (await upload(await picture(seed + 2, { width: 200, height: 100 }), 'wide.png')).body.data
        expect([file.width, file.height]).toEqual([50, 25])
        expect(file.url).toMatch(/^\/storage\/[a-z]+\/\d{4}\/[0-9a-f]{40}\.png$/)
      })
    })

    it('fit into the space that is set', async () => {
      const quota = who === 'members' ? 'upload_member_quota' : 'upload_quota'
      await turned({ [quota]: 10 }, async () => {
        expect((await upload(await picture(seed + 3), 'more.png')).body).toMatchObject({ code: 0 })
      })
      expect((await upload(await picture(seed + 3), 'more.png')).body).toMatchObject({ code: 1 })
    })
  })
})

test('mail goes the way that is set: the code of somebody who registers comes from its sender', async () => {
  const values = {
    smtp_server: '127.0.0.1',
    smtp_port: mail.port,
    smtp_user: mailUser,
    smtp_pass: mailPassword,
    smtp_verification: 'none',
    smtp_sender_mail: 'post@kontor.test',
    smtp_sender_name: 'The post office',
    register_channels: ['email'],
  }
  const ask = async (email: string) =>
    (await server.guest().post('/api/Ems/send', { email, event: 'user_register', ...(await solvedCaptcha(server)) })).body
  await turned(values, async () => {
    expect(await ask('new@example.com')).toMatchObject({ code: 1 })
    await expect.poll(() => mail.codeFor('new@example.com')).toMatch(/^\d{6}$/)
    expect(mail.mails.at(-1)?.from).toContain('The post office <post@kontor.test>')
    expect((await owner.post('/admin/routine.Config/edit', { smtp_user: '' })).body.code).toBe(1)
    expect(await ask('other@example.com')).toMatchObject({ code: 0 })
  })
})

/** Where each item is turned and its effect seen. */
const turnedIn: Readonly<Record<string, string>> = {
  site_name: 'tests/site/everySetting.test.ts',
  version: 'tests/site/cdn.test.ts',
  cdn_url: 'tests/site/cdn.test.ts',
  record_number: 'tests/site/doors.test.ts',
  logo: 'tests/site/doors.test.ts',
  time_zone: 'tests/site/zone.test.ts',
  default_lang: 'tests/site/doors.test.ts',
  no_access_ip: 'tests/site/doors.test.ts',
  fixed_entrance: 'tests/site/entrance.test.ts',
  entrance_fixed: 'tests/site/entrance.test.ts',
  backend_entrance: 'tests/site/entrance.test.ts',
  entrance_password: 'tests/site/entrance.test.ts',
  log_keep_days: 'tests/auth/adminLog.test.ts',
  history_keep_days: 'tests/security/records/recordChanges.test.ts',
  config_group: 'tests/pages/itemGroups.test.ts',
  admin_login_captcha: 'tests/security/captcha.test.ts',
  user_login_captcha: 'tests/security/captcha.test.ts',
  register_channels: 'tests/member/registration.test.ts',
  login_channels: 'tests/member/codeSignIn.test.ts',
  admin_login_retry: 'tests/pages/items.test.ts',
  admin_login_lock_minutes: 'tests/pages/items.test.ts',
  admin_token_keep_time: 'tests/auth/signInSettings.test.ts',
  admin_sso: 'tests/auth/signInSettings.test.ts',
  refresh_token_days: 'tests/auth/signInSettings.test.ts',
  open_member_center: 'tests/auth/signInSettings.test.ts',
  open_register: 'tests/auth/signInSettings.test.ts',
  user_login_retry: 'tests/auth/signInSettings.test.ts',
  user_login_lock_minutes: 'tests/auth/signInSettings.test.ts',
  user_token_keep_time: 'tests/auth/signInSettings.test.ts',
  user_sso: 'tests/auth/signInSettings.test.ts',
  terms_zh: 'tests/auth/signInSettings.test.ts',
  terms_en: 'tests/auth/signInSettings.test.ts',
  upload_max_size: 'tests/site/everySetting.test.ts',
  upload_quota: 'tests/site/everySetting.test.ts',
  upload_member_quota: 'tests/site/everySetting.test.ts',
  upload_save_name: 'tests/site/everySetting.test.ts',
  upload_suffixes: 'tests/site/everySetting.test.ts',
  upload_mime_types: 'tests/site/everySetting.test.ts',
  image_max_edge: 'tests/site/everySetting.test.ts',
  smtp_server: 'tests/site/everySetting.test.ts',
  smtp_port: 'tests/site/everySetting.test.ts',
  smtp_user: 'tests/site/everySetting.test.ts',
  smtp_pass: 'tests/site/everySetting.test.ts',
  smtp_verification: 'tests/site/everySetting.test.ts',
  smtp_sender_mail: 'tests/site/everySetting.test.ts',
  smtp_sender_name: 'tests/site/everySetting.test.ts',
  cors_domains: 'tests/site/doors.test.ts',
  iframe_hosts: 'tests/e2e/frames.test.ts',
  allow_generator: 'tests/designer/calls.test.ts',
  allow_unsigned_modules: 'tests/market/packages.test.ts',
  idle_logout_minutes: 'tests/site/idle.test.ts',
  login_window_start: 'tests/site/doors.test.ts',
  login_window_end: 'tests/site/doors.test.ts',
  config_quick_entrance: 'tests/site/idle.test.ts',
}

test('no item is without a test that turns it', async () => {
  const page = (await productSchema()).pages.get('routine/config')
  const items = Object.keys(page?.fields ?? {}).filter((name) => !['id', 'create_time', 'update_time'].includes(name))
  expect(Object.keys(turnedIn).sort()).toEqual(items.sort())
  for (const [name, file] of Object.entries(turnedIn)) {
    const source = readFileSync(join(import.meta.dirname, '../..', file), 'utf8')
    expect(source.replace(/^const turnedIn[\s\S]*?^}/m, ''), `${file} turns ${name}`).toMatch(new RegExp(`\\b${name}\\b`))
  }
})
