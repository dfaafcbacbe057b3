import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { loadSchema } from '../../codegen/load/pages.ts'
import { formatIssue } from '../../src/schemas/language/issue.ts'
import { copySchemas, schemasIn } from '../harness/schemas.ts'

describe('a wrong page', () => {
  let dir = ''
  /** Files that a test has changed, with their text before; none where there was no file. */
  const changes = new Map<string, string | undefined>()
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'kontor-pages-'))
    copySchemas(dir)
  })
  afterEach(async () => {
    for (const [path, text] of changes) await (text === undefined ? rm(path) : writeFile(path, text))
    changes.clear()
  })
  afterAll(() => rm(dir, { recursive: true, force: true }))

  it('is not found among the pages of the product', async () => {
    const { issues, schema } = await loadSchema(schemasIn(dir))
    expect(issues.map(formatIssue)).toEqual([])
    expect(schema.pages.size).toBeGreaterThan(5)
  })

  /** Changes files of the copy and reads it; a file that is not there is made, one that becomes null is removed. */
  async function changed(files: Record<string, ((json: never) => unknown) | null>) {
    for (const [file, change] of Object.entries(files)) {
      const path = join(dir, file)
      const before = await readFile(path, 'utf8').catch(() => undefined)
      if (!changes.has(path)) changes.set(path, before)
      const text = before ?? '{}'
      if (change === null) await rm(path)
      else {
        await mkdir(dirname(path), { recursive: true })
        await writeFile(path, JSON.stringify(change(JSON.parse(text) as never), null, 2))
      }
    }
    const { issues, warnings } = await loadSchema(schemasIn(dir))
    return { errors: issues.map(formatIssue), warnings: warnings.map(formatIssue) }
  }
  type Json = Record<string, Record<string, unknown>>
  const order = 'modules/shop/pages/shop/order/order/page.json'

  it('that edits a state of its records, or what empties other fields, in the list is reported', async () => {
    const banner = 'modules/shop/pages/shop/adverts/banner/page.json'
    const moved = await changed({
      [banner]: (json: Json) => ({ ...json, actions: { park: { type: 'run', node: 'edit', set: { position: 'home' } } } }),
    })
    expect(moved.errors).toContainEqual(
      expect.stringMatching(/banner\/page\.json:\d+:\d+ table\.editable\.1.*"position" is moved by the action "park"/),
    )
    const clearing = await changed({
      [banner]: (json: Json) => ({
        ...json,
        actions: undefined,
        fields: { ...json.fields, position: { ...(json.fields?.position as object), clears: ['title_en'] } },
      }),
    })
    expect(clearing.errors).toContainEqual(expect.stringMatching(/a change of "position" empties other fields/))
  })

  it.each([
    ['misspelled', 'swich', /fields\.status\.kind: no such kind "swich"; did you mean "switch"\?/],
    ['unlike any other', 'dropdown', /fields\.status\.kind: no such kind "dropdown"/],
    ['missing', undefined, /fields\.status: a field needs a "kind"/],
  ])('with a kind that is %s is told so once; nothing that names the field is to blame', async (_, kind, says) => {
    const company = 'modules/shop/pages/shop/delivery/company/page.json'
    const { errors } = await changed({
      [company]: (json: Json) => ({ ...json, fields: { ...json.fields, status: { ...(json.fields?.status as object), kind } } }),
    })
    expect(errors).toEqual([expect.stringMatching(says)])
  })

  it('without a messages file is reported', async () => {
    const { errors } = await changed({ 'pages/user/group/en.json': null })
    expect(errors[0]).toMatch(/^pages\/user\/group\/en\.json: the page has no words in en; write/)
  })

  it('whose message is in two shared files is reported with both places', async () => {
    const { errors } = await changed({ 'words/en/twice.json': () => ({ ui: { condition: { eq: 'x' } } }) })
    expect(errors).toEqual([
      expect.stringMatching(
        /^words\/en\/twice\.json:4:7 ui\.condition\.eq: another file of words has this key already; see words\/en\/\w+\.json$/,
      ),
    ])
  })

  it('that uses an unknown table or field is reported', async () => {
    const use = (table: string) => (page: Json) => ({ ...page, entity: { use: table }, fields: { colour: { kind: 'string' } } })
    expect((await changed({ 'pages/user/group/page.json': use('nowhere') })).errors[0]).toMatch(
      /entity\.use: no such entity "nowhere"/,
    )
    expect((await changed({ 'pages/user/group/page.json': use('shop_goods') })).errors.join('\n')).toMatch(
      /fields\.colour: the entity "shop_goods" has no such field/,
    )
  })

  it('that shows a secret of another table is reported', async () => {
    const columns = (page: { table: { columns: unknown[] } }) => {
      page.table.columns.push('user.password')
      return page
    }
    expect((await changed({ [order]: columns as never })).errors.join('\n')).toMatch(
      /"user\.password" is secret and cannot be shown/,
    )
  })

  it('that nobody can open, because of its buttons or its menu rule, is reported', async () => {
    const rules = (change: (rule: { name: string; buttons?: string[]; status?: number }) => object) => (menu: never) =>
      (menu as { name: string }[]).map((rule) => ({ ...rule, ...change(rule) }))
    const closed = rules(({ name, buttons }) => (name === 'user/group' ? { buttons: buttons?.filter((b) => b !== 'index') } : {}))
    expect((await changed({ 'menus/admin.json': closed })).errors).toEqual([
      expect.stringMatching(/^pages\/user\/group\/page\.json:1:1: the menu rule "user\/group" has no button "index"/),
    ])
    const off = rules(({ name }) =>
      name === 'user/group' ? { buttons: ['index', 'add', 'edit', 'del'] } : name === 'user/user' ? { status: 0 } : {},
    )
    // Links that lead there wait until it is mended.
    expect((await changed({ 'menus/admin.json': off })).errors).toEqual([
      expect.stringMatching(/^pages\/user\/user\/page\.json:1:1: the menu rule "user\/user", or one above it, is switched off/),
    ])
  })

  it('whose menu rules stand in a circle is reported, and what else is wrong with it', async () => {
    const circle = (menu: never) =>
      (menu as { name: string }[]).map((rule) => (rule.name === 'user' ? { ...rule, parent: 'user/group' } : rule))
    const { errors } = await changed({ 'menus/admin.json': circle, [order]: (json: Json) => ({ ...json, kind: 'crudd' }) })
    expect(errors.filter((error) => error.startsWith('menus/'))).toEqual([
      expect.stringContaining('"user" is below itself'),
      expect.stringContaining('"user/group" is below itself'),
    ])
    expect(errors).toContainEqual(expect.stringMatching(/order\/page\.json.*did you mean "crud"\?/))
  })

  it('with a condition over what is not stored is warned of it, and nothing is stopped', async () => {
    const columns = (page: { table: { columns: unknown[] } }) => {
      page.table.columns.push({ field: 'trade_no', when: { goods_quantity: { gt: 3 } } })
      return page
    }
    const { errors, warnings } = await changed({ [order]: columns as never })
    expect(errors).toEqual([])
    expect(warnings).toEqual([
      expect.stringMatching(
        /columns\.18\.when: warning: not provable: "goods_quantity" is virtual; a virtual field is made when a row is read$/,
      ),
    ])
  })

  it('that would reveal what it masks is reported with the place', async () => {
    const user = 'pages/user/user/page.json'
    type Table = { columns: { field: string; tone?: object; sortable?: boolean }[]; search: unknown[]; quickSearch: string[] }
    const masked = (change: (page: { table: Table } & Json) => void) => (page: never) => {
      const json = page as { table: Table; fields: Record<string, { mask?: string }> } & Json
      for (const name of ['nickname', 'mobile', 'email']) Object.assign(json.fields[name] ?? {}, { mask: 'middle' })
      if (json.table.quickSearch.includes('nickname')) json.table.quickSearch = ['username']
      change(json)
      return json
    }
    const menu = (rules: never) =>
      (rules as { name: string; buttons?: string[] }[]).map((each) =>
        each.name === 'user/user' ? { ...each, buttons: [...new Set([...(each.buttons ?? []), 'reveal'])] } : each,
      )
    const told = async (change: (page: { table: Table } & Json) => void) =>
      (await changed({ [user]: masked(change), 'menus/admin.json': menu })).errors.filter((line) =>
        /^pages.user.user.*masked/.test(line),
      )
    // The changes add up: each is looked for among the findings so far.
    const text = async (change: (page: { table: Table } & Json) => void) => (await told(change)).join('\n')
    expect(await text(({ actions }) => Object.assign(actions?.unlock as object, { when: { mobile: { empty: false } } }))).toBe('')
    expect(
      await text(({ table }) =>
        Object.assign(table.search.find((each) => (each as { field?: string }).field === 'mobile') ?? {}, { operator: 'LIKE' }),
      ),
    ).toMatch(/search\.\d+: "mobile" is masked and cannot be searched by LIKE; .*; search by "eq"$/m)
    expect(await text(({ table }) => table.quickSearch.push('mobile'))).not.toMatch(/quickSearch/)
    const toned = { field: 'motto', tone: { info: { mobile: { gt: '1' } } } }
    expect(await text(({ table }) => table.columns.push(toned))).toMatch(
      /tone\.info: "mobile" is masked and cannot be compared; .*; ask whether it is empty/,
    )
    expect(await text(({ entity }) => Object.assign(entity ?? {}, { sort: [['mobile', 'asc']] }))).toMatch(
      /entity\.sort\.0\.0: "mobile" is masked and cannot be sorted by/,
    )
    const sorts = ({ table }: { table: Table }) =>
      Object.assign(table.columns.find(({ field }) => field === 'mobile') ?? {}, { sortable: true })
    expect(await text(sorts)).toMatch(/"mobile" is masked and cannot be sorted by; .*; remove "sortable"/)
  })

  type Titles = { actions: Record<string, { title?: string }> }
  const words = 'modules/shop/pages/shop/order/order/en.json'

  it('says which word is missing in which language', async () => {
    const { errors } = await changed({
      [words]: (json: Titles) => ({
        ...json,
        actions: { ...json.actions, deliver: { ...json.actions.deliver, title: undefined } },
      }),
    })
    expect(errors).toEqual([
      expect.stringMatching(
        /en\.json:\d+:\d+ actions\.deliver\.title: missing word "actions\.deliver\.title"; needed by page\.json actions\.deliver$/,
      ),
    ])
  })

  it('says which word is left over', async () => {
    const { errors } = await changed({
      [words]: (json: Titles) => ({ ...json, actions: { ...json.actions, delivr: { title: 'Deliver' } } }),
    })
    expect(errors).toEqual([
      expect.stringMatching(
        /en\.json:\d+:\d+ actions\.delivr\.title: nothing in the page uses the word "actions\.delivr\.title"/,
      ),
    ])
  })
})
