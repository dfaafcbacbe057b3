import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findIn, findPdfFont } from '../../../../server/core/pdf/fonts.ts'
import type { Client } from '../../../../tests/harness/client.ts'
import { pagesOf } from '../../../../tests/harness/pdf.ts'
import { startTestServer, type TestServer } from '../../../../tests/harness/server.ts'
import { memberClient, sessionsFor } from '../../../../tests/member/people.ts'
import { expectSoundShop } from '../helpers/helpers.ts'
import { urls } from './teamHelpers.ts'

interface Result {
  id: number
  user_id: number
  join_id: number
  bib_no: string
  name: string
  title: string
  rank: number
}

let server: TestServer
let owner: Client
beforeAll(async () => {
  server = await startTestServer({ database: 'demo' })
  owner = await server.signIn('admin')
}, 180_000)
afterAll(async () => {
  await expectSoundShop(server)
  await server.close()
})

/** Published results of runners who finished, one of each member. */
const results = (where = 'r.published = 1') =>
  server.query<Result>(`select distinct on (e.user_id) r.id, e.user_id, e.join_id, e.bib_no, p.name, c.title, r.rank from shop_team_chengji r
    join shop_user_competition e on e.id = r.entry_id join shop_competition c on c.id = r.competition_id
    join shop_contestant p on p.id = r.contestant_id where r.finish = 'ok' and ${where} order by e.user_id, r.id limit 3`)

async function fetched(url: string): Promise<{ status: number; type: string | null; name: string | null; pages: string[] }> {
  const answer = await fetch(`${server.url}${url}`)
  const body = Buffer.from(await answer.arrayBuffer())
  const isPdf = answer.headers.get('content-type') === 'application/pdf'
  return {
    status: answer.status,
    type: answer.headers.get('content-type'),
    name: answer.headers.get('content-disposition'),
    pages: isPdf ? pagesOf(body) : [],
  }
}

test('administrators get one PDF with a page for each chosen result, by group and rank', async () => {
  const found =
    await server.query<Result>(`select r.id, e.user_id, e.join_id, e.bib_no, p.name, c.title, r.rank from shop_team_chengji r
    join shop_user_competition e on e.id = r.entry_id join shop_competition c on c.id = r.competition_id
    join shop_contestant p on p.id = r.contestant_id where r.finish = 'ok' order by r.competition_id, r.group_name, r.round, r.rank, r.id limit 3`)
  const press = await owner.post<{ url: string }>(`${urls.result}/certificatePdf`, { ids: found.map(({ id }) => id).reverse() })
  expect(press.body.code, press.text).toBe(1)
  const { status, type, name, pages } = await fetched(press.body.data.url)
  expect([status, type]).toEqual([200, 'application/pdf'])
  expect(name).toContain('attachment')
  expect(pages).toHaveLength(3)
  for (const [i, one] of found.entries())
    for (const text of [one.name, one.title, one.bib_no, String(one.rank)]) expect(pages[i], `page ${i + 1}`).toContain(text)
  const one = await owner.post<{ url: string }>(`${urls.result}/certificatePdf`, { id: found[0]?.id })
  expect((await fetched(one.body.data.url)).pages).toHaveLength(1)
})

test('who may not publish results gets no address, and no address works with another ticket or time', async () => {
  const [one] = await results()
  const refused = await (await server.signIn('service')).post(`${urls.result}/certificatePdf`, { id: one?.id })
  expect(refused.body.code).not.toBe(1)
  const [idle] = await server.query<{ id: number }>("select id from shop_team_chengji where finish <> 'ok' limit 1")
  expect((await owner.post(`${urls.result}/certificatePdf`, { id: idle?.id })).body.code).toBe(0)
  const { url } = (await owner.post<{ url: string }>(`${urls.result}/certificatePdf`, { id: one?.id })).body.data
  for (const wrong of [
    url.slice(0, -4),
    url.replace(/until=\d+/, 'until=9999999999'),
    url.replace(/&ticket=.*/, ''),
    url.replace(/until=\d+/, 'until=1'),
  ])
    expect((await fetched(wrong)).status, wrong).toBe(404)
})

test('members get the certificates of their own published results, and of no others', async () => {
  const [one] = await results()
  const [token = ''] = await sessionsFor(server, [one?.user_id ?? 0])
  const member = memberClient(server, token, { lang: 'en' })
  const registration = '/api/shop.account.Registration'
  const press = await member.post<{ url: string }>(`${registration}/certificate`, { id: one?.join_id })
  expect(press.body.code, press.text).toBe(1)
  const { pages } = await fetched(press.body.data.url)
  expect(pages.join('\n')).toContain(one?.name ?? '-')
  expect(pages[0]).toContain('Certificate')
  const [other] = await results(`r.published = 1 and e.user_id <> ${one?.user_id}`)
  expect((await member.post(`${registration}/certificate`, { id: other?.join_id })).body.code).toBe(0)
  // A result that is taken back is gone from an address that was given before.
  await server.query(
    'update shop_team_chengji r set published = 0 from shop_user_competition e where e.id = r.entry_id and e.join_id = $1 and r.published = 1',
    [one?.join_id],
  )
  try {
    expect((await fetched(press.body.data.url)).status).toBe(404)
    const none = await member.post(`${registration}/certificate`, { id: one?.join_id })
    expect(none.body).toMatchObject({ code: 0, msg: expect.stringContaining('once your results are published') })
  } finally {
    await server.query(
      'update shop_team_chengji r set published = 1 from shop_user_competition e where e.id = r.entry_id and e.join_id = $1',
      [one?.join_id],
    )
  }
})

test('a score says what it counts, on the certificate and in the list of the member, in their language', async () => {
  const [one] = await results("r.published = 1 and r.result_type = 'score'")
  const [token = ''] = await sessionsFor(server, [one?.user_id ?? 0])
  for (const [lang, says] of [
    ['en', /^\d+(\.\d+)? pts$/],
    ['zh-cn', /^\d+(\.\d+)? 分$/],
  ] as const) {
    const member = memberClient(server, token, { lang })
    const { body } = await member.get<{ list: { result: string }[] }>('/api/shop.account.Result/index', { limit: 200 })
    const told = body.data.list.map(({ result }) => result).find((result) => says.test(result))
    expect(told, JSON.stringify(body.data.list)).toBeDefined()
    const press = await member.post<{ url: string }>('/api/shop.account.Registration/certificate', { id: one?.join_id })
    expect((await fetched(press.body.data.url)).pages.join('\n')).toContain(told)
  }
})

test('the font is one with Chinese letters, the best there is; a machine without one has none', async () => {
  const place = mkdtempSync(join(tmpdir(), 'kontor-fonts-'))
  try {
    writeFileSync(join(place, 'DejaVuSans.ttf'), '')
    expect(await findIn([place, join(place, 'missing')])).toBeUndefined()
    writeFileSync(join(place, 'simhei.ttf'), '')
    writeFileSync(join(place, 'msyh.ttc'), '')
    expect(await findIn([place])).toEqual({ path: join(place, 'msyh.ttc'), member: 'MicrosoftYaHei' })
    expect(await findPdfFont()).toBeDefined()
  } finally {
    rmSync(place, { recursive: true })
  }
})
