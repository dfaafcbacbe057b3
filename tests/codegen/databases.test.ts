import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { generate } from '../../codegen/generate.ts'
import type { TableFacts } from '../../codegen/introspect/facts.ts'
import { introspectPostgres, type Query } from '../../codegen/introspect/postgres.ts'
import { probeTable } from '../../codegen/introspect/probe.ts'
import { loadSchema } from '../../codegen/load/pages.ts'
import type { Schema } from '../../codegen/schema/schema.ts'
import { kindOf } from '../../src/schemas/kinds/index.ts'
import { joinKey } from '../../src/schemas/language/entity/madeKey.ts'
import type { Page } from '../../src/schemas/language/page.ts'
import type { Client } from '../harness/client.ts'
import { freshDatabase } from '../harness/database.ts'
import { copySchemas, schemasIn } from '../harness/schemas.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'
import { nasties } from './nasties.ts'

type Row = Record<string, unknown>

/** A sample database of the fixtures as SQL: without what only psql or another version of PostgreSQL understands. */
async function sampleSql(name: string): Promise<string> {
  if (name === 'nasties') return nasties.replace('logout varchar(40), ', '') // a word that only the command knows to avoid
  const text = await readFile(`tests/fixtures/databases/${name}.sql`, 'utf8')
  return text
    .replace(/^\\c .*$/gm, '')
    .replace(/^(?:DROP|CREATE) DATABASE .*$/gim, '')
    .replace(/^SET default_with_oids.*$/gm, '')
}

describe.each(['chinook-postgresql', 'northwind-postgresql', 'nasties'])('the tables of %s', (name) => {
  let dir = ''
  let schema: Schema
  let facts: Map<string, TableFacts>
  let pages: Page[] = []
  let server: TestServer
  let admin: Client
  let client: pg.Client

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'kontor-codegen-'))
    copySchemas(dir)
    const database = await freshDatabase('seed')
    client = new pg.Client({ connectionString: database.url })
    await client.connect()
    const own = new Set((await introspectPostgres(async (sql, params) => (await client.query(sql, params)).rows)).keys())
    await client.query(await sampleSql(name))
    facts = new Map(
      [...(await introspectPostgres(async (sql, params) => (await client.query(sql, params)).rows))].filter(([t]) => !own.has(t)),
    )
    const before = await loadSchema(schemasIn(dir))
    const query: Query = async (sql, params) => (await client.query(sql, params)).rows
    const probed = new Map<string, TableFacts>()
    for (const [table, own] of facts) probed.set(table, await probeTable(query, own))
    await generate({ tables: [...facts.keys()], facts: probed, schema: before.schema, dir, force: false, dryRun: false })
    const after = await loadSchema(schemasIn(dir))
    expect(after.issues).toEqual([])
    schema = after.schema
    pages = [...schema.pages.values()].filter((p) => facts.has(p.entity.table))
    server = await startTestServer({ on: database, schemaDir: schemasIn(dir) })
    admin = await server.signIn('admin')
  })
  afterAll(async () => {
    await client?.end()
    await server?.close()
    await rm(dir, { recursive: true, force: true })
  })

  it('all have a screen, or are a choice of several on one, and the checker finds no fault in any', () => {
    const pairs = pages.flatMap(({ fields }) => Object.values(fields).flatMap(({ link }) => link?.table ?? []))
    expect([...pages.map((p) => p.entity.table), ...pairs].sort()).toEqual([...facts.keys()].sort())
  })

  it('are left as they were: the server changes nothing of a table that is not its own', async () => {
    const now = await introspectPostgres(async (sql, params) => (await client.query(sql, params)).rows)
    for (const [table, before] of facts) expect(now.get(table)).toEqual(before)
  })

  it('can be listed, and their rows added, edited and deleted; read-only ones say why', async () => {
    for (const page of pages) {
      const at = `/admin/${page.controller}`
      const list = await admin.get<{ list: Row[] }>(`${at}/index`, { limit: 5 })
      expect(list.body, page.id).toMatchObject({ code: 1 })
      const rows = page.entity.tree ? flat(list.body.data.list) : list.body.data.list
      const most = page.entity.tree ? 5000 : 5
      const { rows: count } = await client.query(`select least(count(*), ${most})::int as n from "${page.entity.table}"`)
      expect(rows.length, page.id).toBe(count[0].n)
      if (page.entity.readOnly) await refusesWrites(page, at)
      else await writes(page, at)
    }
  })

  async function refusesWrites(page: Page, at: string): Promise<void> {
    const answer = await admin.post(`${at}/add`, {})
    expect(answer.body.code, page.id).toBe(0)
    expect(answer.body.msg).toContain(schema.words.text('en', page.id, `readOnly.${page.entity.readOnly}`))
  }

  async function writes(page: Page, at: string): Promise<void> {
    const key = page.entity.key ?? ''
    const body = await sampleRow(page)
    const { keyParts } = page.entity
    if (keyParts?.some((name) => body[name] === null)) return // there is no row yet that it could point at
    const added = await admin.post(`${at}/add`, body)
    expect(added.body, `${page.id} add ${JSON.stringify(body)}`).toMatchObject({ code: 1 })
    const id = keyParts
      ? joinKey(keyParts.map((name) => String(body[name])))
      : page.entity.keyGiven
        ? body[key]
        : (await client.query(`select max("${key}") as id from "${page.entity.table}"`)).rows[0].id
    const edit = await admin.get<{ row: Row }>(`${at}/edit`, { [key]: id })
    expect(edit.body, `${page.id} edit`).toMatchObject({ code: 1 })
    const row = edit.body.data.row
    for (const [name, value] of Object.entries(body))
      if (!page.fields[name]?.secret) expect(row[name], `${page.id}.${name}`).toEqual(value)
    const foreign = (facts.get(page.entity.table)?.foreignKeys ?? []).map(({ column }) => column)
    const field = Object.values(page.fields).find(
      (f) =>
        !f.readOnly &&
        !f.writeOnce &&
        !f.secret &&
        !foreign.includes(f.name) &&
        ['string', 'textarea', 'integer', 'number'].includes(f.kind),
    )
    if (field) {
      const value = kindOf(field).toWire(kindOf(field).sample(field, 3), field)
      expect((await admin.post(`${at}/edit`, { [key]: id, [field.name]: value })).body, `${page.id} save`).toMatchObject({
        code: 1,
      })
      const again = await admin.get<{ row: Row }>(`${at}/edit`, { [key]: id })
      expect(again.body.data.row[field.name], `${page.id}.${field.name}`).toEqual(value)
    }
    expect((await admin.del(`${at}/del`, { ids: [id] })).body, `${page.id} del`).toMatchObject({ code: 1 })
    if (keyParts) {
      expect((await admin.get(`${at}/edit`, { [key]: id })).body, `${page.id} del`).toMatchObject({ code: 0 })
      return
    }
    const { rows } = await client.query(`select 1 from "${page.entity.table}" where "${key}"::text = $1`, [String(id)])
    expect(rows, `${page.id} del`).toEqual([])
  }

  /** A row that can be added: samples of the kinds; keys of other tables are those of rows there are. */
  async function sampleRow(page: Page): Promise<Row> {
    const row: Row = {}
    for (const field of Object.values(page.fields)) {
      if (field.readOnly || field.pattern) continue
      const foreign = facts.get(page.entity.table)?.foreignKeys.find((f) => f.column === field.name)
      if (foreign) {
        row[field.name] =
          (await client.query(`select "${foreign.refColumn}" as v from "${foreign.table}" limit 1`)).rows[0]?.v ?? null
      } else if (field.name === page.entity.key && field.kind === 'integer') row[field.name] = 9871
      else if (field.store?.type === 'uuid') row[field.name] = '0190163d-8694-739b-aea5-966c26f8ad91'
      else row[field.name] = kindOf(field).toWire(kindOf(field).sample(field, 2), field)
    }
    return row
  }
})

/** The rows of a tree with all below them. */
function flat(rows: readonly Row[]): Row[] {
  return rows.flatMap((row) => [row, ...(Array.isArray(row.children) ? flat(row.children) : [])])
}
