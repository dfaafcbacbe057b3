import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { parse } from 'jsonc-parser'
import { describe, expect, it } from 'vitest'
import { shapes } from './corpus/structure.ts'

const folder = 'docs/schemas'
const read = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'))
// As an editor does: the files as they are, and references between them by their names.
const ajv = new Ajv2019({ strict: false, allErrors: true }).addSchema(
  read(`${folder}/page.schema.json`) as object,
  'page.schema.json',
)
const schemas = {
  page: ajv.getSchema('page.schema.json'),
  overlay: ajv.compile(read(`${folder}/overlay.schema.json`) as object),
  menu: ajv.compile(read(`${folder}/menu.schema.json`) as object),
  module: ajv.compile(read(`${folder}/module.schema.json`) as object),
  words: ajv.compile(read(`${folder}/words.schema.json`) as object),
}

/** What the schema finds in a document, by its place. */
function faults(name: keyof typeof schemas, document: unknown): string[] {
  const validate = schemas[name]
  if (!validate) throw new Error(`no schema of ${name}`)
  return validate(document) ? [] : (validate.errors ?? []).map((each) => `${each.instancePath} ${each.message}`)
}

const filesOf = (pattern: string) => ['src/schemas', 'modules/*'].flatMap((root) => globSync(`${root}/${pattern}`)).sort()
const pages = filesOf('pages/**/page.json')

describe('the JSON Schemas', () => {
  it('are small enough to be read: at most 90 kB together', () => {
    const sizes = globSync(`${folder}/*.json`).map((file) => statSync(file).size)
    expect(sizes.length).toBe(5)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(90 * 1024)
  })

  it.each(pages)('accept the page %s', (file) => {
    expect(faults('page', read(file))).toEqual([])
  })

  it('accept every table, menu and overlay', () => {
    expect(pages.length).toBeGreaterThan(60)
    const entity = { version: 1, kind: 'crud' }
    for (const file of filesOf('entities/*.json')) {
      const { fields, $schema: _, ...own } = read(file) as Record<string, unknown>
      expect(faults('page', { ...entity, entity: own, fields }), file).toEqual([])
    }
    for (const file of filesOf('menus/*.json')) expect(faults('menu', read(file)), file).toEqual([])
    const isWords = (file: string) => /\.(en|zh-cn)\.json$/.test(file)
    for (const file of filesOf('overlays/**/*.json').filter((file) => !isWords(file)))
      expect(faults('overlay', read(file)), file).toEqual([])
  })

  it('accept every manifest and every file of words, and refuse a word that is no text', () => {
    for (const file of globSync('{modules,packages}/*/module.json')) expect(faults('module', read(file)), file).toEqual([])
    const words = [...filesOf('words/**/*.json'), ...filesOf('pages/**/{en,zh-cn}.json')]
    expect(words.length).toBeGreaterThan(200)
    for (const file of words) expect(faults('words', read(file)), file).toEqual([])
    expect(faults('words', { $schema: '../words.schema.json', title: 'Shelves', fields: { place: { label: 'Place' } } })).toEqual(
      [],
    )
    expect(faults('words', { fields: { place: { label: 5 } } })).not.toEqual([])
    expect(faults('module', { uid: 'store', title: '货架' })).not.toEqual([])
  })

  it('are where the pages look for them', () => {
    for (const file of pages) {
      const { $schema } = read(file) as { $schema?: string }
      if ($schema !== undefined) expect(existsSync(resolve(join(dirname(file), $schema))), file).toBe(true)
    }
  })

  const page = read(pages.find((file) => file.endsWith('shop/order/order/page.json')) ?? '') as {
    fields: object
    table: object
    actions: object
  }
  const field = (json: object) => ({ ...page, fields: { ...page.fields, extra: json } })
  it.each([
    ['a key that there is not', { ...page, tabel: {} }],
    ['a kind that there is not', field({ kind: 'mony' })],
    ['a field without a kind', field({ maxLength: 3 })],
    ['a key of another kind', field({ kind: 'string', options: [{ value: 1 }] })],
    ['a misspelt key of a field', field({ kind: 'string', maxLenght: 3 })],
    ['a value of another type', field({ kind: 'string', maxLength: '3' })],
    ['a virtual field of two shapes', field({ kind: 'integer', virtual: { count: 'a', sum: 'a.b' } })],
    ['a limit in the form of another kind', field({ kind: 'money', min: 1.5 })],
    ['the place of an overlay', field({ kind: 'string', after: 'status' })],
    ['a misspelt key of a field inside', field({ kind: 'subtable', fields: { a: { kind: 'string', maxLenght: 3 } } })],
    ['a misspelt key of a column', { ...page, table: { ...page.table, columns: [{ field: 'status', widht: 90 }] } }],
    ['a column without its field', { ...page, table: { ...page.table, columns: [{ width: 90 }] } }],
    ['a misspelt key of an action', { ...page, actions: { ...page.actions, extra: { type: 'run', confrim: 'plain' } } }],
    ['an action without a type', { ...page, actions: { ...page.actions, extra: { confirm: true } } }],
    ['an action of a type that there is not', { ...page, actions: { ...page.actions, extra: { type: 'runn' } } }],
  ])('refuse a page with %s', (_name, broken) => {
    expect(faults('page', broken)).not.toEqual([])
  })

  const byEditor = shapes.filter(([file, , , says]) => {
    return file.startsWith('pages/') && /unknown key|is not allowed here|no such kind|needs a "kind"|expected/.test(says.source)
  })
  it.each(byEditor.map((fault) => [fault[2].replace('¦', '').replaceAll(/\s+/g, ' ').slice(0, 90), fault] as const))(
    'refuse what the parser finds in the shape of a page: %s',
    (_name, [file, from, to]) => {
      const path = filesOf(file)[0] ?? ''
      const text = readFileSync(path, 'utf8')
      expect(text).toContain(from)
      expect(faults('page', parse(text.replace(from, () => to.replace('¦', ''))))).not.toEqual([])
    },
  )
})
