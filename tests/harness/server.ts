import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Pool } from 'pg'
import type { SchemaDirs } from '../../codegen/load/schemaSources.ts'
import type { Schema } from '../../codegen/schema/schema.ts'
import type { Settings } from '../../server/core/environment/settingRow.ts'
import { createSecretBox } from '../../server/core/secretBox.ts'
import { readSettings } from '../../server/core/settings.ts'
import type { Domains } from '../../server/crud/engine/domains.ts'
import { createServer } from '../../server/main/server.ts'
import type { ServerModule } from '../../server/modules/module.ts'
import { type Client, type ClientOptions, makeClient } from './client.ts'
import {
  type ClusterUrls,
  type DatabaseKind,
  DEMO_NOW,
  DEMO_PASSWORD,
  freshDatabase,
  OWNER_PASSWORD,
  TEST_SECRET,
  type TestDatabase,
} from './database.ts'
import { productSchema } from './schemas.ts'

export type TestServerOptions = {
  /** What the database holds at the start; 'seed' when absent. */
  database?: DatabaseKind
  /** A database that the test has made and filled itself; taken away on `close` all the same. */
  on?: TestDatabase
  /** Settings other than the tests' own. */
  settings?: Partial<Settings>
  /** Folders of schemas in the place of the product's: their tables and menus are added to the database first. */
  schemaDir?: SchemaDirs
  /** What was loaded from there already, without faults. */
  schema?: Schema
  /** A front end built for it, in the place of dist. */
  siteDir?: string
  /** Other times of the jobs than the server's own. */
  jobs?: { lease?: number; every?: number }
  /** What its pages' own actions do. */
  rowActions?: Domains['rowActions']
  /** Modules that are on; absent: all. */
  modules?: readonly ServerModule[]
  /** Where the run's PostgreSQL is, for tools that run outside vitest. */
  urls?: ClusterUrls
}

export type TestServer = {
  /** `http://127.0.0.1:<port>` */
  url: string
  /** `ws://127.0.0.1:<port>` of the live feed. */
  feedUrl: string
  databaseUrl: string
  /** Runs SQL as the application's role and gives the rows. */
  query<T extends object = Record<string, unknown>>(sql: string, values?: unknown[]): Promise<T[]>
  /** A client that is not signed in. */
  guest(options?: ClientOptions): Client
  /** Signs an administrator in; the password is the harness's own for that account unless given. Throws when refused. */
  signIn(username: string, password?: string, options?: ClientOptions): Promise<Client>
  /** Lines that the server logged as errors or warnings. */
  logs: string[]
  close(): Promise<void>
}

/** Starts a real server on free ports and a database of its own, and takes both away on `close`. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const database =
    options.on ??
    (options.urls
      ? await freshDatabase(options.database ?? 'seed', options.urls)
      : await freshDatabase(options.database ?? 'seed'))
  const dataDir = mkdtempSync(join(tmpdir(), 'kontor-files-'))
  const logs: string[] = []
  let unserved = 0
  const log = (line: string) => {
    logs.push(line)
    // A browser says 503 and no more; the first few of a server tell why.
    if (line.includes('the database cannot serve') && ++unserved <= 3) process.stderr.write(`${line}\n`)
  }
  const settings: Settings = {
    ...readSettings({ KONTOR_PAYMENTS: 'none' }),
    port: 0,
    feedPort: 0,
    databaseUrl: database.url,
    dataDir,
    secret: TEST_SECRET,
    ...options.settings,
  }
  const schema = {
    ...(options.schemaDir ? { schemaDir: options.schemaDir } : {}),
    ...(options.siteDir ? { siteDir: options.siteDir } : {}),
    ...(options.rowActions ? { rowActions: options.rowActions } : {}),
    ...(options.modules ? { modules: options.modules } : {}),
  }
  if (options.schemaDir && options.database !== 'empty') await prepareAgain(database.url, options)
  const isProduct = !options.schemaDir && !options.modules && !options.settings?.modules
  const server = await createServer({
    databaseUrl: database.url,
    settings,
    ...schema,
    ...(isProduct ? { schema: await productSchema() } : options.schema ? { schema: options.schema } : {}),
    ...(options.jobs ? { jobs: options.jobs } : {}),
    log,
  })
  const { url, feedPort } = await server.listen()
  const pool = new Pool({ connectionString: database.url, max: 2 })
  pool.on('error', () => {}) // tests that kill connections kill these as well
  return {
    url,
    feedUrl: `ws://127.0.0.1:${feedPort}`,
    databaseUrl: database.url,
    query: async <T extends object>(sql: string, values: unknown[] = []) => (await pool.query<T>(sql, values)).rows,
    guest: (more = {}) => makeClient(url, more),
    signIn: (username, password, more) => signIn(url, username, password, more),
    logs,
    async close() {
      await server.close()
      await pool.end()
      await database.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Adds the tables and menus of other schemas to a database. */
export async function prepareAgain(
  url: string,
  { schemaDir, database }: Pick<TestServerOptions, 'schemaDir' | 'database'>,
): Promise<void> {
  if (schemaDir === undefined) return
  const { prepareDatabase } = await import('../../server/main/prepare.ts')
  const passwords = { ownerPassword: OWNER_PASSWORD, demoPassword: DEMO_PASSWORD, seal: createSecretBox('', TEST_SECRET) }
  await prepareDatabase({ url, schemaDir, demo: database === 'demo', ...passwords, now: DEMO_NOW, log: () => {} })
}

/** Signs an administrator in at the server at `url`. */
export async function signIn(url: string, username: string, password?: string, options: ClientOptions = {}): Promise<Client> {
  const guest = makeClient(url, options)
  const answer = await guest.post<{ userInfo: { token: string } }>('/admin/Index/login', {
    username,
    password: password ?? (username === 'admin' ? OWNER_PASSWORD : DEMO_PASSWORD),
    keep: false,
  })
  if (answer.body.code !== 1) throw new Error(`${username} could not sign in: ${answer.status} ${answer.text}`)
  return guest.with({ token: answer.body.data.userInfo.token })
}
