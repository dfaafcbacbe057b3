import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { OWNER_PASSWORD } from '../harness/database.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'

/** A front end as small as the host's page, so that nothing has to be built. */
const page = `<!doctype html><html><head>
<meta name="csp-nonce" content="" /><meta name="kontor-entrance" content="/admin" /></head></html>`
const dist = await mkdtemp(join(tmpdir(), 'kontor-entrance-'))
await writeFile(join(dist, 'index.html'), page)
afterAll(() => rm(dist, { recursive: true }))

const html = { headers: { accept: 'text/html' } }
const statusOf = async (server: TestServer, path: string) => (await fetch(server.url + path, html)).status
const toldAt = async (server: TestServer, path: string) =>
  /kontor-entrance" content="([^"]*)/.exec(await (await fetch(server.url + path, html)).text())?.[1]
const credentials = { username: 'admin', password: OWNER_PASSWORD, keep: false }
const errorsOf = (answer: { body: unknown }) => (answer.body as { data: { errors?: unknown } | null }).data?.errors

describe('the entrance that the site is set to', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ siteDir: dist })
  })
  afterAll(() => server?.close())

  it('moves the back office at once: pages and calls are at the new address, and the old one is found no more', async () => {
    const owner = await server.signIn('admin')
    const save = (values: object) => owner.post('/admin/routine.Config/edit', values)
    expect(await statusOf(server, '/admin/login')).toBe(200)
    expect(await toldAt(server, '/')).toBe('/admin')
    expect(errorsOf(await save({ backend_entrance: '/office' }))).toEqual({
      entrance_password: 'Enter your password to change the back-office address',
    })
    expect(errorsOf(await save({ backend_entrance: '/office', entrance_password: 'Wrong-123' }))).toHaveProperty(
      'entrance_password',
    )
    expect(errorsOf(await save({ backend_entrance: '/api', entrance_password: OWNER_PASSWORD }))).toHaveProperty(
      'backend_entrance',
    )
    expect(errorsOf(await save({ backend_entrance: 'office', entrance_password: OWNER_PASSWORD }))).toHaveProperty(
      'backend_entrance',
    )
    const saved = await save({ backend_entrance: '/office', entrance_password: OWNER_PASSWORD })
    expect(saved.body).toMatchObject({ code: 1, data: { address: '/office/routine/config' } })
    expect(await server.query("select 1 from config where name = 'entrance_password'")).toEqual([])

    expect((await owner.get('/admin/Index/index')).status).toBe(404)
    expect((await owner.get('/admin.php/Index/index')).status).toBe(404)
    expect((await owner.get('/other.php/Index/index')).status).toBe(404)
    expect((await server.guest().post('/admin/Index/login', credentials)).status).toBe(404)
    expect((await owner.get('/office.php/Index/index')).body.code).toBe(1)
    expect((await server.guest().post('/office.php/Index/login', credentials)).body.code).toBe(1)
    expect((await server.guest().get('/api/index/index')).body.code).toBe(1)

    expect(await statusOf(server, '/admin/login')).toBe(404)
    expect(await statusOf(server, '/ADMIN/login')).toBe(404)
    expect(await statusOf(server, '/office/login')).toBe(200)
    expect(await toldAt(server, '/office/login')).toBe('/office')
    for (const path of ['/', '/user/login', '/admin/login']) expect(await toldAt(server, path), path).toBe('')
    const framed = await fetch(`${server.url}/office/login`, html)
    expect(framed.headers.get('x-frame-options')).toBe('DENY')

    const back = await owner.post('/office.php/routine.Config/edit', {
      backend_entrance: '/admin',
      entrance_password: OWNER_PASSWORD,
    })
    expect(back.body.code).toBe(1)
    expect(await statusOf(server, '/admin/login')).toBe(200)
  })

  it('is known to every server on the database', async () => {
    const owner = await server.signIn('admin')
    const values = { backend_entrance: '/desk', entrance_password: OWNER_PASSWORD }
    await owner.post('/admin/routine.Config/edit', values)
    expect((await owner.get('/desk.php/Index/index')).body.code).toBe(1)
    await server.query("update config set value = '/admin' where name = 'backend_entrance'")
    await server.query("select pg_notify('kontor_site', '')")
    await expect.poll(async () => (await owner.get('/admin/Index/index')).status).toBe(200)
  })
})

describe('KONTOR_ENTRANCE', () => {
  it('is the entrance, whatever the site is set to, and the screen says so', async () => {
    const server = await startTestServer({ siteDir: dist, settings: { entrance: '/desk' } })
    try {
      expect(await statusOf(server, '/admin/login')).toBe(404)
      expect(await statusOf(server, '/desk/login')).toBe(200)
      const signedIn = await server.guest().post<{ userInfo: { token: string } }>('/desk.php/Index/login', credentials)
      const owner = server.guest({ token: signedIn.body.data.userInfo.token })
      expect((await owner.get('/admin/routine.Config/index')).status).toBe(404)
      const { row } = (await owner.get<{ row: object }>('/desk.php/routine.Config/index')).body.data
      expect(row).toMatchObject({ fixed_entrance: '/desk', entrance_fixed: 1, entrance_password: '' })
      const refused = await owner.post('/desk.php/routine.Config/edit', {
        backend_entrance: '/other',
        entrance_password: OWNER_PASSWORD,
      })
      expect(errorsOf(refused)).toEqual({ backend_entrance: 'KONTOR_ENTRANCE sets the address on the server' })
    } finally {
      await server.close()
    }
  })
})
