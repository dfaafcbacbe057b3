import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Pool } from 'pg'
import { loadSchema } from '../../codegen/load/pages.ts'
import type { Schema } from '../../codegen/schema/schema.ts'
import { openDatabase } from '../../server/core/db/connect.ts'
import { applyMigration, planMigration } from '../../server/core/db/migrate/migrate.ts'
import { setupHistory } from '../../server/core/history/setup.ts'
import { setupLog } from '../../server/core/log/setup.ts'
import { Refused } from '../../server/core/refuse.ts'
import { hashPassword } from '../../server/core/session/password.ts'
import { readSettings } from '../../server/core/settings.ts'
import type { ActionInput, ScreenHooks } from '../../server/crud/domain.ts'
import type { Domains } from '../../server/crud/engine/domains.ts'
import { pageHandlers } from '../../server/crud/engine/handlers.ts'
import { assemble } from '../../server/main/assemble.ts'
import { domainsOf } from '../../server/main/compose.ts'
import { loadModules } from '../../server/main/modules.ts'
import { authHandlers } from '../../server/modules/auth/handlers.ts'
import { seedAuthority } from '../../server/modules/auth/seed/seed.ts'
import { areaHandlers } from '../../server/modules/regions/handlers.ts'
import { seedMemberGroups } from '../../server/modules/user/seed.ts'
import { formatIssue } from '../../src/schemas/language/issue.ts'
import { neededWords } from '../../src/schemas/language/neededWords.ts'
import { type Client, makeClient } from '../harness/client.ts'
import { DEMO_NOW, DEMO_PASSWORD, freshDatabase, OWNER_PASSWORD } from '../harness/database.ts'
import { copySchemas, schemasIn } from '../harness/schemas.ts'
import { signIn } from '../harness/server.ts'
import { labEntities, labMenus, labPages } from './labPages.ts'

export interface Lab {
  schema: Schema
  /** The owner, who may do everything. */
  owner: Client
  guest: Client
  url: string
  databaseUrl: string
  query<T extends object = Record<string, unknown>>(text: string, values?: unknown[]): Promise<T[]>
  /** Makes an administrator who holds these nodes and signs them in. */
  admin(username: string, nodes: readonly string[]): Promise<Client>
  close(): Promise<void>
}

/** Further screens of a lab, with their menu rules. */
export interface LabScreens {
  pages: Readonly<Record<string, unknown>>
  /** Tables without a page, by name. */
  entities?: Readonly<Record<string, unknown>>
  menus: readonly object[]
}

/** Writes the line's mark; refuses some with a field of the line, and one origin with the field that is asked once. */
async function stamp({ trx, row, values }: ActionInput): Promise<void> {
  await trx.updateTable('lab_item').set({ note: values.mark, origin: values.origin }).where('id', '=', row.id).execute()
  if (values.mark === 'bad') throw new Refused('db.value', {}, { field: 'mark' })
  if (values.origin === 'nowhere') throw new Refused('db.value', {}, { field: 'origin' })
  // What the database refuses counts as refused too.
  if (values.mark === 'twice') await trx.updateTable('lab_item').set({ name: 'taken' }).where('id', '=', row.id).execute()
}

/** `sizes` are no column: they are kept in another one, by key. */
const itemHooks: ScreenHooks = {
  computes: {
    gist: async ({ rows }) => rows.map((row) => [Object.keys(row).join(), row.note, JSON.stringify(row.extra)].join(' | ')),
    shout: async ({ rows }) => rows.map((row) => String(row.name).toUpperCase()),
    async sizes({ db, rows }) {
      const found = await db.selectFrom('lab_item').select(['id', 'hidden_hash']).execute()
      return rows.map((row) => JSON.parse(String(found.find(({ id }) => id === row.id)?.hidden_hash || '[]')))
    },
  },
  async afterSave({ trx, key, values }) {
    const { sizes } = values
    if (!Array.isArray(sizes)) return
    const text = sizes.length > 0 ? JSON.stringify(sizes) : ''
    await trx.updateTable('lab_item').set({ hidden_hash: text }).where('id', '=', Number(key)).execute()
  },
}

const modules = await loadModules()

/** What the lab's screens do beyond their pages: a scope, a computed value, a rule and an effect of `ship`. */
export const labDomains: Domains = {
  ...domainsOf(modules),
  rowActions: {
    'lab/item.ship': {
      refuse: { blocked: async ({ row }) => row.code === 'BLOCKED' },
      async run({ trx, row, values }) {
        await trx.updateTable('lab_item').set({ status: 3, origin: values.company }).where('id', '=', row.id).execute()
        return { shipped: row.id }
      },
      prepare: async ({ row }) => ({ company: `for ${row.name}` }),
    },
    'lab/item.stamp': { refuse: { blocked: async ({ row }) => row.code === 'BLOCKED' }, run: stamp },
    'lab/item.stampSome': { run: stamp },
    'lab/item.quote': {
      async answer({ db, row, values }) {
        if (values.pieces === 99) await db.deleteFrom('lab_item').where('id', '=', row.id).execute()
        const total = Number(row.price) * Number(values.pieces)
        return { total, parts: [{ name: row.name, sum: total }] }
      },
    },
    'lab/plan.push': {
      async run({ trx, row, values }) {
        await trx
          .updateTable('lab_plan')
          .set({ lines: JSON.stringify(values.lines) })
          .where('id', '=', row.id)
          .execute()
      },
    },
    'lab/item.check': {
      answer: async ({ row, entered }) => ({
        total: entered.price,
        parts: row.id === undefined ? [] : [{ name: row.name, sum: row.price }],
      }),
    },
  },
  screenHooks: {
    'lab/item': itemHooks,
    // Nobody but a super administrator meets what is called hidden.
    'lab/category': { rowScope: (ctx) => (ctx.actor?.super ? null : sql<boolean>`t.name <> 'hidden'`) },
  },
}

/** Starts a real server with the lab's screens, and those given, on a database of its own. */
export async function startLab(more: LabScreens = { pages: {}, menus: [] }): Promise<Lab> {
  const dir = mkdtempSync(join(tmpdir(), 'kontor-lab-'))
  const base = await freshDatabase('empty')
  const pool = new Pool({ connectionString: base.url, max: 2 })
  pool.on('error', () => {}) // the database may be dropped before its last connection has gone
  await pool.query('create table lab_keyless (a integer, b varchar(20))')
  await pool.query(`create table lab_legacy (no bigserial primary key, title varchar(20) not null unique, kind varchar(5) not null default 'std',
    made timestamptz not null default now(), amount numeric(10,2) check (amount < 1000), ok boolean not null default true,
    parent bigint references lab_legacy)`)
  const pages = { ...labPages, ...more.pages }
  await writeSchemas(dir, more)
  const { schema, issues } = await loadSchema(schemasIn(dir))
  if (issues.length > 0) throw new Error(issues.map(formatIssue).join('\n'))
  await prepare(base.url, schema)
  const handlers = [
    ...authHandlers,
    ...areaHandlers,
    ...Object.keys(pages).flatMap((id) => pageHandlers(pageOf(schema, id), schema, labDomains)),
  ]
  const lines: string[] = []
  const settings = { ...readSettings({}), port: 0, feedPort: 0, databaseUrl: base.url, dataDir: dir }
  const server = assemble({
    databaseUrl: base.url,
    settings,
    schema,
    modules,
    domains: labDomains,
    handlers,
    siteDir: dir,
    log: (line) => lines.push(line),
  })
  const { url } = await server.listen()
  return {
    schema,
    url,
    databaseUrl: base.url,
    owner: await signIn(url, 'admin'),
    guest: makeClient(url),
    query: async <T extends object>(text: string, values: unknown[] = []) => (await pool.query<T>(text, values)).rows,
    admin: async (username, nodes) => {
      const rules = await pool.query<{ id: number }>('select id from admin_rule where name = any($1)', [nodes])
      if (rules.rows.length !== nodes.length) throw new Error(`some of ${nodes.join(', ')} are no menu rules`)
      const ids = rules.rows.map((row) => String(row.id))
      const group = await pool.query('insert into admin_group (pid, name, rules, status) values (1, $1, $2, 1) returning id', [
        `g-${username}`,
        ids,
      ])
      const admin = await pool.query(
        'insert into admin (username, nickname, password, status) values ($1, $1, $2, 1) returning id',
        [username, await hashPassword(DEMO_PASSWORD)],
      )
      await pool.query('insert into admin_group_access (uid, group_id) values ($1, $2)', [admin.rows[0].id, group.rows[0].id])
      return signIn(url, username, DEMO_PASSWORD)
    },
    async close() {
      await server.close()
      await pool.end()
      await base.drop()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

/** Words that are more than the last part of their key. */
const texts: Readonly<Record<string, string>> = { 'actions.flag.notify': '{actor}: {name} at level {level}, {price}' }

/** Tables, menu rules and the owner, without the shop. */
async function prepare(url: string, schema: Schema): Promise<void> {
  const database = openDatabase(url, { connections: 1 })
  await applyMigration(database.write, await planMigration(database.write, schema))
  await setupLog(database.write)
  await setupHistory(database.write, schema)
  const seed = { schema, ownerPassword: OWNER_PASSWORD, staff: null, demoPassword: DEMO_PASSWORD, now: DEMO_NOW }
  await database.write.transaction().execute(async (trx) => {
    await seedAuthority(trx, seed)
    await seedMemberGroups(trx, false, DEMO_NOW)
  })
  await database.close()
}

export function pageOf(schema: Schema, id: string) {
  const page = schema.pages.get(id)
  if (!page) throw new Error(`there is no page ${id}`)
  return page
}

/** The product's schemas and the lab's; every word the lab needs is the last part of its key. */
async function writeSchemas(dir: string, more: LabScreens): Promise<void> {
  const pages = { ...labPages, ...more.pages }
  copySchemas(dir)
  const put = (path: string, json: unknown) => {
    mkdirSync(join(dir, path, '..'), { recursive: true })
    writeFileSync(join(dir, path), JSON.stringify(json))
  }
  for (const [id, page] of Object.entries(pages)) put(`pages/${id}/page.json`, page)
  for (const [table, entity] of Object.entries({ ...labEntities, ...more.entities })) put(`entities/${table}.json`, entity)
  const menu = JSON.parse(readFileSync(join(dir, 'menus/admin.json'), 'utf8')) as unknown[]
  put('menus/admin.json', [...menu, ...labMenus, ...more.menus])
  const { schema } = await loadSchema(schemasIn(dir))
  for (const id of Object.keys(pages)) {
    const words = nested(
      neededWords(pageOf(schema, id))
        .filter((word) => !word.optional && !word.shared?.some((key) => schema.words.shared.en[key] !== undefined))
        .map((word) => word.key),
    )
    for (const locale of ['zh-cn', 'en']) put(`pages/${id}/${locale}.json`, words)
  }
}

function nested(keys: readonly string[]): Record<string, unknown> {
  const out: Record<string, unknown> = {}
  for (const key of keys) {
    const parts = key.split('.')
    let at = out
    for (const part of parts.slice(0, -1)) {
      const next = (at[part] ?? {}) as Record<string, unknown>
      at[part] = next
      at = next
    }
    at[parts.at(-1) ?? ''] = texts[key] ?? (parts.at(-1) === 'label' ? (parts.at(-2) ?? '') : parts.slice(-2).join(' '))
  }
  return out
}
