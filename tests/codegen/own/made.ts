import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { generate } from '../../../codegen/generate.ts'
import type { TableFacts } from '../../../codegen/introspect/facts.ts'
import { introspectPostgres, type Query } from '../../../codegen/introspect/postgres.ts'
import { probeTable } from '../../../codegen/introspect/probe.ts'
import { loadSchema } from '../../../codegen/load/pages.ts'
import type { Schema } from '../../../codegen/schema/schema.ts'
import type { Issue } from '../../../src/schemas/language/issue.ts'
import type { Page } from '../../../src/schemas/language/page.ts'
import { freshDatabase, type TestDatabase } from '../../harness/database.ts'
import { copySchemas, schemasIn } from '../../harness/schemas.ts'

/** Databases in the style of other systems, with the schemas that their tables are in. */
export const ownDatabases = new Map([
  ['archive', ['public']],
  ['clinic', ['public']],
  ['forum', ['forum']],
  ['school', ['public']],
  ['warehouse', ['partner', 'stock']],
])

/** A database with its rows, and the folder of schemas with the screens that are generated of it. */
export interface MadeDatabase {
  database: TestDatabase
  client: pg.Client
  /** What the database says of its tables and views. */
  facts: ReadonlyMap<string, TableFacts>
  /** The same, asked again. */
  factsNow(): Promise<Map<string, TableFacts>>
  dir: string
  schema: Schema
  issues: readonly Issue[]
  notes: readonly string[]
  /** The screens of its tables. */
  pages: readonly Page[]
  close(): Promise<void>
}

/** Makes one of the databases beside the product's tables, and generates the screens of everything in it. */
export async function makeDatabase(name: string): Promise<MadeDatabase> {
  const schemas = ownDatabases.get(name) ?? ['public']
  const dir = await mkdtemp(join(tmpdir(), `kontor-${name}-`))
  copySchemas(dir)
  const database = await freshDatabase('seed')
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const query: Query = async (sql, params) => (await client.query(sql, params)).rows
  const ours = await introspectPostgres(query)
  await client.query(await readFile(`tests/codegen/own/${name}.sql`, 'utf8'))
  const factsNow = async () => new Map([...(await introspectPostgres(query, schemas))].filter(([table]) => !ours.has(table)))
  const facts = await factsNow()
  const probed = new Map<string, TableFacts>()
  for (const [table, own] of facts) probed.set(table, await probeTable(query, own))
  const before = await loadSchema(schemasIn(dir))
  const { notes } = await generate({
    tables: [...facts.keys()],
    facts: probed,
    schema: before.schema,
    dir,
    force: false,
    dryRun: false,
  })
  const { schema, issues } = await loadSchema(schemasIn(dir))
  const pages = [...schema.pages.values()].filter((page) => facts.has(page.entity.table))
  return {
    database,
    client,
    facts,
    factsNow,
    dir,
    schema,
    issues,
    notes,
    pages,
    close: async () => {
      await client.end()
      await rm(dir, { recursive: true, force: true })
    },
  }
}
