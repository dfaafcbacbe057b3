import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Change, compareSchemas } from '../../codegen/diff/compare.ts'
import type { Schema } from '../../codegen/schema/schema.ts'
import { type House, house, type Json, loadHouse, writeHouse } from './house.ts'

let dir = ''
let count = 0
let base: Schema
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'kontor-diff-test-'))
  base = await loadHouse(join(dir, 'base'), house())
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

async function changes(edit: (files: House) => void): Promise<Change[]> {
  const files = house()
  edit(files)
  return compareSchemas(base, await loadHouse(join(dir, `edited-${count++}`), files))
}

/** The same object with the keys of all objects in the other order. */
function turned(value: Json): Json {
  if (Array.isArray(value)) return value.map(turned)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, part]) => [key, turned(part)]),
  )
}

/** Everybody reads the phone number. */
function unmask({ page, menu }: House): void {
  delete page.fields.phone.mask
  menu[1].buttons = ['index', 'add', 'edit', 'del', 'close']
}

const sees = (group: Change['group'], ...texts: string[]) => texts.map((text) => ({ group, text }))

describe('what differs between two versions of a page', () => {
  test('is nothing between a version and itself', () => {
    expect(compareSchemas(base, base)).toEqual([])
  })

  test('is nothing when keys, alternatives and sets are written in another order', async () => {
    const found = await changes((files) => {
      files.page = turned(files.page)
      files.en = turned(files.en)
      files.menu = files.menu.map((entry: Json) => ({
        ...turned(entry),
        ...(entry.buttons && { buttons: [...entry.buttons].reverse() }),
      }))
      files.page.actions.close.when.state.in.reverse()
    })
    expect(found).toEqual([])
  })

  test.each<[string, (files: House) => void, { group: Change['group']; text: string }[]]>([
    [
      'a shorter text',
      ({ page }) => (page.fields.name.maxLength = 20),
      sees(
        'data',
        'field name, column: varchar(40) → varchar(20) (the column is converted; values that do not fit stop the migration)',
        'field name, longest text: 40 → 20 (values beyond it are refused from now on; rows that have them stay)',
      ),
    ],
    [
      'a longer text',
      ({ page }) => (page.fields.name.maxLength = 60),
      sees('data', 'field name, column: varchar(40) → varchar(60)', 'field name, longest text: 40 → 60'),
    ],
    [
      'another minimum',
      ({ page }) => (page.fields.price.min = '1.00'),
      sees('data', 'field price, minimum: 0 → 100 (values beyond it are refused from now on; rows that have them stay)'),
    ],
    [
      'a new column',
      ({ page, en, 'zh-cn': zh }) => {
        page.fields.floor = { kind: 'integer' }
        page.form.fields.push('floor')
        en.fields.floor = { label: 'Floor' }
        zh.fields.floor = { label: '楼层' }
      },
      [...sees('data', 'field floor: integer'), ...sees('look', 'form field floor')],
    ],
    [
      'a column that is gone',
      ({ page, en, 'zh-cn': zh }) => {
        delete page.fields.note
        delete en.fields.note
        delete zh.fields.note
      },
      sees('data', 'field note (the column and its values are lost)'),
    ],
    [
      'a new option',
      ({ page, en, 'zh-cn': zh }) => {
        page.fields.state.options.push({ value: 4, tag: 'danger' })
        en.fields.state.options[4] = 'Burnt down'
        zh.fields.state.options[4] = '已烧毁'
      },
      sees('data', 'field state, option 4'),
    ],
    [
      'an index and a rule of uniqueness',
      ({ page }) => {
        page.entity.index = [['state', 'price']]
        page.entity.unique = []
      },
      sees('data', 'unique together: name, state', 'index over state, price'),
    ],
    [
      'a rule between fields',
      ({ page, en, 'zh-cn': zh }) => {
        page.check = [{ any: [{ state: 1 }, { price: { gt: '0.00' } }] }]
        en.check = { 0: 'A house that is let has a price.' }
        zh.check = { 0: '已出租的房屋要有价格。' }
      },
      [],
    ],
    [
      'a mask taken off',
      unmask,
      [
        ...sees(
          'authority',
          'entry rent/house, rights: add, close, del, edit, index, reveal → add, close, del, edit, index',
          'action reveal (nobody can do it any more)',
          'field phone, mask: “middle” → none (people who open the page read it in full now)',
        ),
      ],
    ],
    [
      'a field that may be changed now',
      ({ page }) => {
        page.fields.note.readOnly = false
      },
      sees('authority', 'field note, read-only: yes → no (it can be changed in forms now)'),
    ],
    ['another condition of an action', ({ page }) => (page.actions.close.when = { state: 1 }), []],
    [
      'another right of an action',
      ({ page, menu }) => {
        page.actions.close.node = 'shut'
        menu[1].buttons = ['index', 'add', 'edit', 'del', 'shut', 'reveal']
      },
      sees(
        'authority',
        'entry rent/house, rights: add, close, del, edit, index, reveal → add, del, edit, index, reveal, shut',
        'action close, right: “close” → “shut”',
      ),
    ],
    [
      'what an action writes',
      ({ page }) => (page.actions.close.set = { state: 1 }),
      sees('authority', 'action close, set: {"state":2} → {"state":1}'),
    ],
    [
      'an action that is gone',
      ({ page, en, 'zh-cn': zh, menu }) => {
        delete page.actions
        page.table.row = ['edit', 'delete']
        delete en.actions
        delete zh.actions
        menu[1].buttons = ['index', 'add', 'edit', 'del', 'reveal']
      },
      [
        ...sees(
          'authority',
          'entry rent/house, rights: add, close, del, edit, index, reveal → add, del, edit, index, reveal',
          'action close (nobody can do it any more)',
        ),
        ...sees('look', 'button (row) close'),
      ],
    ],
    ['a label', ({ en }) => (en.fields.name.label = 'Title'), sees('look', 'word fields.name.label (en): “Name” → “Title”')],
    [
      'the order of columns',
      ({ page }) => page.table.columns.reverse(),
      sees('look', 'order of column is now price, state, phone, name'),
    ],
    [
      'the colour of an option',
      ({ page }) => (page.fields.state.options[1].tag = 'danger'),
      sees('look', 'field state, option 2, colour: “success” → “danger”'),
    ],
    ['the form in a drawer', ({ page }) => (page.form.size = 'drawer'), sees('look', 'form, size: “dialog” → “drawer”')],
    [
      'the icon of a menu entry',
      ({ menu }) => (menu[1].icon = 'pi pi-building'),
      sees('look', 'entry rent/house, icon: “pi pi-home” → “pi pi-building”'),
    ],
  ])('%s', async (what, edit, expected) => {
    const found = (await changes(edit)).map(({ group, text }) => ({ group, text }))
    if (expected.length > 0) expect(found).toEqual(expected)
    // Words for these come from the shared words of the platform, which are not there.
    else expect(found.map(({ group }) => group)).toEqual([what.startsWith('a rule') ? 'data' : 'authority'])
  })
})

describe('kontor diff', () => {
  const kontor = (...args: string[]) =>
    execFileSync(process.execPath, [join(import.meta.dirname, '../../codegen/diff/cli.ts'), ...args], {
      cwd: join(dir, 'work'),
      encoding: 'utf8',
      env: { ...process.env, KONTOR_WORKSPACE: join(dir, 'work'), KONTOR_MODULES: '' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })

  test('compares a revision of the repository with the working tree', () => {
    const work = join(dir, 'work')
    writeHouse(work, house())
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...args], { cwd: work, stdio: 'ignore' })
    git('init', '-q')
    git('add', '.')
    git('commit', '-q', '-m', 'House')
    const files = house()
    unmask(files)
    files.en.title = 'Houses to let'
    writeHouse(work, files)
    const told = JSON.parse(kontor('HEAD', '--json')) as { changes: Change[] }
    expect(told.changes.map(({ group, subject, change }) => [group, subject, change])).toEqual([
      ['authority', 'menu admin', 'changed'],
      ['authority', 'page rent/house', 'removed'],
      ['authority', 'table rent_house', 'changed'],
      ['look', 'page rent/house', 'changed'],
    ])
  }, 120_000)

  test('says what is wrong with a version that is not there, and what it can be asked', () => {
    expect(() => kontor('no-such-thing')).toThrow(/"no-such-thing" is no folder and no revision/)
    expect(kontor('--help')).toContain('kontor diff <from> [<to>]')
  })
})
