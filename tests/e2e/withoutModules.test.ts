import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { afterAll, describe, expect, test } from 'vitest'
import { platformModules } from '../../server/main/modules.ts'
import { axeFaults } from '../harness/browser/axe.ts'
import { isNarrow } from '../harness/browser/looks.ts'
import { openSite } from '../harness/browser/site.ts'
import { sampleOf } from '../harness/sampling.ts'

const siteDir = await buildWithoutModules()
afterAll(() => rmSync(siteDir, { recursive: true, force: true }))
const { server, open, enter } = await openSite({ siteDir, database: 'seed', schemaDir: 'src/schemas', modules: platformModules })

describe('a front end without any module', () => {
  const looks = [
    { lang: 'en', admin: 'Administrator sign-in', member: 'Member sign-in', dark: false, width: 1440 },
    { lang: 'zh-cn', admin: '管理员登录', member: '会员登录', dark: true, width: 390 },
  ] as const
  test.each(sampleOf('looks of a site without modules', looks, isNarrow))(
    'greets with the ways in for administrators and members: $lang',
    async ({ lang, admin, member, dark, width }) => {
      const page = await open({ lang, dark, width })
      const asked: string[] = []
      page.on('request', (request) => asked.push(request.url()))
      await page.goto(server.url)
      const main = page.getByRole('main')
      await expect.poll(() => main.getByRole('link').allTextContents()).toEqual([admin, member])
      expect(await axeFaults(page)).toEqual([])
      await main.getByRole('link', { name: member }).click()
      await page.waitForURL(/\/user\/login/)
      await page.goto(server.url)
      await main.getByRole('link', { name: admin }).click()
      await page.waitForURL(/\/admin\/login/)
      expect(asked.filter((url) => /shop/i.test(url))).toEqual([])
      await page.context().close()
    },
  )

  test('offers no member sign-in while the member centre is closed', async () => {
    const set = (value: string) =>
      server.query(
        "insert into config (name, value) values ('open_member_center', $1) on conflict (name) do update set value = $1",
        [value],
      )
    await set('0')
    const page = await open({ lang: 'en' })
    await page.goto(server.url)
    await expect.poll(() => page.getByRole('main').getByRole('link').allTextContents()).toEqual(['Administrator sign-in'])
    await set('1')
    await page.context().close()
  })

  test('notifies of a mention: the bell opens what is unread, which leads to the record', async () => {
    const [owner] = await server.query<{ id: number }>("select id from admin where username = 'admin'")
    await server.query(
      `insert into notification (admin_id, message_type, texts, message_data, object_key, status, create_time, update_time)
        values ($1, 'mention', $2, $3, 'x', 0, $4, $4)`,
      [
        owner?.id,
        JSON.stringify({ en: 'Somebody mentioned you', 'zh-cn': '有人提到了您' }),
        JSON.stringify({ page: 'auth/admin', key: 'id', value: owner?.id, node: 'auth/admin/index' }),
        Math.floor(Date.now() / 1000),
      ],
    )
    const page = await enter({ lang: 'en' })
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.goto(`${server.url}/admin`)
    await page.getByRole('button', { name: 'Notifications, 1 unread' }).click()
    await page.getByRole('dialog', { name: 'Notifications' }).getByRole('link', { name: 'Somebody mentioned you' }).click()
    await page.waitForURL(`**/admin/auth/admin/${owner?.id}`)
    await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()
    expect(asked.filter((path) => path.includes('/shop.base'))).toEqual([])
    await page.context().close()
  })
})

/** Builds the front end as `KONTOR_MODULES= npm run build` does; where it is. */
async function buildWithoutModules(): Promise<string> {
  const outDir = mkdtempSync(join(tmpdir(), 'kontor-no-modules-'))
  const before = process.env.KONTOR_MODULES
  process.env.KONTOR_MODULES = ''
  try {
    await build({ logLevel: 'error', build: { outDir, emptyOutDir: true } })
  } finally {
    if (before === undefined) delete process.env.KONTOR_MODULES
    else process.env.KONTOR_MODULES = before
  }
  return outDir
}
