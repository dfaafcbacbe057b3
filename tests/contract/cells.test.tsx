import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { cellHint, cellOf, cellText, renderCell } from '../../src/renderers/cells/draw.ts'
import { type CellName, cells } from '../../src/renderers/cells/index.ts'
import type { CellInput } from '../../src/renderers/define.ts'
import { GridRow, type GridRowProps } from '../../src/renderers/screens/crud/grid/GridRow.tsx'
import { cellNames } from '../../src/schemas/language/list/parseTable.ts'
import { columnOf, env, fieldOf } from '../renderers/face.ts'

interface Facts {
  value: unknown
  /** What is read on the screen. */
  shows: string
  /** What is copied and said in a tooltip. */
  text: string
  kind?: string
  /** Something longer than a column, and what of it has to be reachable in the tooltip; absent: the cell cannot overflow. */
  long?: { value: unknown; hint: string }
  /** Poisons that are values to this cell: it shows them as text. */
  takes?: readonly PoisonName[]
}

/** What a broken row may hold. */
const poisons = {
  object: { a: { b: 1 } },
  nested: [[1, [2]], [{ x: [] }]],
  nan: Number.NaN,
  infinite: Number.POSITIVE_INFINITY,
  long: 'x'.repeat(10_240),
  script: '<script>alert(1)</script><img src=x onerror=alert(2)>',
  address: 'javascript:alert(1)',
  symbol: Symbol('s'),
  function: () => 1,
  circular: circular(),
} as const
type PoisonName = keyof typeof poisons
const words: readonly PoisonName[] = ['script', 'address']

function circular(): unknown {
  const loop: Record<string, unknown> = {}
  loop.self = loop
  return [loop]
}

const facts: Record<CellName, Facts> = {
  text: {
    value: '中文 text',
    shows: '中文 text',
    text: '中文 text',
    long: { value: 'word '.repeat(50), hint: 'word word' },
    takes: ['object', 'nested', 'long', ...words],
  },
  tag: {
    value: 2,
    shows: '2',
    text: '2',
    kind: 'select',
    long: { value: 'long '.repeat(30), hint: 'long long' },
    takes: words,
  },
  tags: {
    value: ['x', 'y', 'x', 'y', 'z'],
    shows: 'z',
    text: 'x, y, x, y, z',
    kind: 'multiselect',
    long: { value: ['a', 'b', 'c', 'd', 'hidden'], hint: 'hidden' },
    takes: words,
  },
  switch: { value: 1, shows: 'aria-checked="true"', text: 'ui.list.on', kind: 'switch' },
  image: { value: '/storage/a.png', shows: 'src="/storage/a.png"', text: '/storage/a.png' },
  images: { value: ['/storage/a.png', '/storage/b.png'], shows: 'src="/storage/b.png"', text: 'a.png, b.png' },
  icon: { value: 'truck', shows: 'pi-truck', text: 'truck' },
  color: { value: '#aabbcc80', shows: '#aabbcc80', text: '#aabbcc80' },
  url: {
    value: 'https://example.com/a',
    shows: 'href="https://example.com/a"',
    text: 'https://example.com/a',
    long: { value: `https://example.com/${'path/'.repeat(40)}`, hint: 'path/path' },
    takes: words,
  },
  datetime: { value: 1_770_000_000, shows: '2026-02-02 10:40', text: '2026-02-02 10:40' },
  date: { value: '2026-02-02', shows: '2026-02-02', text: '2026-02-02' },
  money: { value: -123450, shows: '-¥1,234.50', text: '-¥1,234.50' },
  number: { value: 12345.5, shows: '12,345.5', text: '12,345.5' },
  link: { value: 'A-7', shows: 'A-7', text: 'A-7', long: { value: 'no '.repeat(60), hint: 'no no' }, takes: ['long', ...words] },
  member: {
    value: { id: 7, nickname: '林晓', avatar: '' },
    shows: '林晓',
    text: '林晓',
    long: { value: { id: 7, nickname: 'name '.repeat(40) }, hint: 'name name' },
    takes: words,
  },
  progress: { value: 40, shows: '40%', text: '40%' },
  duration: { value: 723_456, shows: '00:12:03.456', text: '00:12:03.456' },
  file: {
    value: ['/storage/a/rules.pdf', '/storage/a/b.zip', '/storage/c.png'],
    shows: 'href="/storage/a/rules.pdf" target="_blank" rel="noopener noreferrer"',
    text: 'rules.pdf, b.zip, c.png',
    long: { value: [`/storage/${'long-name-'.repeat(12)}.pdf`], hint: 'long-name-long-name' },
    takes: words,
  },
  audio: { value: '/storage/call.mp3', shows: 'src="/storage/call.mp3" controls="" preload="none"', text: 'call.mp3' },
  stars: { value: 4, shows: 'ui.list.stars', text: '4' },
}

function inputOf(name: CellName, value: unknown): CellInput {
  const { kind } = facts[name]
  return { value, row: { id: 1, it: value }, column: columnOf(name), field: kind ? fieldOf(kind) : null, env }
}
const html = (name: CellName, value: unknown) => renderToStaticMarkup(renderCell(cellOf(name), inputOf(name, value)))

describe('the catalogue of cells', () => {
  it('draws every cell that pages may name, and no other', () => {
    expect(Object.keys(cells).sort()).toEqual([...cellNames].sort())
  })

  it('says of a name that is none which it was, in the cell', () => {
    expect(renderToStaticMarkup(renderCell(cellOf('holo'), inputOf('text', 'x')))).toContain('there is no cell &quot;holo&quot;')
  })

  it('shows a value that the server could not read as it is stored, in the row itself and through a relation', () => {
    const given = inputOf('money', null)
    const own = { ...given, row: { ...given.row, [given.column.field]: null, _faults: { [given.column.field]: 'NaN' } } }
    const column = { ...given.column, field: 'user.money' }
    const beside = { ...given, column, row: { user: { money: null, _faults: { money: 'NaN' } } } }
    for (const input of [own, beside]) {
      const shown = renderToStaticMarkup(renderCell(cellOf('money'), input))
      expect(shown).toContain('ui.list.asStored')
      expect(shown).toContain('>NaN<')
      expect(cellText(cellOf('money'), input)).toBe('NaN')
    }
    // What is stored is not for everybody.
    const hidden = { ...own, row: { ...own.row, _faults: { [given.column.field]: '' } } }
    expect(renderToStaticMarkup(renderCell(cellOf('money'), hidden))).toContain('ui.list.badValue')
    const other = { ...given, row: { ...given.row, _faults: { another: 'NaN' } } }
    expect(renderToStaticMarkup(renderCell(cellOf('money'), other))).not.toMatch(/asStored|s-cell-error/)
  })
})

describe.each(cellNames)('the cell %s', (name) => {
  const { value, shows, text, long, takes = [] } = facts[name]

  it('shows its value, and copies and says it as one line of text', () => {
    expect(html(name, value)).toContain(shows)
    if (name === 'datetime') expect(html(name, value), 'to the minute').not.toMatch(/:\d\d:/)
    expect(cellText(cellOf(name), inputOf(name, value))).toBe(text)
    expect(cellHint(cellOf(name), inputOf(name, value))).not.toContain('\n')
  })

  it.each([{ empty: null }, { empty: undefined }, { empty: '' }, { empty: [] }])(
    'shows something quiet for $empty, and copies nothing',
    ({ empty }) => {
      const drawn = html(name, empty)
      expect(drawn).not.toContain('s-cell-error')
      if (name !== 'switch')
        expect([drawn, cellText(cellOf(name), inputOf(name, empty))]).toEqual(['<span class="s-none">–</span>', ''])
      else expect(drawn).toContain('aria-checked="false"')
    },
  )

  it('shows the column’s own value where the row has none', () => {
    const input = { ...inputOf(name, null), column: { ...columnOf(name), default: value } }
    expect(renderToStaticMarkup(renderCell(cellOf(name), input))).toContain(shows)
    expect(cellText(cellOf(name), input)).toBe(text)
  })

  it('takes the colour that the column sets in this row', () => {
    const tone = [{ as: 'danger', when: { op: 'empty', field: 'it', value: false } }] as const
    const input = { ...inputOf(name, value), column: { ...columnOf(name), tone }, env: { ...env, holds: () => true } }
    expect(renderToStaticMarkup(renderCell(cellOf(name), input))).toContain('s-tone-danger')
    expect(html(name, value)).not.toContain('s-tone')
  })

  // A switch, a picture, a date never are longer than their column.
  if (long)
    it('says in the tooltip what does not fit its column', () => {
      expect(cellHint(cellOf(name), inputOf(name, long.value))).toContain(long.hint)
    })

  it.each(Object.keys(poisons) as PoisonName[])(
    'takes a poison (%s) as a short text or draws an error in its place; the row stays',
    (poison) => {
      const input = inputOf(name, poisons[poison])
      const drawn = html(name, poisons[poison])
      expect(drawn.includes('s-cell-error')).toBe(!takes.includes(poison))
      expect(drawn.length).toBeLessThan(2000)
      expect(drawn).not.toMatch(/<script|<img src="?x|href="javascript|onerror=alert\(2\)>"/)
      expect(drawn).not.toContain('javascript:alert(1)"')
      expect(cellText(cellOf(name), input).length).toBeLessThanOrEqual(takes.includes(poison) ? 10_240 : 0)
      expect(cellHint(cellOf(name), input)).not.toBe('')
      expect(rowOf(name, poisons[poison])).toContain('the name of the record')
    },
  )

  it('has a width, and is right-aligned exactly when it is a number', () => {
    expect(cellOf(name).width).toBeGreaterThanOrEqual(64)
    expect(cellOf(name).align).toBe(name === 'money' || name === 'number' ? 'right' : undefined)
  })
})

/** A row whose second column holds the value. */
function rowOf(name: CellName, value: unknown): string {
  const columns = ['name', 'it'].map((id, i) => {
    const cell = i === 0 ? 'text' : name
    const column = { ...columnOf(cell), field: id }
    const kind = facts[name].kind
    return {
      id,
      label: id,
      cell: cellOf(cell),
      field: i === 1 && kind ? fieldOf(kind) : null,
      column,
      width: 100,
      align: undefined,
      title: 0,
      content: 0,
      main: i === 0,
    }
  })
  const props: GridRowProps = {
    id: '1',
    row: { id: 1, name: 'the name of the record', it: value },
    name: 'the name of the record',
    isTabStop: true,
    cells: columns,
    env,
    rowActionState: () => ({ primary: null, menu: true }),
    words: {
      select: (name) => `s ${name}`,
      more: 'm',
      open: 'o',
      close: 'c',
      copy: 'y',
      reveal: 'r',
      selectAll: 'a',
      preview: 'p',
      expand: 'e',
      collapse: 'f',
    },
    depth: 0,
    branch: false,
    open: false,
    tree: false,
    selectable: true,
    selected: false,
    opens: true,
    panel: null,
  }
  return renderToStaticMarkup(
    <table>
      <tbody>
        <GridRow {...props} />
      </tbody>
    </table>,
  )
}

describe('formats of a column', () => {
  const shown = (cell: CellName, format: string, value: unknown) =>
    cellText(cellOf(cell), { ...inputOf(cell, value), column: { ...columnOf(cell), format: format as 'date' } })

  it.each([
    ['number', 'percent', 12.5, '12.5%'],
    ['number', 'signed', 3, '+3'],
    ['number', 'signed', -3, '-3'],
    ['number', 'signed', 0, '0'],
    ['number', 'bytes', 0, '0 B'],
    ['number', 'bytes', 1023, '1023 B'],
    ['number', 'bytes', 1536, '1.5 KB'],
    ['number', 'bytes', 10_485_760, '10 MB'],
    ['number', 'bytes', 3 * 1024 ** 4, '3 TB'],
    ['number', 'bytes', 3 * 1024 ** 5, '3072 TB'],
    ['money', 'signed', 1250, '+¥12.50'],
    ['money', 'signed', -1250, '-¥12.50'],
    ['datetime', 'date', 1_770_000_000, '2026-02-02'],
    ['datetime', 'minute', 1_770_000_000, '2026-02-02 10:40'],
    ['datetime', 'second', 1_770_000_000, '2026-02-02 10:40:00'],
  ] as const)('the cell %s writes %s of %j as %j', (cell, format, value, text) => {
    expect(shown(cell, format, value)).toBe(text)
  })

  it('say an age in words, and the instant itself in the tooltip', () => {
    const now = Math.floor(Date.now() / 1000)
    expect(shown('datetime', 'age', now - 7300)).toBe('ui.list.ago.hours {"n":2}')
    expect(shown('datetime', 'age', now + 3 * 86_400 + 60)).toBe('ui.list.in.days {"n":3}')
    const input = { ...inputOf('datetime', 1_770_000_000), column: { ...columnOf('datetime'), format: 'age' as const } }
    expect(cellHint(cellOf('datetime'), input)).toContain('2026-02-02 10:40:00 · Asia/Shanghai')
  })
})

describe('the cell of files', () => {
  const drawn = (value: unknown) => html('file', value)

  it('opens what the browser shows, and downloads everything else under its name', () => {
    expect(drawn('/storage/a.pdf')).not.toContain('download')
    expect(drawn('/storage/a.docx')).toContain('download="a.docx"')
    expect(drawn('/storage/a.html')).toContain('download="a.html"')
    expect(drawn('/storage/noname')).toContain('download="noname"')
  })

  it('says type and size where they are known, and the name that a row has for it', () => {
    const row = { url: '/storage/0123456789abcdef0123456789abcdef01234567.xlsx', name: '报名表.xlsx', size: 1_572_864 }
    expect(drawn(row)).toMatch(/download="报名表.xlsx".*报名表.xlsx.*XLSX · 1.5 MB/)
    expect(drawn(row.url)).toContain('01234567.xlsx')
    expect(cellHint(cellOf('file'), inputOf('file', row))).toBe('报名表.xlsx XLSX · 1.5 MB')
    expect(drawn({ name: 'no address' })).toContain('s-cell-error')
  })
})

describe('numbers of another system', () => {
  it.each([
    [12.5, '12.5000'],
    ['1234567890123.5', '1,234,567,890,123.5000'],
    [0, '0.0000'],
    [12.34567, '12.34567'],
  ])('%s has the decimals of its column: %s', (value, shows) => {
    const field = { ...fieldOf('number'), store: { type: 'numeric', precision: 12, scale: 4 } as const }
    expect(cellText(cellOf('number'), { ...inputOf('number', value), field })).toBe(shows)
  })
})

describe('made values', () => {
  it('show both ends of a range, and one where they are the same', () => {
    expect(cellText(cellOf('money'), inputOf('money', [100, 250]))).toBe('¥1.00 – ¥2.50')
    expect(cellText(cellOf('money'), inputOf('money', [100, 100]))).toBe('¥1.00')
    const field = { ...fieldOf('integer'), virtual: { type: 'range', list: 'ends', range: 'lines.n' } as const }
    expect(cellText(cellOf('number'), { ...inputOf('number', [1, 2000]), field })).toBe('1 – 2,000')
  })
})

describe('the cell of a tree', () => {
  const treeRow = (depth: number, branch: boolean, open: boolean) =>
    renderToStaticMarkup(
      <table>
        <tbody>
          <GridRow
            id="1"
            row={{ id: 1, name: 'Tea' }}
            name="Tea"
            isTabStop
            cells={[
              {
                id: 'name',
                label: 'name',
                cell: cellOf('text'),
                field: null,
                column: { ...columnOf('text'), field: 'name' },
                width: 100,
                align: undefined,
                title: 0,
                content: 0,
                main: true,
              },
            ]}
            env={env}
            rowActionState={() => ({ primary: { name: 'edit', title: 'Edit' }, menu: true })}
            words={{
              select: (name) => `s ${name}`,
              more: 'More',
              open: 'Unfold',
              close: 'Fold',
              copy: 'y',
              reveal: 'r',
              selectAll: 'a',
              preview: 'p',
              expand: 'e',
              collapse: 'f',
            }}
            depth={depth}
            branch={branch}
            open={open}
            tree
            selectable={false}
            selected={false}
            opens
            panel={null}
          />
        </tbody>
      </table>,
    )

  it('is indented by its level, says whether it is open, and has the way in', () => {
    expect(treeRow(2, true, false)).toMatch(
      /aria-level="3" aria-expanded="false".*padding-inline-start:40px.*aria-label="Unfold"/,
    )
    expect(treeRow(0, true, true)).toMatch(/aria-expanded="true".*aria-label="Fold"/)
    expect(treeRow(0, false, false)).not.toContain('aria-expanded')
  })

  it('appears beside the buttons of its row, with the name of the next step and the menu', () => {
    expect(treeRow(0, false, false)).toMatch(
      /data-act="run" data-name="edit">Edit<.*data-act="more" aria-haspopup="menu" aria-label="More"/,
    )
  })
})
