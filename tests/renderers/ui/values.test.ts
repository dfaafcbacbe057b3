import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parseTyped, textOf } from '../../../src/renderers/ui/dates/dateText.ts'
import { initials } from '../../../src/renderers/ui/display/Avatar.tsx'
import { numberText, numberValue } from '../../../src/renderers/ui/inputs/NumberInput.tsx'
import { placeAt } from '../../../src/renderers/ui/overlays/Popover.tsx'
import { step } from '../../../src/renderers/ui/pickers/pickerKeys.ts'
import { treeOrder } from '../../../src/renderers/ui/pickers/remoteOptions.ts'
import { indexTree, openFolds, stateOf, toggle } from '../../../src/renderers/ui/pickers/treeIndex.ts'
import { buildAdminIcon, iconName, iconNames } from '../../../src/schemas/buildadmin/icons.ts'

describe('Money and numbers', () => {
  it('show fen as yuan with two decimals and read them back without loss', () => {
    for (const fen of [0, 1, 5, 99, 1250, 19_99, 100_000_001, -305]) {
      expect(numberValue(numberText(fen, 2), 2)).toBe(fen)
    }
    expect(numberText(1250, 2)).toBe('12.50')
  })
  it('take what people paste: thousands separators, spaces and full-width marks', () => {
    expect(numberValue('1,234.50', 2)).toBe(123_450)
    expect(numberValue(' 1 234。5 ', 2)).toBe(123_450)
    expect(numberValue('１２．５', 2)).toBe(1250)
    expect(numberValue('', 2)).toBeNull()
  })
  it('leave text that is no number alone', () => {
    for (const text of ['abc', '1.2.3', '--1', '1e5', '-']) expect(numberValue(text, 0)).toBeUndefined()
  })
})

describe('Typed dates', () => {
  it('are read in the common writings', () => {
    for (const text of ['2026-3-5', '2026/03/05', '20260305', '2026年3月5日', '2026.3.5'])
      expect(parseTyped('date', text)).toBe('2026-03-05')
    expect(parseTyped('datetime', '2026-03-05T9:30')).toBe('2026-03-05 09:30:00')
    expect(parseTyped('datetime', '2026-03-05')).toBe('2026-03-05 00:00:00')
    expect(parseTyped('time', '9:05')).toBe('09:05:00')
  })
  it('that do not exist are refused, not moved to another day', () => {
    for (const text of ['2026-02-30', '2025-02-29', '2026-13-01', 'tomorrow']) expect(parseTyped('date', text)).toBeUndefined()
    expect(parseTyped('time', '24:00')).toBeUndefined()
  })
  it('an empty field is an empty value', () => {
    expect(parseTyped('date', '  ')).toBe('')
  })
  it('a picked moment is written as it stood in the calendar', () => {
    expect(textOf('datetime', new Date(2026, 0, 2, 3, 4, 5))).toBe('2026-01-02 03:04:05')
  })
})

describe('A tree of rights', () => {
  const index = indexTree([
    {
      id: 1,
      label: 'a',
      children: [
        { id: 11, label: 'b', children: [{ id: 111, label: 'c' }] },
        { id: 12, label: 'd' },
      ],
    },
  ])
  it('ticking a leaf ticks its ancestors, and clearing the last leaf clears them', () => {
    const ticked = toggle(index, new Set(), { key: 111, on: true })
    expect([...ticked].sort()).toEqual([1, 11, 111])
    expect([...toggle(index, ticked, { key: 111, on: false })]).toEqual([])
  })
  it('ticking a branch ticks everything below it but what is locked', () => {
    expect([...toggle(index, new Set(), { key: 1, on: true }, (key) => key === 12)].sort()).toEqual([1, 11, 111])
  })
  it('a branch of which only a part is chosen is half ticked', () => {
    expect(stateOf(index, new Set([1, 12]), 1)).toBe('mixed')
    expect(stateOf(index, new Set([1, 11, 111, 12]), 1)).toBe(true)
    expect(stateOf(index, new Set(), 1)).toBe(false)
    // Keys of the folds that stand open: what is chosen in part; a branch chosen in full tells it by its tick.
    expect([...openFolds(index, new Set([1, 11, 111])).keys()]).toEqual([1])
    expect([...openFolds(index, new Set())]).toEqual([])
  })
})

describe('Options of a tree', () => {
  it('stand below their parents, and orphans at the root', () => {
    const rows = [
      { value: 3, label: 'leaf', pid: 2 },
      { value: 1, label: 'root', pid: 0 },
      { value: 2, label: 'branch', pid: 1 },
      { value: 9, label: 'orphan', pid: 77 },
    ]
    expect(treeOrder(rows).map(({ value, depth }) => [value, depth])).toEqual([
      [1, 0],
      [2, 1],
      [3, 2],
      [9, 0],
    ])
  })
  it('the arrow keys skip what is disabled and stop at the ends', () => {
    const options = [
      { value: 1, label: 'a' },
      { value: 2, label: 'b', disabled: true },
      { value: 3, label: 'c' },
    ]
    expect(step(options, 0, 1)).toBe(2)
    expect(step(options, 2, 1)).toBe(2)
    expect(step(options, 2, -1)).toBe(0)
  })
})

describe('A floating panel', () => {
  const win = { width: 1000, height: 600 }
  const rect = (x: number, y: number, w: number, h: number) =>
    ({ left: x, top: y, right: x + w, bottom: y + h, width: w, height: h }) as DOMRect
  it('hangs below its anchor and turns over where there is no room', () => {
    expect(placeAt(rect(100, 100, 80, 30), { width: 200, height: 150 }, 'bottom-start', win)).toEqual({ left: 100, top: 134 })
    expect(placeAt(rect(100, 560, 80, 30), { width: 200, height: 150 }, 'bottom-start', win)).toEqual({ left: 100, top: 406 })
  })
  it('never leaves the window', () => {
    for (const x of [-50, 0, 500, 990]) {
      for (const y of [-20, 0, 300, 590]) {
        const { left, top } = placeAt(rect(x, y, 40, 20), { width: 300, height: 400 }, 'bottom-end', win)
        expect(left).toBeGreaterThanOrEqual(8)
        expect(left + 300).toBeLessThanOrEqual(992)
        expect(top).toBeGreaterThanOrEqual(8)
        expect(top + 400).toBeLessThanOrEqual(592)
      }
    }
  })
})

describe('Icons', () => {
  const glyphs = new Set(
    [...readFileSync('node_modules/primeicons/primeicons.css', 'utf8').matchAll(/\.pi-([a-z0-9-]+):before/g)].map(
      (found) => found[1],
    ),
  )
  it("BuildAdmin's names lead to glyphs that exist", () => {
    for (const [own, names] of Object.entries(iconNames)) {
      expect(glyphs, own).toContain(own)
      for (const name of names) expect(iconName(name), name).toBe(own)
    }
  })
  it('an icon sent to its client comes back as the same icon', () => {
    for (const own of glyphs) expect(iconName(buildAdminIcon(`pi pi-${own}`)), own).toBe(own)
    expect(buildAdminIcon('pi pi-users')).toBe('fa fa-users')
    expect(buildAdminIcon('el-icon-Menu')).toBe('el-icon-Menu')
    expect(buildAdminIcon('')).toBe('')
  })
  it('every icon that the recorded BuildAdmin sends exists', () => {
    const recorded = readFileSync('tests/fixtures/buildadmin-exchanges.json', 'utf8')
    const icons = new Set([...recorded.matchAll(/"icon": ?"([^"]+)"/g)].map(([, icon = '']) => icon))
    expect(icons.size).toBeGreaterThan(20)
    for (const icon of icons) expect(glyphs, icon).toContain(iconName(icon))
  })
  it('every icon of the menu seeds exists', () => {
    const seeds: { name: string; icon?: string }[] = JSON.parse(readFileSync('src/schemas/menus/admin.json', 'utf8'))
    for (const seed of seeds) if (seed.icon) expect(glyphs, seed.name).toContain(iconName(seed.icon))
  })
  it('are found with any prefix, and an empty name is a circle', () => {
    expect(iconName('fa fa-dashboard')).toBe('gauge')
    expect(iconName('el-icon-UserFilled')).toBe('user')
    expect(iconName('pi pi-shopping-bag')).toBe('shopping-bag')
    expect(iconName('')).toBe('circle')
  })
})

describe('Initials', () => {
  it('are the last character of a Chinese name and the first letters of a Latin one', () => {
    expect(initials('陈晓雯')).toBe('雯')
    expect(initials('Wendy Chen')).toBe('WC')
    expect(initials('')).toBe('?')
  })
})
