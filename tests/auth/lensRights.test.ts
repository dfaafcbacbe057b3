import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LensMatrix } from '../../src/schemas/api/lens.ts'
import type { Answer, Client } from '../harness/client.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'
import { person } from '../security/people.ts'

/** Rights of roles that are edited in the matrix of the lens. */

let server: TestServer
let owner: Client
beforeAll(async () => {
  server = await startTestServer({ database: 'demo' })
  owner = await server.signIn('admin')
})
afterAll(() => server?.close())

const save = (...roles: object[]): Promise<Answer> => owner.post('/admin/auth.Lens/save', { roles })
const matrix = async (...of: number[]) =>
  (await owner.get<LensMatrix>('/admin/auth.Lens/index', { of: `group:${of[0]}`, ...(of[1] ? { with: `group:${of[1]}` } : {}) }))
    .body.data
const heldOf = async (id: number) => (await matrix(id)).subjects[0]?.held ?? []
const rulesIn = async (id: number) =>
  (await server.query<{ rules: string[] }>('select rules from admin_group where id = $1', [id]))[0]?.rules
    .map(Number)
    .sort((a, b) => a - b)

let made = 0
async function makeRole(...names: string[]): Promise<number> {
  const rows = await server.query<{ id: number }>('select id from admin_rule where name = any($1::text[])', [names])
  const rules = rows.map(({ id }) => String(id))
  const { body } = await owner.post<{ id: number }>('/admin/auth.Group/add', { pid: 1, name: `Role ${++made}`, rules, status: 1 })
  expect(body).toMatchObject({ code: 1 })
  return body.data.id
}
const ruleOf = async (name: string) =>
  (await server.query<{ id: number }>('select id from admin_rule where name = $1', [name]))[0]?.id ?? 0

describe('rights edited in the matrix', () => {
  test('are what was asked for, of two roles at once, with the directories above; who has them may do it from then on', async () => {
    const [one, other] = [await makeRole('auth/admin', 'auth/admin/index'), await makeRole('auth/rule', 'auth/rule/index')]
    const { subjects, screens } = await matrix(one, other)
    const group = screens.find(({ page }) => page === 'auth/group')
    const index = group?.nodes.find(({ node }) => node === 'auth/group/index')
    const [first, second] = subjects
    const more = [group?.rule ?? 0, index?.rule ?? 0]
    const answer = await save(
      { id: one, before: first?.held, rules: [...(first?.held ?? []), ...more] },
      { id: other, before: second?.held, rules: more },
    )
    expect(answer.body, answer.text).toMatchObject({ code: 1 })
    const directory = await ruleOf('auth')
    expect(await rulesIn(one)).toEqual([...new Set([...(first?.held ?? []), ...more])].sort((a, b) => a - b))
    expect(await rulesIn(other)).toEqual([directory, ...more].sort((a, b) => a - b))
    const cell = (await matrix(other)).screens
      .find(({ page }) => page === 'auth/group')
      ?.nodes.find(({ node }) => node.endsWith('/index'))
    expect(cell?.cells[0]).toMatchObject({ allowed: true, shown: true })
  })

  test('leave no directory behind that holds nothing', async () => {
    const id = await makeRole('auth/admin', 'auth/admin/index', 'routine/config', 'routine/config/index')
    const before = await heldOf(id)
    const left = [await ruleOf('routine/config'), await ruleOf('routine/config/index')]
    expect((await save({ id, before, rules: [await ruleOf('auth'), ...left] })).body.code).toBe(1)
    expect(await rulesIn(id)).toEqual([await ruleOf('routine'), ...left].sort((a, b) => a - b))
  })

  test('are saved for all roles or for none, and not over what somebody else has changed', async () => {
    const [one, other] = [await makeRole('auth/admin', 'auth/admin/index'), await makeRole('auth/rule', 'auth/rule/index')]
    const [mine, theirs] = [await heldOf(one), await heldOf(other)]
    const added = [...theirs, await ruleOf('auth/rule/add')]
    expect((await owner.post('/admin/auth.Group/edit', { id: other, rules: added.map(String) })).body.code).toBe(1)
    const before = [await rulesIn(one), await rulesIn(other)]
    const refused = await save({ id: one, before: mine, rules: theirs }, { id: other, before: theirs, rules: mine })
    expect(refused.body).toMatchObject({ code: 0, msg: expect.stringContaining('changed by someone else') })
    // The second role without a right at all: the first one keeps what it has.
    const empty = await save({ id: one, before: mine, rules: added }, { id: other, before: await heldOf(other), rules: [] })
    expect(empty.body.code).toBe(0)
    expect([await rulesIn(one), await rulesIn(other)]).toEqual(before)
  })

  test('pass the rules of a group’s form: not one’s own role, nothing that is no rule', async () => {
    const { subjects } = await matrix(1)
    expect(subjects[0]).toMatchObject({ held: null, fixed: 'everything' })
    expect((await save({ id: 1, before: [], rules: [1] })).body.code).not.toBe(1)
    const id = await makeRole('auth/admin', 'auth/admin/index')
    const before = await rulesIn(id)
    expect((await save({ id, before: await heldOf(id), rules: [...(await heldOf(id)), 999_999] })).body.code).toBe(0)
    expect(await rulesIn(id)).toEqual(before)
  })

  test.each([
    [undefined],
    [[]],
    ['x'],
    [[{}]],
    [[{ id: 5, before: [], rules: 'all' }]],
    [[{ id: 5, before: [], rules: [-1.5] }]],
    [Array.from({ length: 2 }, () => ({ id: 5, before: [], rules: [] }))],
    [[3, 4, 5].map((id) => ({ id, before: [], rules: [] }))],
  ])('are refused as %j', async (roles) => {
    expect((await owner.post('/admin/auth.Lens/save', { roles })).body).toMatchObject({
      code: 0,
      msg: 'The parameter "roles" is not valid.',
    })
  })

  test('are a super administrator’s business, and never edited through a lens', async () => {
    const id = await makeRole('auth/admin', 'auth/admin/index')
    const held = await heldOf(id)
    const limited = await person(server, ['auth/lens/index', 'auth/group/index', 'auth/group/edit'])
    const body = { roles: [{ id, before: held, rules: [...held, await ruleOf('auth/rule')] }] }
    expect((await limited.post('/admin/auth.Lens/save', body)).body.code).toBe(401)
    const through = owner.with({ token: owner.token, headers: { lens: 'group:5' } })
    expect((await through.post('/admin/auth.Lens/save', body)).body.msg).toMatch(/read-only/)
    expect(await rulesIn(id)).toEqual(held)
  })

  test('are in the history of the role like a change in its form', async () => {
    const id = await makeRole('auth/admin', 'auth/admin/index')
    const held = await heldOf(id)
    await save({ id, before: held, rules: [...held, await ruleOf('auth/admin/add')] })
    const { body } = await owner.get<{ list: { operation: string }[] }>('/admin/auth.Group/history', { id })
    expect(body.data.list.map(({ operation }) => operation)).toEqual(['edit', 'add'])
  })
})
