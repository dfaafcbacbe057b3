import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadSchema } from '../../codegen/load/pages.ts'
import { enabledModules, moduleNames, schemaSources } from '../../codegen/load/schemaSources.ts'
import { readSettings } from '../../server/core/settings.ts'
import { formatIssue } from '../../src/schemas/language/issue.ts'

let dir = ''
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'kontor-sources-'))
  put('src/schemas/menus/admin.json', [entry('home', { type: 'menu_dir' }), entry('plain')])
  putPage('src/schemas', 'plain', 'plain')
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

function put(path: string, json: unknown): void {
  mkdirSync(dirname(join(dir, path)), { recursive: true })
  writeFileSync(join(dir, path), JSON.stringify(json, null, 2))
}
function putPage(source: string, id: string, table: string): void {
  const entity = { table, unindexedBecause: 'a few rows' }
  put(`${source}/pages/${id}/page.json`, { version: 1, kind: 'crud', entity, fields: { name: { kind: 'string' } } })
  for (const locale of ['zh-cn', 'en'])
    put(`${source}/pages/${id}/${locale}.json`, { title: id, fields: { name: { label: 'Name' } } })
}
const entry = (name: string, more: object = {}) => ({
  type: 'menu',
  name,
  title: name,
  title_en: name,
  ...(('type' in more && more.type === 'menu_dir') || 'addTo' in more ? {} : { buttons: ['index', 'add', 'edit', 'del'] }),
  ...more,
})
function putModule(name: string, manifest: object = {}): void {
  const more = { tablePrefixes: [`${name}_`], pagePrefixes: [`${name}/`], ...manifest }
  put(`modules/${name}/module.json`, { uid: name, title: name, title_en: name, version: '1.0.0', ...more })
}
async function faults(...modules: string[]): Promise<string[]> {
  const { issues } = await loadSchema(schemaSources(modules, dir))
  return issues.map(formatIssue).filter((line) => !/missing word|words\//.test(line))
}

describe('schemas of several folders', () => {
  it('have their words in a folder for each language: a file beside these is an error', async () => {
    putModule('rent')
    put('modules/rent/words/rent.en.json', { rent: { hello: 'Hello' } })
    const { issues } = await loadSchema(schemaSources(['rent'], dir))
    expect(issues.map(formatIssue)).toContain(
      'modules/rent/words/rent.en.json:1:1: words lie in a folder for each language; move it to modules/rent/words/<locale>/',
    )
  })

  it('belong to a module that is called like its folder', async () => {
    putModule('rent', { uid: 'lease' })
    expect(await faults('rent')).toContainEqual(
      expect.stringMatching(/modules\/rent\/module\.json.* uid: the folder is called "rent"/),
    )
  })

  it('are one: pages, tables, and menus with the places that a module asks for', async () => {
    putModule('rent')
    putPage('modules/rent', 'rent/house', 'rent_house')
    put('modules/rent/menus/admin.json', [
      entry('rent/house', { before: 'plain' }),
      entry('rent', { type: 'menu_dir' }),
      { addTo: 'plain', buttons: ['large'] },
    ])
    const { schema } = await loadSchema(schemaSources(['rent'], dir))
    expect([...schema.pages.keys()]).toEqual(['plain', 'rent/house'])
    expect([...schema.entities.keys()].sort()).toEqual(['plain', 'rent_house'])
    expect(schema.menus.admin.map(({ name }) => name)).toEqual(['home', 'rent/house', 'rent', 'plain'])
    expect(schema.menus.admin.at(-1)?.buttons).toEqual(['index', 'add', 'edit', 'del', 'large'])
  })

  it('name the file of a module from the root of the project', async () => {
    putModule('rent')
    putPage('modules/rent', 'rent/house', 'rent_house')
    const path = 'modules/rent/pages/rent/house/page.json'
    put(path, { ...JSON.parse(readFileSync(join(dir, path), 'utf8')), colour: 1 })
    expect(await faults('rent')).toEqual([
      expect.stringMatching(/^modules\/rent\/pages\/rent\/house\/page\.json:\d+:\d+ colour: /),
    ])
  })

  it('of which two have a page or a table of one name are a fault that names both files', async () => {
    putModule('rent')
    putPage('modules/rent', 'plain', 'rent_plain')
    putPage('modules/rent', 'rent/plain', 'plain')
    const lines = (await faults('rent')).join('\n')
    expect(lines).toMatch(
      /^modules\/rent\/pages\/plain\/page\.json:1:1: the page "plain" is there already; see pages\/plain\/page\.json$/m,
    )
    expect(lines).toMatch(
      /^modules\/rent\/pages\/rent\/plain\/page\.json:4:3 entity: the table "plain" belongs to pages\/plain\/page\.json already/m,
    )
  })

  it('have each page and table within the prefixes of its module, and no other there', async () => {
    putModule('rent')
    putPage('src/schemas', 'rent/flat', 'rent_flat')
    putPage('modules/rent', 'rental', 'rental')
    const lines = (await faults('rent')).join('\n')
    expect(lines).toMatch(/^pages\/rent\/flat\/page\.json:1:1: .* belong to modules\/rent\/module\.json/m)
    expect(lines).toMatch(/^pages\/rent\/flat\/page\.json:5:5 entity\.table: .* belong to modules\/rent\/module\.json/m)
    expect(lines).toMatch(
      /^modules\/rent\/pages\/rental\/page\.json:1:1: the page "rental" is outside of its module: modules\/rent\/module\.json has rent\//m,
    )
    expect(lines).toMatch(
      /^modules\/rent\/pages\/rental\/page\.json:5:5 entity\.table: the table "rental" is outside of its module/m,
    )
  })

  it('let an overlay of the project hide what one of a module adds', async () => {
    putModule('rent')
    put('modules/rent/overlays/rent/plain.json', { add: { 'table.columns.name': {} }, set: { 'table.columns.id.width': 90 } })
    put('src/schemas/overlays/own/plain.json', { set: { 'table.columns.id.width': 120 } })
    expect((await faults('rent')).filter((line) => /another overlay/.test(line))).toEqual([])
  })
})

describe('module.json', () => {
  it('has its faults at their places', async () => {
    putModule('rent', { uid: 'rant', verson: '1', tablePrefixes: ['Rent'] })
    const lines = (await faults('rent')).join('\n')
    expect(lines).toMatch(/^modules\/rent\/module\.json:12:3 verson: unknown key; did you mean "version"\?$/m)
    expect(lines).toMatch(/^modules\/rent\/module\.json:7:5 tablePrefixes\.0: "Rent" has the wrong form/m)
  })

  it('names modules that must be on before it, and prefixes that nobody else has', async () => {
    putModule('rent')
    putModule('repair', { requires: ['rent'], tablePrefixes: ['rent_'] })
    expect(await faults('repair')).toEqual([
      expect.stringMatching(/^modules\/repair\/module\.json:\d+:\d+ requires\.0: the module "rent" is not on/),
    ])
    expect(await faults('repair', 'rent')).toContainEqual(expect.stringMatching(/requires\.0: the module "rent" comes after it/))
    expect(await faults('rent', 'repair')).toEqual([
      expect.stringMatching(
        /^modules\/repair\/module\.json:\d+:\d+ tablePrefixes\.0: "rent_" belongs to modules\/rent\/module\.json already/,
      ),
    ])
  })

  it('brings option sources, which no other may have, to the pages of all', async () => {
    const source = { needs: 1, sample: 'A' }
    putModule('rent', { optionSources: { rooms: source } })
    putModule('repair', { optionSources: { rooms: source, screens: source } })
    putPage('modules/rent', 'rent/visit', 'rent_visit')
    put('modules/rent/menus/admin.json', [entry('rent', { type: 'menu_dir' }), entry('rent/visit', { parent: 'rent' })])
    put('modules/rent/pages/rent/visit/page.json', {
      version: 1,
      kind: 'crud',
      entity: { table: 'rent_visit', unindexedBecause: 'a few rows' },
      fields: { name: { kind: 'string' }, room: { kind: 'select', options: { source: 'rooms', depends: ['name'] } } },
    })
    expect(await faults('rent')).toEqual([])
    expect(await faults('rent', 'repair')).toEqual([
      expect.stringMatching(/optionSources\.rooms: the option source "rooms" belongs to modules\/rent\/module\.json already/),
      expect.stringMatching(/optionSources\.screens: the option source "screens" belongs to the platform already/),
    ])
    putModule('rent')
    expect(await faults('rent')).toEqual([
      expect.stringMatching(
        /^modules\/rent\/pages\/rent\/visit\/page\.json:.*fields\.room\.options\.source: no such source "rooms"/,
      ),
    ])
  })
})

describe('KONTOR_MODULES', () => {
  it('is the shop when it is not set, and none when it is empty', () => {
    expect([enabledModules({}), enabledModules({ KONTOR_MODULES: '' })]).toEqual([['shop'], []])
    expect([readSettings({}).modules, readSettings({ KONTOR_MODULES: '' }).modules]).toEqual([['shop'], []])
    expect(moduleNames(' a, b,a', ['a', 'b'])).toEqual(['a', 'b'])
  })

  it('names a module that there is not with the nearest one', () => {
    expect(() => enabledModules({ KONTOR_MODULES: 'shp' })).toThrow(
      'KONTOR_MODULES: there is no module "shp"; did you mean "shop"?',
    )
    expect(() => readSettings({ KONTOR_MODULES: 'shp' })).toThrow('KONTOR_MODULES is "shp": allowed is names of modules (shop)')
  })

  it('set to nothing leaves the platform whole: no fault, no table and no word of the shop', async () => {
    const { schema, issues, warnings } = await loadSchema(schemaSources([]))
    expect([...issues, ...warnings].map(formatIssue)).toEqual([])
    expect([...schema.entities.keys()].filter((table) => /^(shop|points)_/.test(table))).toEqual([])
    expect(schema.pages.get('dashboard')?.dashboard?.sections.map(({ name }) => name)).toEqual(['today', 'trend', 'newest'])
    const pages = JSON.stringify([...schema.pages.values()]) + JSON.stringify([...schema.words.page.values()])
    expect(pages.match(/.{0,40}(?:shop|coupon|refund|商城|商品|优惠券).{0,40}/i)?.[0]).toBeUndefined()
    const menus = JSON.stringify(schema.menus)
    expect(menus).not.toMatch(/shop|商城/i)
  })
})
