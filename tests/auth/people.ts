import { expect } from 'vitest'
import type { Answer, Client } from '../harness/client.ts'
import type { TestServer } from '../harness/server.ts'

export const PASSWORD = 'Passw0rd-1'

export interface Person {
  id: number
  groupId: number
  username: string
  client: Client
}

/** Ids of rules by their names, as text; throws for a name that is no rule. */
export async function ruleIds(server: TestServer, names: readonly string[]): Promise<string[]> {
  const rows = await server.query<{ id: string; name: string }>('SELECT id::text AS id, name FROM admin_rule')
  return names.map((name) => {
    const row = rows.find((each) => each.name === name)
    if (!row) throw new Error(`no rule is called ${name}`)
    return row.id
  })
}

/** What is stored as a group's rights, by name and in alphabetical order. */
export async function rightsOf(server: TestServer, groupId: number): Promise<string[]> {
  const rows = await server.query<{ name: string }>(
    `SELECT CASE WHEN r.rule = '*' THEN '*' ELSE coalesce(m.name, '?' || r.rule) END AS name
     FROM admin_group g CROSS JOIN LATERAL unnest(g.rules) AS r(rule) LEFT JOIN admin_rule m ON m.id::text = r.rule WHERE g.id = $1 ORDER BY 1`,
    [groupId],
  )
  return rows.map((row) => row.name)
}

/** The owner makes a group with these rights (names of rules) below group `pid`; gives its id. */
export async function makeGroup(
  server: TestServer,
  owner: Client,
  name: string,
  rights: readonly string[],
  pid = 1,
  scope = 'own',
): Promise<number> {
  const rules = await ruleIds(server, rights)
  ok(await owner.post('/admin/auth.Group/add', { pid, name, rules, data_scope: scope, status: '1' }))
  const rows = await server.query<{ id: number }>('SELECT id FROM admin_group WHERE name = $1', [name])
  return Number(rows[0]?.id)
}

/** The owner makes an administrator in these groups, who then signs in. */
export async function makePerson(
  server: TestServer,
  owner: Client,
  username: string,
  groups: readonly number[],
): Promise<Person> {
  ok(
    await owner.post('/admin/auth.Admin/add', {
      username,
      nickname: username,
      group_arr: groups,
      password: PASSWORD,
      status: '1',
    }),
  )
  const id = await adminId(server, username)
  return { id, groupId: groups[0] ?? 0, username, client: await server.signIn(username, PASSWORD) }
}

/** An administrator with a group of their own that has exactly these rights. */
export async function makeLimited(
  server: TestServer,
  owner: Client,
  username: string,
  rights: readonly string[],
  scope = 'own',
): Promise<Person> {
  const groupId = await makeGroup(server, owner, `group of ${username}`, rights, 1, scope)
  return makePerson(server, owner, username, [groupId])
}

export async function adminId(server: TestServer, username: string): Promise<number> {
  const rows = await server.query<{ id: number }>('SELECT id FROM admin WHERE username = $1', [username])
  return Number(rows[0]?.id)
}

/** Expects that the call was done. */
export function ok<T>(answer: Answer<T>): T {
  expect(answer.body, answer.text.slice(0, 600)).toMatchObject({ code: 1 })
  return answer.body.data
}

/** Expects that the call was refused, with code 0 or 401. */
export function refused(answer: Answer, message?: RegExp): void {
  expect([0, 401], answer.text.slice(0, 600)).toContain(answer.body.code)
  if (message) expect(JSON.stringify(answer.body)).toMatch(message)
}

/** The message beside a field of a refused form. */
export function fieldError(answer: Answer, field: string): string | undefined {
  return (answer.body.data as { errors?: Record<string, string> } | null)?.errors?.[field]
}

/** All rights that an administrator of administrators needs. */
export const authorityRights = [
  'auth/admin/index',
  'auth/admin/add',
  'auth/admin/edit',
  'auth/admin/del',
  'auth/admin/unlock',
  'auth/admin/kick',
  'auth/group/index',
  'auth/group/add',
  'auth/group/edit',
  'auth/group/del',
  'auth/rule/index',
  'auth/rule/add',
  'auth/rule/edit',
  'auth/rule/del',
  'auth/rule/sortable',
] as const
