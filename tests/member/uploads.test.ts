import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEMO_PASSWORD } from '../harness/database.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'
import { picture, send } from '../harness/uploads.ts'
import { person } from '../security/people.ts'
import { memberClient, registerMember } from './people.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ database: 'seed' })
})
afterAll(() => server?.close())

const path = '/api/ajax/upload'
async function member(name: string) {
  const { token } = await registerMember(server, name, DEMO_PASSWORD)
  const client = memberClient(server, token)
  const upload = (content: Parameters<typeof send>[2], file: string, query = '') =>
    send(server, undefined, content, file, { path, query, member: token })
  const save = async (avatar: string) =>
    (await client.post('/api/account/profile', { username: name, nickname: name, gender: 0, motto: '', avatar })).body
  return { client, upload, save, token }
}

test('a member uploads a picture under a topic of its own and shows it as avatar', async () => {
  const { client, upload, save } = await member('painter')
  const { body } = await upload(await picture(1), 'me.png', '?topic=goods')
  expect(body).toMatchObject({
    code: 1,
    data: {
      file: { topic: 'member', admin_id: 0, user_id: expect.any(Number), url: expect.stringMatching(/^\/storage\/member\//) },
    },
  })
  expect(await save(body.data.file.url)).toMatchObject({ code: 1 })
  const init = await client.get<{ userInfo: { avatar: string } }>('/api/index/index')
  expect(init.body.data.userInfo.avatar).toBe(body.data.file.url)
})

test('the content is checked like that of administrators, and nobody else uploads there', async () => {
  const { upload } = await member('faker')
  expect((await upload('<script>alert(1)</script>', 'me.png')).body.code).toBe(0)
  expect((await upload('<svg xmlns="http://www.w3.org/2000/svg"/>', 'me.svg')).body.code).toBe(0)
  expect((await send(server, undefined, await picture(2), 'me.png', { path })).body.code).toBe(303)
  const owner = await server.signIn('admin')
  expect((await send(server, owner.token, await picture(2), 'me.png', { path })).body.code).toBe(303)
  const { token } = await member('stranger')
  expect((await send(server, undefined, await picture(2), 'me.png', { member: token })).body.code).toBe(303)
})

test('a quota of its own holds for each member', async () => {
  const [one, two] = [await member('hoarder'), await member('saver')]
  const first = await one.upload(await picture(3), 'a.png')
  const { size } = first.body.data.file
  await server.query(`insert into config (name, value, create_time, update_time) values ('upload_member_quota', $1, 0, 0)`, [
    String(size + 10),
  ])
  expect((await one.upload(await picture(4), 'b.png')).body).toMatchObject({ code: 0, msg: expect.stringMatching(/./) })
  expect((await two.upload(await picture(5), 'c.png')).body.code).toBe(1)
  await server.query(`delete from config where name = 'upload_member_quota'`)
})

test('an avatar is a picture that a member uploaded, not one from elsewhere', async () => {
  const { save } = await member('linker')
  const owner = await server.signIn('admin')
  const { body } = await send(server, owner.token, await picture(6), 'admins.png')
  for (const avatar of [
    'https://tracker.example/me.png',
    '/storage/member/20260101/none.png',
    '/demo/goods-01.svg',
    body.data.file.url,
  ])
    expect(await save(avatar), avatar).toMatchObject({ code: 0, data: { errors: { avatar: expect.any(String) } } })
  // What is shown of somebody without a picture comes back from forms that post the whole record.
  for (const none of ['', '/static/images/avatar.png']) expect(await save(none), none).toMatchObject({ code: 1 })
  expect(await server.query(`select avatar from "user" where username = 'linker'`)).toEqual([{ avatar: '' }])
})

test('a picture is usable for those who uploaded it themselves, also when somebody else had uploaded the same before', async () => {
  const [one, two, three] = [await member('owner_one'), await member('owner_two'), await member('owner_three')]
  const { body } = await one.upload(await picture(7), 'same.png')
  const { url } = body.data.file
  expect(await two.save(url)).toMatchObject({ code: 0, data: { errors: { avatar: expect.any(String) } } })
  expect((await two.upload(await picture(7), 'same.png')).body.data.file.url).toBe(url)
  for (const each of [one, two]) expect(await each.save(url)).toMatchObject({ code: 1 })
  expect(await three.save(url)).toMatchObject({ code: 0 })
})

test('an administrator names pictures of their own, those they may see, what is shipped, and pictures elsewhere', async () => {
  const owner = await server.signIn('admin')
  const { body } = await send(server, owner.token, await picture(8), 'owners.png')
  const { url } = body.data.file
  const limited = await person(server, ['shop/delivery/company/index', 'shop/delivery/company/add'])
  let count = 0
  const save = async (who: typeof owner, logo: string) =>
    (await who.post('/admin/shop.delivery.Company/add', { name: `Carrier ${++count}`, code: `carrier_${count}`, logo })).body
  for (const logo of [url, '', '/static/images/avatar.png', '/demo/company-1.svg', 'https://cdn.example/logo.png'])
    expect(await save(owner, logo), logo).toMatchObject({ code: 1 })
  for (const logo of [
    '/storage/default/20260101/none.png',
    '/storage/../secret.key',
    '/etc/passwd',
    '/static/../storage/x.png',
    '/Storage/x.png',
  ])
    expect(await save(owner, logo), logo).toMatchObject({ code: 0, data: { errors: { logo: expect.any(String) } } })
  expect(await save(limited, url)).toMatchObject({ code: 0, data: { errors: { logo: expect.any(String) } } })
  const own = await send(server, limited.token, await picture(9), 'limited.png')
  expect(await save(limited, own.body.data.file.url)).toMatchObject({ code: 1 })
})
