import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Pool } from 'pg'
import { readModuleFolder } from '../../codegen/package/pack.ts'
import { type Client, type Envelope, makeClient } from '../harness/client.ts'
import { OWNER_PASSWORD } from '../harness/database.ts'
import { type ServerProcess, startProcess } from '../harness/process.ts'
import { signIn } from '../harness/server.ts'
import { folderOf, keyPair, packOf } from '../packages/packages.ts'

export type Files = Map<string, Buffer>

/** Text of a file of a package in the place of another. */
export function edited(files: Files, name: string, from: string, to: string): Files {
  const text = String(files.get(name))
  if (!text.includes(from)) throw new Error(`${name} has no ${from}`)
  return files.set(name, Buffer.from(text.replace(from, to)))
}

/** A place of the dashboard that two packages change: where that is, and what makes another package change it, too. */
export const contested = { page: 'dashboard', op: 'add', path: 'dashboard.cards.openRepairs', with: 'repair-tickets' } as const
export function withContestedCard(files: Files): void {
  const card = { page: 'suppliers/supplier', count: true, icon: 'building', severity: 'info' }
  const word = { dashboard: { cards: { openRepairs: { title: 'Suppliers' } } } }
  files.set('overlays/suppliers/dashboard.json', Buffer.from(JSON.stringify({ add: { [contested.path]: card } })))
  for (const lang of ['en', 'zh-cn']) files.set(`overlays/suppliers/dashboard.${lang}.json`, Buffer.from(JSON.stringify(word)))
}

export interface MarketPlan {
  hash: string
  from: string
  screens: { id: string; title: string; title_en: string }[]
  tables: { name: string; isNew: boolean }[]
  nodes: { name: string }[]
  overlays: { page: string; op: string; path: string; before?: unknown; after?: unknown }[]
  steps: { what: string; sql: string[] }[]
  kept: { what: string }[]
  wishes: Record<string, string[]>
  issues: { text: string; file: string }[]
}

/** A server with a database of its own, others beside it in processes of their own, and a publisher whose key they trust. */
export async function startMarket(env: Record<string, string> = {}) {
  const dir = mkdtempSync(join(tmpdir(), 'kontor-market-'))
  const keys = keyPair()
  writeFileSync(join(dir, 'publisher.pub'), keys.publicKey)
  const started: ServerProcess[] = []

  /** The first one brings the database, which the others share. */
  async function start(name: string): Promise<ServerProcess & { owner: Client }> {
    const server = await startProcess(join(dir, name), {
      KONTOR_MODULES: '',
      KONTOR_DEMO: '0',
      KONTOR_PAYMENTS: 'sandbox',
      KONTOR_SECRET: 'a secret of the tests, of enough characters',
      KONTOR_MODULE_KEYS: join(dir, 'publisher.pub'),
      ...env,
      ...(started.length > 0 ? { DATABASE_URL: databaseUrl() } : {}),
    })
    started.push(server)
    return { ...server, owner: await signIn(server.url, 'admin', OWNER_PASSWORD) }
  }
  const databaseUrl = () => JSON.parse(readFileSync(join(dir, 'first/postgres/connection.json'), 'utf8')).url as string
  const first = await start('first')
  const pool = new Pool({ connectionString: databaseUrl(), max: 4 })
  pool.on('error', () => {}) // the database ends with its server

  return {
    first,
    /** What a command beside the first server is told. */
    env: { KONTOR_MODULES: '', KONTOR_MODULE_KEYS: join(dir, 'publisher.pub'), DATABASE_URL: databaseUrl() },
    keys,
    pool,
    start,
    query: async <T extends object = Record<string, unknown>>(sql: string, values: unknown[] = []) =>
      (await pool.query<T>(sql, values)).rows,
    /** Who may do what on all screens. */
    rights: async () =>
      (
        await pool.query(`select g.id, r.name, r.status from admin_group g join admin_rule r on r.id::text = any(g.rules) or '*' = any(g.rules)
        order by 1, 2`)
      ).rows,
    /** The package of the repository, as its publisher signs it after some changes. */
    async pack(uid: string, change: (files: Files) => unknown = () => {}): Promise<Buffer> {
      const files = await readModuleFolder(folderOf(uid))
      change(files)
      return packOf(files, keys.privateKey)
    },
    guest: (url: string, token: string) => makeClient(url, { token }),
    async close() {
      await pool.end()
      for (const { child, ended } of started.reverse()) {
        child.kill('SIGTERM')
        await ended
      }
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

/** Posts a package as a form, as a browser does. */
export async function post<T>(
  { url, token = '', lang = 'en' }: { url: string; token: string | undefined; lang?: string },
  action: 'upload' | 'install' | 'update',
  archive: Buffer,
  fields: Record<string, string> = {},
): Promise<Envelope<T>> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', new Blob([new Uint8Array(archive)], { type: 'application/zip' }), 'package.zip')
  const headers = { server: 'true', 'think-lang': lang, 'x-kontor-strict': '1', batoken: token, origin: url }
  const answer = await fetch(`${url}/admin/module/${action}`, { method: 'POST', headers, body: form })
  return (await answer.json()) as Envelope<T>
}
