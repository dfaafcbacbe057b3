import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Handler } from '../../server/core/handler.ts'
import { loadModules } from '../../server/main/modules.ts'
import { allHandlers } from '../../server/main/server.ts'
import type { Answer, Client } from '../harness/client.ts'
import { firstOfEach, sampleOf } from '../harness/sampling.ts'
import { productSchema } from '../harness/schemas.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'
import { person } from './people.ts'
import { fingerprint } from './state.ts'

let server: TestServer
/** One handler of each kind of call; the long run has all of them. */
let chosen: Handler[]
let nodesThere: Set<string>
beforeAll(async () => {
  server = await startTestServer({ database: 'seed' })
  const handlers = allHandlers(await productSchema(), { modules: await loadModules() })
  chosen = sampleOf('addresses asked without their right', handlers, firstOfEach(kindOfCall))
  const rules = await server.query<{ name: string }>('SELECT lower(name) AS name FROM admin_rule')
  nodesThere = new Set(rules.map((rule) => rule.name))
})
afterAll(() => server.close())

/** Refused at the door; a screen may have further rules of its own, with words of their own. */
const turnedAway = ({ status, body }: Answer) =>
  status !== 200 ||
  body.code === 303 ||
  body.code === 409 ||
  (body.code === 401 && body.msg === 'You do not have permission to operate!')

const nodesOf = ({ access }: Handler): readonly string[] =>
  access.type === 'node' ? [access.node] : access.type === 'anyNode' ? access.nodes : []
/** Those of administrators; tests/member/rows.test.ts does the same with members. */
const guarded = () => chosen.filter((handler) => handler.app === 'admin' && nodesOf(handler).length > 0)
const kindOfCall = ({ app, method, action, access }: Handler) => [app, method, action, access.type].join(' ')
const nameOf = (handler: Handler) => `${handler.method} ${pathOf(handler)}`
const pathOf = ({ app, controller, action }: Handler) => `/${app}/${controller}/${action}`

/** Ways to write one address that all mean the same. */
function spellings(handler: Handler): string[] {
  const { app, controller, action } = handler
  const swapped = controller.replace(/[a-zA-Z]/g, (c) => (c === c.toLowerCase() ? c.toUpperCase() : c.toLowerCase()))
  const plain = [pathOf(handler), `/${app}/${controller.toLowerCase()}/${action.toUpperCase()}`, `/${app}/${swapped}/${action}`]
  return app === 'admin' ? [...plain, `/admin.php/${controller}/${action}`] : plain
}

/** Ways that must not reach anything. */
function crooked(handler: Handler): string[] {
  const { app, controller, action } = handler
  return [
    `//${app}/${controller}/${action}`,
    `/${app}//${controller}/${action}`,
    `/${app}/${controller}//${action}`,
    `/${app}%2f${controller}%2f${action}`,
    `/${app}/${controller}%2F${action}`,
    `/${app}/${controller}./${action}`,
    `/${app}/.${controller}/${action}`,
    `/${app}/${controller}/${action}.`,
    `/${app}/${controller}/${action}/`,
    `/${app}/${controller}/${action}/id/1`,
    `/${app}/${controller}/${action}.html`,
    `/${app}/${controller}/${action};x=1`,
    `/${app}/${controller.replaceAll('.', '/')}/x/${action}`,
    `/${app}/./${controller}/${action}%00`,
    `/x/../${app}/${controller}/${action}%20`,
  ]
}

function call(client: Client, method: string, path: string): Promise<Answer> {
  if (method === 'GET') return client.get(path)
  return method === 'DELETE' ? client.del(path, { ids: [987654] }) : client.post(path, { id: 987654, ids: [987654] })
}

test('nobody gets at a guarded address without signing in, however it is spelled', async () => {
  const before = await fingerprint(server)
  const wrong: string[] = []
  for (const handler of chosen.filter((each) => each.access.type !== 'public')) {
    for (const path of spellings(handler)) {
      const { body } = await call(server.guest(), handler.method, path)
      if (body.code !== 303) wrong.push(`${handler.method} ${path} ${body.code}`)
    }
  }
  expect(wrong).toEqual([])
  expect(await fingerprint(server)).toBe(before)
})

test('someone signed in without the node is refused at every address, and nothing changes', async () => {
  const stranger = await person(server, ['dashboard', 'dashboard/index'])
  const before = await fingerprint(server)
  const wrong: string[] = []
  const held = ({ access }: ReturnType<typeof guarded>[number]) => access.type === 'node' && access.node === 'dashboard/index'
  for (const handler of guarded().filter((each) => !held(each))) {
    for (const path of spellings(handler)) {
      const { body } = await call(stranger, handler.method, path)
      if (body.code !== 401 || JSON.stringify(body.data) !== '[]') wrong.push(`${handler.method} ${path} ${JSON.stringify(body)}`)
    }
  }
  expect(wrong).toEqual([])
  expect(await fingerprint(server)).toBe(before)
})

test('someone who holds every other node of the screen is refused too, and nothing changes', async () => {
  const siblings: [Handler, Client][] = []
  for (const handler of guarded()) {
    const own = new Set(nodesOf(handler).map((node) => node.toLowerCase()))
    const page = (nodesOf(handler)[0] ?? '').toLowerCase().replace(/\/[^/]+$/, '')
    const others = [...nodesThere].filter((node) => node.startsWith(page) && !own.has(node))
    siblings.push([handler, await person(server, others)])
  }
  expect(siblings.length).toBeGreaterThan(40)
  const before = await fingerprint(server)
  const wrong: string[] = []
  for (const [handler, sibling] of siblings) {
    const { body } = await call(sibling, handler.method, pathOf(handler))
    if (body.code !== 401) wrong.push(`${nameOf(handler)} ${body.code}`)
  }
  expect(wrong).toEqual([])
  expect(await fingerprint(server)).toBe(before)
})

test('one node of a handler opens it, and so does being a super administrator', async () => {
  const owner = await server.signIn('admin')
  const wrong: string[] = []
  for (const handler of guarded()) {
    for (const node of nodesOf(handler)) {
      if (!nodesThere.has(node.toLowerCase())) continue // granted to nobody but super administrators as long as no menu rule names it
      const holder = await person(server, [node])
      const answer = await call(holder, handler.method, pathOf(handler))
      if (turnedAway(answer)) wrong.push(`${nameOf(handler)} with ${node}: ${answer.status} ${answer.text}`)
    }
    const answer = await call(owner, handler.method, pathOf(handler))
    if (turnedAway(answer)) wrong.push(`${nameOf(handler)} as owner: ${answer.status} ${answer.text}`)
  }
  expect(wrong).toEqual([])
})

test('a crooked spelling is found nowhere, even for a super administrator', async () => {
  const owner = await server.signIn('admin')
  const before = await fingerprint(server)
  const wrong: string[] = []
  for (const handler of chosen) {
    for (const path of crooked(handler)) {
      const { status } = await rawCall(handler.method, path, owner.token ?? '')
      if (status !== 404) wrong.push(`${handler.method} ${path} ${status}`)
    }
  }
  expect(wrong).toEqual([])
  expect(await fingerprint(server)).toBe(before)
})

test('an account without a group, in a disabled group, or disabled itself can do nothing', async () => {
  const one = await person(server, ['auth/admin/index'])
  expect((await one.get('/admin/auth.Admin/index')).body.code).toBe(1)
  // The server learns of a change by a notification, so each state is waited for; the group works again before the next change.
  const expectCode = async (sql: string, code: number) => {
    await server.query(sql, [one.id])
    await server.query("SELECT pg_notify('kontor_access', $1)", [String(one.id)])
    await expect.poll(async () => (await one.get('/admin/auth.Admin/index')).body.code, { timeout: 10_000 }).toBe(code)
  }
  const group = 'UPDATE admin_group SET status = %s WHERE id IN (SELECT group_id FROM admin_group_access WHERE uid = $1)'
  await expectCode(group.replace('%s', '0'), 401)
  await expectCode(group.replace('%s', '1'), 1)
  await expectCode('DELETE FROM admin_group_access WHERE uid = $1', 401)
  await expectCode('UPDATE admin SET status = 0 WHERE id = $1', 303)
})

/** Sends the path as it is written; fetch would straighten it. */
async function rawCall(method: string, path: string, token: string): Promise<{ status: number }> {
  const { request } = await import('node:http')
  const { hostname, port } = new URL(server.url)
  return new Promise((resolve, reject) => {
    const body = method === 'POST' ? '{"id":987654}' : ''
    const headers = { batoken: token, server: 'true', 'content-type': 'application/json', 'content-length': body.length }
    const sent = request({ hostname, port, method, path, headers }, (answer) => {
      answer.resume()
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0 }))
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
