import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { cellHint, cellOf, cellText, renderCell } from '../../../src/renderers/cells/draw.ts'
import { type CellName, cells } from '../../../src/renderers/cells/index.ts'
import { asKind } from '../../../src/schemas/field.ts'
import { kindNames, kindOf } from '../../../src/schemas/kinds/index.ts'
import { columnOf, env, fieldOf, sampleOf } from '../face.ts'

/** Something each cell can show, and what of it must be read on the screen. */
const samples: Record<CellName, { value: unknown; shows: string; kind?: string }> = {
  text: { value: 'plain', shows: 'plain' },
  tag: { value: 2, shows: '2', kind: 'select' },
  tags: { value: ['x', 'y'], shows: 'y', kind: 'multiselect' },
  switch: { value: 1, shows: 'aria-checked="true"', kind: 'switch' },
  image: { value: '/storage/a.png', shows: 'src="/storage/a.png"' },
  images: { value: [{ image: '/storage/b.png', title: 'Tea', quantity: 2 }], shows: '×2' },
  icon: { value: 'truck', shows: 'pi-truck' },
  color: { value: '#aabbcc', shows: '#aabbcc' },
  url: { value: 'https://example.com/a', shows: 'href="https://example.com/a"' },
  datetime: { value: 1_770_000_000, shows: '2026-02-02 10:40' },
  date: { value: '2026-02-02', shows: '2026-02-02' },
  money: { value: 123450, shows: '¥1,234.50' },
  number: { value: 12345.5, shows: '12,345.5' },
  link: { value: 7, shows: '7' },
  member: { value: { id: 7, nickname: '林晓', avatar: '' }, shows: '林晓' },
  progress: { value: 40, shows: '40%' },
  stars: { value: 4, shows: 'ui.list.stars' },
  duration: { value: 723_456, shows: '00:12:03.456' },
  file: { value: '/storage/rules.pdf', shows: 'rules.pdf' },
  audio: { value: '/storage/call.mp3', shows: 'preload="none"' },
}

const empties = [null, undefined, '']
/** What a broken row may hold: nothing of it may take the list down. */
const poisons: unknown[] = [
  { a: { b: 1 } },
  [[1], [2]],
  Number.NaN,
  1e308,
  'x'.repeat(5000),
  Symbol('s'),
  () => 1,
  [null, {}],
  new Date(Number.NaN),
  circular(),
]

function circular(): unknown {
  const loop: Record<string, unknown> = {}
  loop.self = loop
  return loop
}

function inputOf(name: string, value: unknown, kind?: string) {
  return { value, row: { it: value }, column: columnOf(name), field: kind ? fieldOf(kind) : null, env }
}

describe.each(Object.keys(samples) as CellName[])('the cell %s', (name) => {
  const cell = cellOf(name)
  const { value, shows, kind } = samples[name]

  it('shows its value', () => {
    expect(renderToStaticMarkup(renderCell(cell, inputOf(name, value, kind)))).toContain(shows)
  })

  it('says its value as one line of text', () => {
    const text = cellText(cell, inputOf(name, value, kind))
    expect(text).not.toBe('')
    expect(text).not.toContain('\n')
  })

  it.each(empties)('shows something quiet for %j and gives no text', (empty) => {
    const html = renderToStaticMarkup(renderCell(cell, inputOf(name, empty, kind)))
    expect(html).not.toBe('')
    expect(html).not.toContain('s-cell-error')
  })

  it('draws a broken value as an error in its place, or as text, and never throws', () => {
    for (const poison of poisons) {
      const input = inputOf(name, poison, kind)
      expect(() => renderToStaticMarkup(renderCell(cell, input))).not.toThrow()
      expect(typeof cellText(cell, input)).toBe('string')
      expect(typeof cellHint(cell, input)).toBe('string')
    }
  })
})

it('refuses to show what is no amount, no colour and no time, and says so', () => {
  for (const [name, value] of [
    ['money', 'abc'],
    ['money', 1.5],
    ['color', 'red;}'],
    ['datetime', 'soon'],
    ['stars', 9],
    ['number', 'many'],
  ] as const) {
    expect(renderToStaticMarkup(renderCell(cellOf(name), inputOf(name, value)))).toContain('ui.list.badValue')
  }
})

it('never links to an address that could run code', () => {
  for (const value of ['javascript:alert(1)', 'data:text/html,x', '//evil.example']) {
    expect(renderToStaticMarkup(renderCell(cellOf('url'), inputOf('url', value)))).not.toMatch(/href="(?:javascript|data|\/\/)/)
    expect(renderToStaticMarkup(renderCell(cellOf('file'), inputOf('file', value)))).not.toContain('href=')
    expect(renderToStaticMarkup(renderCell(cellOf('audio'), inputOf('audio', value)))).not.toContain('src=')
  }
})

it('shows a sample of every kind in the kind’s own cell', () => {
  for (const kind of kindNames) {
    const field = fieldOf(kind)
    const name = kindOf(field).cell
    expect(Object.keys(cells), kind).toContain(name)
    const input = { value: sampleOf(field, 3), row: {}, column: columnOf(name), field, env }
    expect(renderToStaticMarkup(renderCell(cellOf(name), input)), kind).not.toContain('s-cell-error')
  }
})

it('shows a key by the name that the row carries beside it, and as it is where there is none', () => {
  const field = asKind(fieldOf('remoteSelect'), 'remoteSelect', { show: 'name' })
  const at = (row: Record<string, unknown>) => ({ value: row.it, row, column: columnOf('text'), field, env })
  expect(renderToStaticMarkup(renderCell(cellOf('text'), at({ it: 7, it_text: '林晓' })))).toContain('林晓')
  expect(renderToStaticMarkup(renderCell(cellOf('text'), at({ it: 7 })))).toContain('7')
})

it('draws a cell nobody knows as an error that names it', () => {
  expect(renderToStaticMarkup(renderCell(cellOf('sparkle'), inputOf('sparkle', 1)))).toContain('there is no cell')
})

describe('a switch over a field of options', () => {
  const options = [{ value: 1 }, { value: 0 }, { value: 2, tag: 'danger' as const }]
  const shown = (value: number) => {
    const input = { ...inputOf('switch', value), field: asKind(fieldOf('radio'), 'radio', { options }) }
    return renderToStaticMarkup(renderCell(cellOf('switch'), input))
  }

  it('goes between the first two of them, and shows any other as its tag', () => {
    expect(shown(1)).toContain('aria-checked="true"')
    expect(shown(0)).toContain('aria-checked="false"')
    expect(shown(2)).not.toContain('role="switch"')
    expect(shown(2)).toContain('k-tag-danger')
  })
})

describe('an option', () => {
  const shown = (options: { value: number; tag?: 'success' }[]) =>
    renderToStaticMarkup(
      renderCell(cellOf('tag'), { ...inputOf('tag', 1), field: asKind(fieldOf('select'), 'select', { options }) }),
    )

  it('of a state is a dot and a word, of a type the word', () => {
    expect(shown([{ value: 1, tag: 'success' }])).toBe('<span class="k-tag k-tag-success">1</span>')
    expect(shown([{ value: 1 }])).toBe('1')
  })
})

it('writes a time to the minute, and to the second where the column says so', () => {
  const input = inputOf('datetime', 1_770_000_000)
  expect(cellText(cellOf('datetime'), input)).toBe('2026-02-02 10:40')
  expect(cellText(cellOf('datetime'), { ...input, column: { ...input.column, format: 'second' } })).toBe('2026-02-02 10:40:00')
  expect(cellHint(cellOf('datetime'), input)).toContain('2026-02-02 10:40:00')
})

it('names a person without a number, which the tooltip has', () => {
  const input = inputOf('member', { id: 7, nickname: '林晓', avatar: '' })
  expect(renderToStaticMarkup(renderCell(cellOf('member'), input))).not.toContain('#7')
  expect(cellHint(cellOf('member'), input)).toBe('林晓 #7')
})

it('shows the lines of an order by the first picture and all names', () => {
  const lines = [
    { image: '/a.png', title: '面膜', quantity: 2 },
    { image: '/b.png', title: '跑鞋', quantity: 1 },
  ]
  const input = inputOf('images', lines)
  const html = renderToStaticMarkup(renderCell(cellOf('images'), { ...input, column: { ...input.column, format: 'names' } }))
  expect(html.match(/<img/g)).toHaveLength(1)
  for (const part of ['面膜', '跑鞋', '×3']) expect(html).toContain(part)
})

describe('a value whose column names an address beside it', () => {
  const shown = (page: unknown) => {
    const row = { no: 'SF1', page }
    const input = { value: 'SF1', row, column: { ...columnOf('text'), field: 'no', url: 'page' }, field: null, env }
    return renderToStaticMarkup(renderCell(cellOf('text'), input))
  }

  it('opens it in a new window', () => {
    expect(shown('https://example.com/SF1')).toMatch(
      /^<a href="https:\/\/example\.com\/SF1" target="_blank" rel="noopener noreferrer"[^>]*>.*SF1.*<\/a>$/,
    )
  })

  it.each([null, '', 'javascript:alert(1)', '//example.com', 7])('is only the value where the address is %j', (page) => {
    expect(shown(page)).toContain('SF1')
    expect(shown(page)).not.toContain('<a')
  })
})
