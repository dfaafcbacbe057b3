import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Schema } from '../../codegen/schema/schema.ts'
import type { Context } from '../../server/core/context.ts'
import { type Database, openDatabase } from '../../server/core/db/connect.ts'
import { kontorDialect } from '../../server/core/dialect.ts'
import type { Row } from '../../server/crud/domain.ts'
import { addComputes } from '../../server/crud/rows/virtual.ts'
import { makeScreen, type Screen } from '../../server/crud/screen/screen.ts'
import type { Shape } from '../../server/crud/screen/shape.ts'
import { domainsOf } from '../../server/main/compose.ts'
import { loadModules } from '../../server/main/modules.ts'
import { type Area, callAddress } from '../../src/schemas/language/area/area.ts'
import { computeOf, isKept } from '../../src/schemas/language/entity/virtual/compute.ts'
import type { Page } from '../../src/schemas/language/page.ts'
import type { Client } from '../harness/client.ts'
import { productSchema } from '../harness/schemas.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'
import { memberClient, signInMember } from '../member/people.ts'

const schema = await productSchema()
const domains = domainsOf(await loadModules())
/** What the server computes for the rows of a list, by page. Values that a form sends too are about one record. */
const computed = [...schema.pages.values()].flatMap((page): [string, string[]][] => {
  const made = Object.values(page.fields).flatMap((field) =>
    computeOf(field) && !isKept(field) && !field.secret ? [field.name] : [],
  )
  return page.kind === 'crud' && made.length > 0 ? [[page.id, made]] : []
})

describe('a computed value', () => {
  let server: TestServer
  let database: Database
  let clients: Record<Area, Client>

  beforeAll(async () => {
    server = await startTestServer({ database: 'demo' })
    database = openDatabase(server.databaseUrl)
    clients = { admin: await server.signIn('admin'), user: memberClient(server, (await signInMember(server)).token) }
  })
  afterAll(async () => {
    await database?.close()
    await server?.close()
  })

  it.each(computed)('of %s is in the list what it is in the record', async (id, made) => {
    const page = pageOf(schema, id)
    const key = page.entity.key ?? 'id'
    const client = clients[page.area]
    const list = (await client.get<{ list: Row[] }>(callAddress(page, 'index'), { limit: 5 })).body
    expect(list.code, id).toBe(1)
    for (const row of list.data.list) {
      const { row: record } = (await client.get<{ row: Row }>(callAddress(page, 'info'), { [key]: row[key] })).body.data
      for (const name of made.filter((each) => Object.hasOwn(row, each))) expect(row[name], `${id}.${name}`).toEqual(record[name])
    }
  })

  it.each(computed)('of %s is the same when the list shows nothing else', async (id, made) => {
    const page = pageOf(schema, id)
    for (const name of made) {
      const columns = page.table.columns.filter(({ field }) => field === name)
      const alone: Page = { ...page, table: { ...page.table, columns: columns.length > 0 ? columns : [columnOf(page, name)] } }
      const screen = makeScreen(alone, schema, domains)
      const [list, record] = [await read(screen, screen.list, name), await read(screen, screen.record, name)]
      expect(list, `${id}.${name}`).toEqual(record)
    }
  })

  /** The values of one field as the shape reads them, in the order of the keys. */
  async function read(screen: Screen, shape: Shape, name: string): Promise<unknown[]> {
    const key = sql.ref(`t.${screen.entity.key ?? 'id'}`)
    const found = await sql<Row>`select ${shape.columns} from ${screen.from} order by ${key} limit 20`.execute(database.read)
    const rows = found.rows.map(shape.model)
    await addComputes({ screen, ctx: context(), db: database.read }, rows, shape.computed)
    expect(rows.every((row) => Object.hasOwn(row, name))).toBe(true)
    return rows.map((row) => row[name])
  }

  /** What functions of lists ask of a request: words, the time, and who asks. */
  function context(): Context {
    const text: Context['text'] = (word, params) => schema.words.text('en', null, word, params)
    const actor = { area: 'admin', id: 1, sessionId: '', super: true, nodes: new Set(), groups: [] }
    return {
      schema,
      lang: 'en',
      now: 1_770_000_000,
      text,
      actor,
      read: database.read,
      dialect: kontorDialect,
    } as unknown as Context
  }
})

function pageOf({ pages }: Schema, id: string): Page {
  const page = pages.get(id)
  if (!page) throw new Error(`no page ${id}`)
  return page
}

/** A column of the field, like another one of the page. */
function columnOf({ table }: Page, field: string): Page['table']['columns'][number] {
  const [column] = table.columns
  if (!column) throw new Error('a list without columns')
  return { ...column, field, secondary: [] }
}
