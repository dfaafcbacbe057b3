import { createHash, randomBytes } from 'node:crypto'
import type { Client, ClientOptions } from '../harness/client.ts'
import { DEMO_PASSWORD } from '../harness/database.ts'
import type { TestServer } from '../harness/server.ts'

/** The member of the demo shop who can sign in. */
export const demoMember = 'user0164'

export interface Pair {
  token: string
  refresh_token: string
}

/** A client that sends a member's access token. */
export const memberClient = (server: Pick<TestServer, 'guest'>, token: string, options: ClientOptions = {}): Client =>
  server.guest({ ...options, headers: { ...options.headers, 'ba-user-token': token } })

/** Signs a member in; throws when refused. */
export async function signInMember(server: TestServer, username = demoMember, password = DEMO_PASSWORD): Promise<Pair> {
  const { body, text } = await server
    .guest()
    .post<{ userInfo: Pair }>('/api/user/checkIn', { tab: 'login', username, password, keep: true })
  if (body.code !== 1) throw new Error(`${username} could not sign in: ${text}`)
  return body.data.userInfo
}

/** Lets new members register by these ways. */
export async function openRegistration(
  { query }: Pick<TestServer, 'query'>,
  ways: readonly string[] = ['email', 'mobile', 'name'],
): Promise<void> {
  await query(
    `INSERT INTO config (name, value, create_time, update_time) VALUES ('register_channels', $1, 1, 1)
      ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
    [JSON.stringify(ways)],
  )
}

/** Makes a member by their name alone, which the site then allows, and signs them in. */
export async function registerMember(
  server: Pick<TestServer, 'guest' | 'query'>,
  username: string,
  password: string,
): Promise<Pair> {
  await openRegistration(server)
  const { body, text } = await server
    .guest()
    .post<{ userInfo: Pair }>('/api/user/checkIn', { tab: 'register', username, password, keep: true })
  if (body.code !== 1) throw new Error(`${username} could not register: ${text}`)
  return body.data.userInfo
}

/** An administrator disables a member, as the form of members does. */
export async function disableMember(server: TestServer, username: string): Promise<void> {
  const owner = await server.signIn('admin')
  const [row] = await server.query<{ id: number }>('SELECT id FROM "user" WHERE username = $1', [username])
  const { body } = await owner.post('/admin/user.User/edit', { id: row?.id, status: 'disable' })
  if (body.code !== 1) throw new Error(`${username} was not disabled: ${body.msg}`)
}

/** Gives each of these members a session, without a password and without a call; their access tokens, in the same order. */
export async function sessionsFor({ query }: Pick<TestServer, 'query'>, ids: readonly number[]): Promise<string[]> {
  const tokens = ids.map(() => randomBytes(32).toString('base64url'))
  const hashes = tokens.map((token) => createHash('sha256').update(token).digest('hex'))
  await query(
    `INSERT INTO user_session (id, user_id, access_hash, access_time, salt, sequence, expires_time, create_time, update_time)
     SELECT left(t.hash, 32), t.id, t.hash, 99999999999, '', 0, 99999999999, 0, 0 FROM unnest($1::int[], $2::text[]) AS t(id, hash)`,
    [ids, hashes],
  )
  return tokens
}
