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

/** Makes a member through the page of registering, and signs them in. */
export async function registerMember(server: Pick<TestServer, 'guest'>, username: string, password: string): Promise<Pair> {
  const { body, text } = await server
    .guest()
    .post<{ userInfo: Pair }>('/api/user/checkIn', { tab: 'register', username, password, keep: true })
  if (body.code !== 1) throw new Error(`${username} could not register: ${text}`)
  return body.data.userInfo
}
