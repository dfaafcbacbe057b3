import { companies } from '../goods/catalogue.ts'
import { darker, lighter } from './colors.ts'
import { Sheet } from './sheet.ts'

const hues = ['#2a2b30', '#2b6fb5', '#6a3f8f', '#d9772f', '#e0b32c', '#c0392f', '#1f7a4d', '#2b4a8a', '#b5303f', '#4f8a63']

/** Invented marks of carriers, none of their own: what a parcel goes by, on a rounded plate. */
const marks: readonly string[] = [
  'M30 96L130 62 96 120 84 98Z',
  'M36 66H92V108H36ZM92 78H112L126 92V108H92Z',
  'M80 40a40 40 0 1 0 .1 0ZM80 58a22 22 0 1 1 -.1 0Z',
  'M40 60L80 40 120 60V104L80 124 40 104ZM80 82V124M40 60L80 82 120 60',
  'M34 104Q60 50 126 50 104 62 96 78 112 76 118 82 84 92 74 108Z',
  'M44 112V64L80 44 116 64V112H92V84H68V112Z',
  'M34 56H126V108H34ZM34 56L80 88 126 56',
  'M34 92H126V104H34ZM44 56H80V88H44ZM86 66H116V88H86Z',
  'M52 112Q44 76 62 70 56 34 70 38 78 50 78 68H84Q86 46 98 36 108 38 98 70 114 78 108 112Z',
  'M80 36Q114 38 114 72 112 98 80 126 48 98 46 72 46 38 80 36ZM80 56a16 16 0 1 0 .1 0Z',
]

/** Marks of the carriers by file name. */
export function companyPictures(): [name: string, svg: string][] {
  return companies.map((_company, i): [string, string] => {
    const s = new Sheet()
    const color = hues[i] ?? '#555555'
    s.box([0, 0, 160, 160, 30], s.fade('d', [lighter(color, 0.25), color, darker(color, 0.25)]))
    s.path('M0 30Q0 0 30 0H130Q160 0 160 30V56Q80 30 0 90Z', '#fff', { opacity: 0.12 })
    const isLine = i === 3 || i === 6
    s.path(marks[i] ?? '', isLine ? 'none' : '#fff', {
      stroke: '#fff',
      'stroke-width': isLine ? 8 : 3,
      'stroke-linejoin': 'round',
      'fill-rule': 'evenodd',
    })
    if (i === 1) for (const x of [56, 106]) s.oval([x, 110, 10], color, { stroke: '#fff', 'stroke-width': 6 })
    return [`company-${i + 1}.svg`, s.svg(160, 160)]
  })
}

/** The shop's own mark: a bag with a K. */
export function logoPicture(): [name: string, svg: string] {
  const s = new Sheet()
  s.box([0, 0, 160, 160, 36], s.fade('d', ['#3b82d6', '#2456a6', '#16356f']))
  s.path('M0 36Q0 0 36 0H124Q160 0 160 36V50Q70 40 0 100Z', '#fff', { opacity: 0.1 })
  s.line('M58 66V54Q58 32 80 32 102 32 102 54V66', '#ffffff', 9)
  s.path('M38 62H122L130 122Q131 132 121 132H39Q29 132 30 122Z', s.fade('v', ['#ffffff', '#dfe9f7']))
  s.line('M60 78V116M62 98L96 78M70 94L98 116', '#2456a6', 11)
  s.oval([112, 48, 12], '#f0a62e')
  return ['logo.svg', s.svg(160, 160)]
}
