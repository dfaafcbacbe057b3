import { createHash, randomBytes } from 'node:crypto'
import type { Client } from '../harness/client.ts'
import type { TestServer } from '../harness/server.ts'

let made = 0

/** Makes an administrator in a group of its own that holds these nodes and nothing else, and signs them in. The password is the owner's. */
export async function person(
  server: Pick<TestServer, 'query' | 'guest'>,
  nodes: readonly string[],
): Promise<Client & { token: string; id: number; username: string }> {
  const username = `person${++made}x${randomBytes(2).toString('hex')}`
  const token = randomBytes(32).toString('base64url')
  const hash = createHash('sha256').update(token).digest('hex')
  const lower = nodes.map((node) => node.toLowerCase())
  const [row] = await server.query<{ id: number }>(
    `WITH who AS (
       INSERT INTO admin (username, nickname, password, status, create_time, update_time)
       SELECT $1, $1, password, 1, 0, 0 FROM admin WHERE username = 'admin' RETURNING id),
     team AS (
       INSERT INTO admin_group (pid, name, rules, status, create_time, update_time)
       SELECT 1, $1, (SELECT coalesce(array_agg(id::text), '{}') FROM admin_rule WHERE lower(name) = ANY($2::text[])), 1, 0, 0 RETURNING id),
     link AS (INSERT INTO admin_group_access (uid, group_id, create_time, update_time) SELECT who.id, team.id, 0, 0 FROM who, team)
     INSERT INTO admin_session (id, admin_id, access_hash, access_time, salt, sequence, expires_time, create_time, update_time)
     SELECT left($3, 32), who.id, $3, 99999999999, '', 0, 99999999999, 0, 0 FROM who RETURNING admin_id AS id`,
    [username, lower, hash],
  )
  return { ...server.guest({ token }), token, id: row?.id ?? 0, username }
}
