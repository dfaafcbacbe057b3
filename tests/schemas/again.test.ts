import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { loadSchema } from '../../codegen/load/pages.ts'
import { loadModules } from '../../server/main/modules.ts'
import { allHandlers, handlersUnhurried } from '../../server/main/server.ts'
import { formatIssue } from '../../src/schemas/language/issue.ts'
import { productSchema } from '../harness/schemas.ts'

const dir = mkdtempSync(join(tmpdir(), 'kontor-again-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const put = (path: string, json: unknown) => writeFileSync(join(dir, path), JSON.stringify(json))
const words = (title: string, name: string) => ({ title, fields: { [name]: { label: title } } })
const entity = (table: string, relations = {}) => ({ table, unindexedBecause: 'a few rows', relations })

/** Books, loans that show the title of the book, and shelves that link to the books by the name of the shelf. */
function writePages({ length = 80, title = 'Books', searched = 'shelf' } = {}): void {
  for (const id of ['book', 'loan', 'shelf']) mkdirSync(join(dir, 'pages', id), { recursive: true })
  mkdirSync(join(dir, 'menus'), { recursive: true })
  const rule = (name: string) => ({ type: 'menu', name, title: name, title_en: name, buttons: ['index', 'add', 'edit', 'del'] })
  put('menus/admin.json', ['book', 'loan', 'shelf'].map(rule))
  const list = (field: string) => ({ columns: [field] })
  const text = { kind: 'string', maxLength: length }
  const shelf = { kind: 'string', maxLength: 20 }
  const books = { columns: ['title', 'shelf'], search: [searched] }
  put('pages/book/page.json', { version: 1, kind: 'crud', entity: entity('book'), fields: { title: text, shelf }, table: books })
  const relations = { book: { table: 'book', key: 'book_id' } }
  const book_id = { kind: 'remoteSelect', page: 'book', show: 'title' }
  const loans = { version: 1, kind: 'crud', entity: entity('loan', relations), fields: { book_id }, table: list('book.title') }
  put('pages/loan/page.json', loans)
  const name = { kind: 'string', maxLength: 20 }
  const shelves = { columns: [{ field: 'name', link: { page: 'book', query: { shelf: 'name' } } }] }
  put('pages/shelf/page.json', { version: 1, kind: 'crud', entity: entity('shelf'), fields: { name }, table: shelves })
  for (const locale of ['zh-cn', 'en']) {
    put(`pages/book/${locale}.json`, { title, fields: { title: { label: title }, shelf: { label: 'Shelf' } } })
    put(`pages/loan/${locale}.json`, { ...words('Loans', 'book_id'), related: { book: { title: { label: 'Title' } } } })
    put(`pages/shelf/${locale}.json`, words('Shelves', 'name'))
  }
}

async function find() {
  const { schema, issues } = await loadSchema(dir)
  return { schema, faults: issues.map(formatIssue).filter((line) => !line.includes('missing word')) } // the platform has them
}

async function read() {
  const { schema, faults } = await find()
  expect(faults).toEqual([])
  return schema
}

describe('schemas that are read again', () => {
  test('have the same pages and tables where nothing has changed but words', async () => {
    writePages()
    const before = await read()
    writePages({ title: 'All books' })
    const after = await read()
    expect(after.words.text('en', 'book', 'title')).toBe('All books')
    for (const id of ['book', 'loan', 'shelf']) expect(after.pages.get(id), id).toBe(before.pages.get(id))
    expect(after.entities.get('book')).toBe(before.entities.get('book'))
  })

  test('have other pages where a table has changed that they show, and no others', async () => {
    writePages()
    const before = await read()
    writePages({ length: 90 })
    const after = await read()
    expect(after.pages.get('loan')?.related.book?.title).toMatchObject({ maxLength: 90 })
    expect(after.pages.get('loan')).not.toBe(before.pages.get('loan'))
    expect(after.pages.get('shelf')).toBe(before.pages.get('shelf'))
  })

  test('are checked anew where another page has changed that they name, though they are the same', async () => {
    writePages()
    const before = await read()
    writePages({ searched: 'title' })
    const { schema, faults } = await find()
    expect(schema.pages.get('shelf')).toBe(before.pages.get('shelf'))
    expect(faults).toEqual([expect.stringMatching(/^pages\/shelf\/page\.json:.*the page "book" cannot be filtered by "shelf"/)])
    expect((await find()).faults).toEqual(faults)
    writePages()
    await read()
  })

  test('are read where a file was written again as long and as soon as before', async () => {
    writePages({ title: 'Books' })
    await read()
    const path = join(dir, 'pages/book/en.json')
    const { atime, mtime } = statSync(path)
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll('Books', 'Tomes'))
    utimesSync(path, atime, mtime)
    expect((await read()).words.text('en', 'book', 'title')).toBe('Tomes')
  })
})

test('addresses are made between other work, and are those that are made at once', async () => {
  const [schema, modules] = [await productSchema(), await loadModules()]
  let now = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 1_000)) // a machine that takes a second for a screen
  let turns = 0
  let isOver = false
  const turn = () => {
    turns++
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  const handlers = await handlersUnhurried(schema, { modules })
  isOver = true
  clock.mockRestore()
  expect(turns).toBeGreaterThanOrEqual(schema.pages.size)
  const names = (all: typeof handlers) =>
    all.map(({ method, app, controller, action }) => `${method} ${app}/${controller}/${action}`)
  expect(names(handlers)).toEqual(names(allHandlers(schema, { modules })))
})
