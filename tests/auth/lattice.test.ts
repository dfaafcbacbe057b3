import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Answer, Client } from '../harness/client.ts'
import { isLong } from '../harness/sampling.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'
import { authorityRights, makeGroup, makeLimited, makePerson, ok, PASSWORD, type Person } from './people.ts'

/**
 * Control C18: whatever a limited administrator does, with their own account and with every account they come to control, the rights
 * within reach stay those they began with. Commands are drawn at random, with ids of things that exist, theirs or not.
 */
let server: TestServer
let owner: Client
let chief: Person
let allRules: string[]
let initial: ReadonlySet<string>
let frozen: unknown
let lower: { id: number; rules: string[] }
beforeAll(async () => {
  server = await startTestServer({ database: 'seed' })
  owner = await server.signIn('admin')
  // In two groups: each alone is a real part of what the chief holds, and still must not be touched.
  const extra = await makeGroup(server, owner, 'extra of chief', ['user/user/index', 'user/user/edit', 'user/group/index'])
  chief = await makeLimited(server, owner, 'chief', authorityRights)
  ok(await owner.post('/admin/auth.Admin/edit', { id: chief.id, group_arr: [chief.groupId, extra] }))
  await makePerson(server, owner, 'peer', [chief.groupId, extra])
  const lowerId = await makeGroup(
    server,
    owner,
    'lower',
    ['user/user/index', 'auth/admin/index', 'auth/admin/edit'],
    chief.groupId,
  )
  await makePerson(server, owner, 'lowly', [lowerId])
  const foreign = await makeGroup(server, owner, 'foreign', ['user/moneyLog/add', 'user/user/index'])
  await makePerson(server, owner, 'foreigner', [foreign])
  await makePerson(server, owner, 'both', [lowerId, foreign])
  lower = (
    await server.query<{ id: number; rules: string[] }>('SELECT id, rules FROM admin_group WHERE id = $1', [lowerId])
  )[0] ?? { id: 0, rules: [] }
  allRules = (await server.query<{ id: string }>('SELECT id::text AS id FROM admin_rule')).map((row) => row.id)
  initial = await reach([chief.id])
  frozen = await outOfReach()
})
afterAll(() => server.close())

/** Rule ids within reach of these accounts through all their groups, enabled or not; every rule for `*`. */
async function reach(admins: readonly number[]): Promise<Set<string>> {
  const rows = await server.query<{ rule: string }>(
    'SELECT DISTINCT unnest(g.rules) AS rule FROM admin_group g JOIN admin_group_access x ON x.group_id = g.id WHERE x.uid = ANY($1)',
    [admins],
  )
  return new Set(rows.some((row) => row.rule === '*') ? ['*', ...allRules] : rows.map((row) => row.rule))
}

/** What the chief must never touch: the owner, the peer, the foreigners, their groups, and the rules. */
async function outOfReach(): Promise<unknown> {
  return {
    admins: await server.query(
      `SELECT id, username, nickname, password, email, status FROM admin WHERE username IN ('admin', 'peer', 'foreigner', 'both') ORDER BY id`,
    ),
    access: await server.query(
      `SELECT uid, group_id FROM admin_group_access WHERE uid IN (SELECT id FROM admin WHERE username IN ('admin', 'peer', 'foreigner', 'both', 'chief')) ORDER BY 1, 2`,
    ),
    groups: await server.query(
      `SELECT id, pid, name, rules, data_scope, status FROM admin_group WHERE id = 1 OR name IN ('group of chief', 'extra of chief', 'foreign') ORDER BY id`,
    ),
    rules: await server.query('SELECT id, pid, name, status FROM admin_rule ORDER BY id'),
  }
}

/** Data scopes, narrow to wide: an account within reach must not see further than the chief did. */
const widest = async (admins: readonly number[]) =>
  Number(
    (
      await server.query<{ rank: number }>(
        `SELECT max(array_position(ARRAY['own', 'children', 'all'], g.data_scope::text)) AS rank
         FROM admin_group g JOIN admin_group_access x ON x.group_id = g.id WHERE x.uid = ANY($1)`,
        [admins],
      )
    )[0]?.rank,
  )

interface World {
  /** Accounts whose password the chief knows, with a session. */
  controlled: Map<number, Client>
  made: number
}

/** A place in a list of things that exist at that moment. */
const place = fc.nat({ max: 60 })
/** Rights to grant: mostly of those held, now and then any, or a whole set. */
const grant = fc.record({
  rules: fc.array(place, { minLength: 1, maxLength: 6 }),
  from: fc.constantFrom('held', 'held', 'held', 'any', 'all of held', 'all', '*'),
})
const scope = fc.constantFrom('own', 'own', 'own', 'own', 'children', 'all')
const groups = fc.array(place, { minLength: 1, maxLength: 3 })
const of = <T extends string>(type: T) => fc.constant(type)
const command = fc.oneof(
  { weight: 4, arbitrary: fc.record({ type: of('addGroup'), as: place, pid: place, grant, scope }) },
  {
    weight: 4,
    arbitrary: fc.record({
      type: of('editGroup'),
      status: fc.constantFrom('1', '1', '1', '0'),
      as: place,
      group: place,
      pid: fc.option(place, { freq: 2 }),
      grant: fc.option(grant, { freq: 2 }),
      scope: fc.option(scope, { freq: 2 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ type: of('addAdmin'), as: place, groups }) },
  {
    weight: 4,
    arbitrary: fc.record({
      type: of('editAdmin'),
      as: place,
      admin: place,
      groups: fc.option(groups, { freq: 2 }),
      takeOver: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: of('delGroup'), as: place, group: place }) },
  { weight: 1, arbitrary: fc.record({ type: of('delAdmin'), as: place, admin: place }) },
  { weight: 1, arbitrary: fc.record({ type: of('writeRule'), as: place, rule: place }) },
)
type Command = typeof command extends fc.Arbitrary<infer T> ? T : never

const pick = <T>(list: readonly T[], at: number): T => {
  const item = list[at % list.length]
  if (item === undefined) throw new Error('nothing to pick from')
  return item
}
/** Two of three times something that the chief may manage, so that sequences get somewhere; else anything there is. */
const aim = (near: readonly number[], all: readonly number[], at: number): number =>
  at % 3 > 0 && near.length > 0 ? pick(near, Math.floor(at / 3)) : pick(all, at)
const near = async (table: 'admin' | 'admin_group', pattern: string) =>
  (
    await server.query<{ id: number }>(
      `SELECT id FROM ${table} WHERE ${table === 'admin' ? 'username' : 'name'} ~ $1 ORDER BY id`,
      [pattern],
    )
  ).map((row) => Number(row.id))
const idsOf = async (table: string) =>
  (await server.query<{ id: number }>(`SELECT id FROM ${table} ORDER BY id`)).map((row) => Number(row.id))

/** Does one command and tells whether the server let it happen. */
async function run(world: World, step: Command): Promise<boolean> {
  const controlled = [...world.controlled.entries()]
  const [, client] = step.as % 4 > 0 ? (controlled[0] ?? pick(controlled, 0)) : pick(controlled, step.as)
  const [allGroups, allAdmins] = [await idsOf('admin_group'), await idsOf('admin')]
  const [below, lesser] = [await near('admin_group', '^(g[0-9]+|lower)$'), await near('admin', '^(made[0-9]+|lowly)$')]
  const own = await near('admin_group', 'of chief$')
  const group = (at: number) => (at % 6 === 3 ? pick(own, Math.floor(at / 6)) : aim(below, allGroups, at))
  const parent = (at: number) => aim([chief.groupId, ...below], [0, ...allGroups], at)
  const done = (answer: Answer) => answer.body.code === 1
  switch (step.type) {
    case 'addGroup': {
      const name = `g${++world.made}`
      const body = { pid: parent(step.pid), name, rules: granted(step.grant), data_scope: step.scope, status: '1' }
      return done(await client.post('/admin/auth.Group/add', body))
    }
    case 'editGroup': {
      const pid = step.pid === null ? {} : { pid: parent(step.pid) }
      const rules = step.grant === null ? {} : { rules: granted(step.grant) }
      const reach = step.scope === null ? {} : { data_scope: step.scope }
      return done(
        await client.post('/admin/auth.Group/edit', { id: group(step.group), status: step.status, ...pid, ...rules, ...reach }),
      )
    }
    case 'delGroup':
      return done(await client.del('/admin/auth.Group/del', { ids: [group(step.group)] }))
    case 'addAdmin': {
      const username = `made${++world.made}`
      const body = { username, nickname: 'x', group_arr: step.groups.map(group), password: PASSWORD, status: '1' }
      const added = done(await client.post('/admin/auth.Admin/add', body))
      if (added) await control(world, username, PASSWORD)
      return added
    }
    case 'editAdmin': {
      const id = aim(lesser, allAdmins, step.admin)
      const into = step.groups === null ? {} : { group_arr: step.groups.map(group) }
      const password = step.takeOver ? { password: 'Taken-over-1' } : {}
      const edited = done(await client.post('/admin/auth.Admin/edit', { id, status: '1', ...into, ...password }))
      if (edited && step.takeOver) await control(world, await usernameOf(id), 'Taken-over-1')
      return edited
    }
    case 'delAdmin': {
      const others = allAdmins.filter((id) => id !== chief.id)
      const id = aim(lesser, others, step.admin)
      const deleted = done(await client.del('/admin/auth.Admin/del', { ids: [id] }))
      if (deleted) world.controlled.delete(id)
      return deleted
    }
    case 'writeRule': {
      const [edited, added] = await Promise.all([
        client.post('/admin/auth.Rule/edit', { id: pick(allRules, step.rule), name: 'user/user/del', status: '1' }),
        client.post('/admin/auth.Rule/add', { pid: 0, type: 'menu_dir', title: 'x', name: `r${++world.made}` }),
      ])
      return done(edited) || done(added)
    }
  }
}

function granted({ rules, from }: { rules: number[]; from: string }): string[] {
  const held = [...initial]
  if (from === '*') return ['*']
  if (from === 'all') return allRules
  if (from === 'all of held') return held
  return rules.map((rule) => pick(from === 'any' ? allRules : held, rule))
}

async function control(world: World, username: string, password: string): Promise<void> {
  const rows = await server.query<{ id: number }>('SELECT id FROM admin WHERE username = $1', [username])
  const client = await server.signIn(username, password).catch(() => undefined)
  if (client && rows[0]) world.controlled.set(Number(rows[0].id), client)
}

const usernameOf = async (id: number) =>
  (await server.query<{ username: string }>('SELECT username FROM admin WHERE id = $1', [id]))[0]?.username ?? ''

/** Back to where every sequence begins: what was made is gone, the lower ones are as they were. */
async function reset(): Promise<World> {
  await server.query(`DELETE FROM admin_group_access WHERE uid IN (SELECT id FROM admin WHERE username LIKE 'made%')`)
  await server.query(`DELETE FROM admin WHERE username LIKE 'made%'`)
  await server.query(`DELETE FROM admin_group WHERE name ~ '^g[0-9]+$'`)
  await server.query(`UPDATE login_throttle SET failures = 0, attempts = 0, until_time = 0`)
  const hash = await server.query<{ password: string }>(`SELECT password FROM admin WHERE username = 'peer'`)
  await server.query('UPDATE admin SET password = $1, status = 1 WHERE id = $2', [hash[0]?.password, chief.id])
  const [lowly] = await near('admin', '^lowly$')
  await server.query('DELETE FROM admin_group_access WHERE uid = $1', [lowly ?? 0])
  await server.query(`DELETE FROM admin_group WHERE id = $1`, [lower.id])
  await server.query(
    `INSERT INTO admin_group (id, pid, name, rules, data_scope, status, create_time, update_time) VALUES ($1, $2, 'lower', $3, 'own', 1, 0, 0)`,
    [lower.id, chief.groupId, lower.rules],
  )
  if (lowly)
    await server.query('INSERT INTO admin_group_access (uid, group_id, create_time, update_time) VALUES ($1, $2, 0, 0)', [
      lowly,
      lower.id,
    ])
  return { controlled: new Map([[chief.id, await server.signIn('chief', PASSWORD)]]), made: 0 }
}

test(
  'no sequence of calls widens the rights within reach of a limited administrator',
  async () => {
    let permitted = 0
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 10, maxLength: isLong ? 60 : 25, size: 'max' }), async (commands) => {
        const world = await reset()
        for (const step of commands) {
          if (await run(world, step)) permitted++
          const now = await reach([...world.controlled.keys()])
          expect(
            [...now].filter((id) => !initial.has(id)),
            JSON.stringify(step),
          ).toEqual([])
          expect([...world.controlled.keys()], JSON.stringify(step)).not.toContain(1)
          expect(await widest([...world.controlled.keys()]), JSON.stringify(step)).toBe(1)
        }
        expect(await outOfReach()).toEqual(frozen)
      }),
      { numRuns: isLong ? 200 : 8, seed: 20_260_331, endOnFailure: true },
    )
    // A model in which nothing is ever allowed would prove nothing.
    expect(permitted).toBeGreaterThan(15)
  },
  isLong ? 1_800_000 : 120_000,
)
