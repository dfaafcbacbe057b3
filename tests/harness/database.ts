import { randomBytes } from 'node:crypto'
import { Client, escapeIdentifier } from 'pg'
import { inject } from 'vitest'

/** What a database holds: nothing; tables, menus and the owner; or the demo shop as well. */
export type DatabaseKind = 'empty' | 'seed' | 'demo'

/** The owner (`admin`) and all demo administrators have these passwords in prepared databases. */
export const OWNER_PASSWORD = 'Owner-of-tests-1'
export const DEMO_PASSWORD = 'Demo-of-tests-2'

/** What secrets in prepared databases are encrypted with, and by servers of tests unless they say otherwise. */
export const TEST_SECRET = 'a secret of the tests, of enough characters'

/** The clock of the demo data: 2026-03-31 12:00 in Shanghai, in unix seconds. */
export const DEMO_NOW = Date.parse('2026-03-31T12:00:00+08:00') / 1000

export type TestDatabase = {
  /** URL for the application's role, which owns the database and is no superuser. */
  url: string
  name: string
  /** Takes the database away, whoever is still connected. */
  drop(): Promise<void>
}

/** Where the run's PostgreSQL is; a tool outside vitest gives its own. */
export type ClusterUrls = { superUrl: string; appUrl: string }

const place = (template: string, database: string) => template.replace(encodeURIComponent('{database}'), database)

/**
 * Makes a database for one test or test file: a copy of one that was prepared once in this run, so a demo shop costs a moment. The
 * caller drops it, or leaves that to the end of the run.
 */
export async function freshDatabase(kind: DatabaseKind = 'empty', urls = injected()): Promise<TestDatabase> {
  const name = `t_${kind}_${randomBytes(6).toString('hex')}`
  await asSuper(urls, async (client) => {
    const template = kind === 'empty' ? 'template0' : await templateOf(kind, client, urls)
    await client.query(`CREATE DATABASE ${escapeIdentifier(name)} TEMPLATE ${template} STRATEGY file_copy OWNER kontor`)
  })
  return {
    name,
    url: place(urls.appUrl, name),
    drop: () => asSuper(urls, (client) => client.query(`DROP DATABASE IF EXISTS ${escapeIdentifier(name)} WITH (FORCE)`)),
  }
}

/** The prepared database to copy; the first worker that asks makes it, the others wait for it. */
async function templateOf(kind: 'seed' | 'demo', client: Client, urls: ClusterUrls): Promise<string> {
  const template = `template_${kind}`
  await client.query('SELECT pg_advisory_lock(hashtext($1))', [template])
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [template])
    if (rowCount) return template
    const building = `${template}_building`
    await client.query(`DROP DATABASE IF EXISTS ${building} WITH (FORCE)`)
    await client.query(`CREATE DATABASE ${building} TEMPLATE template0 OWNER kontor`)
    await prepare(place(urls.appUrl, building), kind)
    await client.query(`ALTER DATABASE ${building} RENAME TO ${template}`)
    return template
  } finally {
    await client.query('SELECT pg_advisory_unlock(hashtext($1))', [template])
  }
}

async function prepare(url: string, kind: 'seed' | 'demo'): Promise<void> {
  const { createSecretBox } = await import('../../server/core/secretBox.ts')
  const { prepareDatabase } = await import('../../server/main/prepare.ts') // needed by nobody who asks for an empty database
  await prepareDatabase({
    url,
    demo: kind === 'demo',
    ownerPassword: OWNER_PASSWORD,
    demoPassword: DEMO_PASSWORD,
    seal: createSecretBox('', TEST_SECRET),
    now: DEMO_NOW,
    log: () => {},
  })
}

async function asSuper<T>(urls: ClusterUrls, work: (client: Client) => Promise<T>): Promise<void> {
  const client = new Client({ connectionString: place(urls.superUrl, 'postgres') })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

function injected(): ClusterUrls {
  return { superUrl: inject('superUrl'), appUrl: inject('appUrl') }
}
