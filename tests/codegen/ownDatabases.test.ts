import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TableFacts } from '../../codegen/introspect/facts.ts'
import { quoteTable } from '../../server/core/db/columns.ts'
import type { Page } from '../../src/schemas/language/page.ts'
import type { Client } from '../harness/client.ts'
import { sampleOf } from '../harness/sampling.ts'
import { schemasIn } from '../harness/schemas.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'
import { type MadeDatabase, makeDatabase, ownDatabases } from './own/made.ts'

type Row = Record<string, unknown>

const run = promisify(execFile)

/** Columns and tables of which a page shows nothing, and why screens are read-only: everything else has to work. */
/** Other values for parts of keys, where the tables that they point at or a rule leave little choice. */
const otherKeys: Readonly<Record<string, Row>> = {
  terms: { year_code: '2024/2025', term_no: 3 },
  grades: { student_id: 4, subject_id: 2, term_no: 1 },
  shelves: { building: 'New', shelf: 'North, 1' },
  student_guardians: { student_id: 1, guardian_id: 2 },
  loans: { medium: 'disc' },
  'forum.Category': { slug: 'new-one' },
  'forum.order': { from: '2026-03-01' },
}

const expected: Readonly<Record<string, { notes: string[]; readOnly: Record<string, string> }>> = {
  archive: { notes: [], readOnly: {} },
  clinic: {
    notes: [
      'Doctor Specialty."Notes / remarks": not a name a page can use, left out',
      '收费单.就诊号: points at Visit.VisitNo, which is not its key, so it is entered',
    ],
    readOnly: { visitsToday: 'view' },
  },
  forum: {
    notes: ['forum.attachments.content: values of type bytea cannot be shown, left out'],
    readOnly: {},
  },
  school: {
    notes: [],
    readOnly: { 'import/log': 'noKey', 'student/averages': 'view' },
  },
  warehouse: {
    notes: [],
    readOnly: { 'stock/open/orders': 'view', 'stock/stock/levels': 'view' },
  },
}

const names = sampleOf('databases of other systems', [...ownDatabases.keys()], (name) => name === 'warehouse')

describe.each(names)('the tables of a %s', (name) => {
  let made: MadeDatabase
  let server: TestServer
  let admin: Client

  beforeAll(async () => {
    made = await makeDatabase(name)
    expect(made.issues).toEqual([])
    server = await startTestServer({ on: made.database, schemaDir: schemasIn(made.dir) })
    admin = await server.signIn('admin')
  })
  afterAll(async () => {
    await made?.close()
    await server?.close()
  })

  it('all have a screen, or are a choice of several on one; what is left out is told', () => {
    const pairs = made.pages.flatMap(({ fields }) => Object.values(fields).flatMap(({ link }) => link?.table ?? []))
    expect([...made.pages.map((p) => p.entity.table), ...pairs].sort()).toEqual([...made.facts.keys()].sort())
    expect(made.notes).toEqual(expected[name]?.notes)
    const readOnly = made.pages.flatMap(({ id, entity }) => (entity.readOnly ? [[id, entity.readOnly] as const] : []))
    expect(Object.fromEntries(readOnly)).toEqual(expected[name]?.readOnly)
  })

  it('are left as they were: the server changes nothing of a table that is not its own', async () => {
    expect(await made.factsNow()).toEqual(made.facts)
  })

  it('list every row; those that can only be read say why', async () => {
    for (const page of made.pages) {
      const at = `/admin/${page.controller}`
      const list = await admin.get<{ list: Row[]; total: number }>(`${at}/index`, { limit: 100 })
      expect(list.body, page.id).toMatchObject({ code: 1 })
      const rows = page.entity.tree ? flat(list.body.data.list) : list.body.data.list
      expect(rows.length, page.id).toBe(await countOf(page))
      const { readOnly } = page.entity
      if (!readOnly) continue
      const answer = await admin.post(`${at}/add`, {})
      expect(answer.body, page.id).toMatchObject({ code: 0 })
      expect(answer.body.msg).toContain(made.schema.words.text('en', page.id, `readOnly.${readOnly}`))
    }
  })

  it('keep every row bit by bit when it is saved as it was read', async () => {
    for (const page of written()) {
      const before = await storedRows(page)
      for (const key of await keysOf(page)) {
        const { row } = await rowOf(page, key)
        const sent = Object.entries(row).filter(([name]) => !page.fields[name]?.virtual)
        const saved = await admin.post(`/admin/${page.controller}/edit`, { ...Object.fromEntries(sent), id: key })
        expect(saved.body, `${page.id} ${key} ${saved.text}`).toMatchObject({ code: 1 })
      }
      expect(await storedRows(page), page.id).toEqual(before)
    }
  })

  it('take new rows, changes of one field, and give rows up again', async () => {
    for (const page of written()) {
      const at = `/admin/${page.controller}`
      const key = page.entity.key ?? ''
      const [first] = await keysOf(page)
      const { unique = [], primaryKey = [], foreignKeys = [] } = made.facts.get(page.entity.table) ?? {}
      const body = anotherRow(page, (await rowOf(page, first)).row, unique, primaryKey)
      const known = await keysOf(page)
      const added = await admin.post(`${at}/add`, body)
      expect(added.body, `${page.id} add ${JSON.stringify(body)} ${added.text}`).toMatchObject({ code: 1 })
      const id = (await keysOf(page)).find((each) => !known.includes(each))
      const { row } = await rowOf(page, id)
      for (const [field, value] of Object.entries(body))
        if (!page.fields[field]?.secret) expect(row[field], `${page.id}.${field}`).toEqual(value)
      const text = Object.values(page.fields).find(
        (field) => isFreeText(field) && !foreignKeys.some(({ column }) => column === field.name),
      )
      if (text) {
        const value = `x${String(row[text.name]).slice(0, 3)}`
        const saved = await admin.post(`${at}/edit`, { [key]: id, [text.name]: value })
        expect(saved.body, `${page.id} save ${saved.text}`).toMatchObject({ code: 1 })
        expect((await rowOf(page, id)).row[text.name], page.id).toBe(value)
      }
      const gone = await admin.del(`${at}/del`, { ids: [id] })
      expect(gone.body, `${page.id} del ${gone.text}`).toMatchObject({ code: 1 })
      expect(await keysOf(page), page.id).toEqual(known)
    }
  })

  it.runIf(!ownDatabases.get(name)?.includes('public'))('are read by the command, from the schemas that are named', async () => {
    const command = (...flags: string[]) =>
      run(process.execPath, ['codegen/cli.ts', '--url', made.database.url, '--into', made.dir, '--all', '--dry-run', ...flags])
    const schemas = (ownDatabases.get(name) ?? []).flatMap((schema) => ['--schema', schema])
    expect((await command(...schemas)).stdout).toContain(`${made.pages.length} screens`)
    await expect(command('--schema', 'stok')).rejects.toThrow('no table or view is in the schema "stok" of the database')
  })

  const written = () => made.pages.filter(({ entity }) => !entity.readOnly)
  const countOf = async ({ entity }: Page) =>
    (await made.client.query(`select count(*)::int as n from ${quoteTable(entity.table)}`)).rows[0].n
  const storedRows = async ({ entity }: Page) =>
    (await made.client.query(`select t::text from ${quoteTable(entity.table)} as t order by 1`)).rows.map(({ t }) => t)

  async function keysOf({ controller, entity }: Page): Promise<unknown[]> {
    const { body } = await admin.get<{ list: Row[] }>(`/admin/${controller}/index`, { limit: 100 })
    const rows = entity.tree ? flat(body.data.list) : body.data.list
    return rows.map((row) => row[entity.key ?? ''])
  }

  async function rowOf({ id, controller, entity }: Page, key: unknown): Promise<{ row: Row }> {
    const answer = await admin.get<{ row: Row }>(`/admin/${controller}/edit`, { [entity.key ?? '']: key })
    expect(answer.body, `${id} ${key} ${answer.text}`).toMatchObject({ code: 1 })
    return answer.body.data
  }
})

const isFreeText = (field: Page['fields'][string]) =>
  ['string', 'textarea'].includes(field.kind) &&
  !field.readOnly &&
  !field.writeOnce &&
  !field.pattern &&
  !field.unique &&
  !field.secret &&
  !field.options &&
  ['varchar', 'char', 'text'].includes(field.store?.type ?? '') &&
  !/code$|^building$/.test(field.name) // a part of what points at another table

/** The row once more, with another key and other values where no two rows may have the same. */
function anotherRow(page: Page, row: Row, unique: TableFacts['unique'], primaryKey: readonly string[]): Row {
  const alone = [...unique, primaryKey].flatMap((set) => set.slice(-1))
  const body: Row = {}
  for (const field of Object.values(page.fields)) {
    const isKey = field.name === page.entity.key
    if (isKey ? !page.entity.keyGiven : field.readOnly || field.link || !field.store) continue
    const value = row[field.name]
    body[field.name] = isKey || alone.includes(field.name) ? another(field, value) : value
  }
  return { ...body, ...otherKeys[page.entity.table] }
}

function another({ kind, store, maxLength = 40 }: Page['fields'][string], value: unknown): unknown {
  if (value === null) return null
  if (kind === 'switch') return value === 1 ? 0 : 1
  if (kind === 'date') return '2031-07-09'
  if (typeof value === 'number') return value + 77
  const text = String(value)
  if (kind === 'email') return text === '' ? '' : `z${text}`
  if (store?.type === 'uuid') return text.replace(/^.{4}/, 'beef')
  if (store?.type === 'macaddr') return text.replace(/..$/, 'ff')
  return `${text.slice(0, maxLength - 2)}Z9`
}

/** The rows of a tree with all below them. */
function flat(rows: readonly Row[]): Row[] {
  return rows.flatMap((row) => [row, ...(Array.isArray(row.children) ? flat(row.children) : [])])
}
