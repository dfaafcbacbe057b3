import { darker, lighter, mix } from './colors.ts'
import { Sheet } from './sheet.ts'

const skins = ['#f3d2b3', '#e8bd96', '#f7dfc8', '#d6a177']
const hairs = ['#2b2b33', '#4a3426', '#6b4a2f', '#1d1d22', '#8a8d93', '#5a2f22']
const clothes = ['#3f6fb5', '#c2557a', '#4f8a63', '#9a6b3f', '#6b5ca5', '#2f8f9d', '#b7791f', '#c0564f', '#5b7083', '#7a5c8e']
const grounds = ['#cfe0ec', '#f2d9cf', '#dbe8d4', '#eee0c8', '#e0daf0', '#d2e6e6']

/** Portraits of members by file name: even numbers are women, every fourth or so wears glasses. */
export function portraitPictures(): [name: string, svg: string][] {
  return Array.from({ length: 24 }, (_, i): [string, string] => [`avatar-${String(i + 1).padStart(2, '0')}.svg`, portrait(i + 1)])
}

function portrait(n: number): string {
  const s = new Sheet()
  const skin = skins[(n * 7) % skins.length] ?? '#f3d2b3'
  const hair = hairs[(n * 5 + (n > 16 ? 1 : 0)) % hairs.length] ?? '#2b2b33'
  const shirt = clothes[n % clothes.length] ?? '#3f6fb5'
  const ground = grounds[n % grounds.length] ?? '#cfe0ec'
  const isWoman = n % 2 === 0
  s.box([0, 0, 160, 160], s.glow([lighter(ground, 0.5), ground, darker(ground, 0.14)], [0.35, 0.3]))
  if (isWoman) backHair(s, hair, n)
  s.path('M14 164Q18 120 62 114L98 114Q142 120 146 164Z', s.fade('d', [lighter(shirt, 0.25), shirt, darker(shirt, 0.25)]))
  s.path('M66 100H94V116Q94 130 80 130 66 130 66 116Z', s.fade('v', [darker(skin, 0.24), skin]))
  collar(s, shirt, n)
  for (const x of [49, 111]) s.oval([x, 76, 6, 9], darker(skin, 0.1))
  s.path(
    'M49 66Q49 38 80 38 111 38 111 66 112 90 100 102 90 112 80 112 70 112 60 102 48 90 49 66Z',
    s.glow([lighter(skin, 0.18), skin, darker(skin, 0.12)], [0.4, 0.4]),
  )
  face(s, skin, hair, { n, isWoman })
  frontHair(s, hair, n)
  return s.svg(160, 160)
}

function backHair(s: Sheet, hair: string, n: number): void {
  const long = [
    'M44 66Q40 26 80 24 120 26 116 66 122 110 124 134 80 150 36 134 38 110 44 66Z',
    'M42 70Q38 26 80 24 122 26 118 70 122 96 114 112 80 124 46 112 38 96 42 70Z',
    'M100 30Q134 30 132 74 130 110 118 128 112 96 110 60Z',
  ][(n / 2) % 3]
  s.path(long ?? '', s.fade('h', [lighter(hair, 0.14), hair, darker(hair, 0.3)]))
}

function collar(s: Sheet, shirt: string, n: number): void {
  if (n % 3 === 0) {
    s.path('M60 114L80 138 66 150 50 120Z', lighter(shirt, 0.6))
    s.path('M100 114L80 138 94 150 110 120Z', lighter(shirt, 0.5))
  } else if (n % 3 === 1) s.line('M60 116Q80 142 100 116', darker(shirt, 0.3), 6)
  else {
    s.line('M56 118Q80 150 104 118', lighter(shirt, 0.4), 5)
    s.line('M70 134L66 160M90 134L94 160', lighter(shirt, 0.5), 3)
  }
}

function face(s: Sheet, skin: string, hair: string, { n, isWoman }: { n: number; isWoman: boolean }): void {
  const brow = mix(hair, skin, 0.2)
  s.line(`M58 ${63 - (n % 2)}Q66 58 73 62M87 62Q94 58 102 ${63 - (n % 2)}`, brow, isWoman ? 2 : 3.2)
  for (const x of [66, 94]) {
    s.oval([x, 73, 5.6, 4.4], '#fff')
    s.oval([x, 73, 3.4, 3.8], '#3a2a22')
    s.oval([x + 1.2, 71.6, 1.1], '#fff')
    s.line(`M${x - 6} 71Q${x} 66 ${x + 6} 71`, darker(hair, 0.2), isWoman ? 2.2 : 1.3)
  }
  s.line('M81 74Q84 84 83 88 80 90 77 88', darker(skin, 0.24), 2)
  for (const x of [60, 100]) s.oval([x, 89, 8, 5], '#e8776a', { opacity: isWoman ? 0.28 : 0.14 })
  if (n % 5 === 1) s.path('M69 95Q80 108 91 95Z', '#fff', { stroke: '#a8443f', 'stroke-width': 2, 'stroke-linejoin': 'round' })
  else s.line('M70 96Q80 103 90 96', isWoman ? '#c04b52' : '#a8574a', 3)
  if (n % 7 === 5 && !isWoman)
    s.path('M56 92Q58 112 80 114 102 112 104 92 98 102 90 101 80 90 70 101 62 102 56 92Z', hair, { opacity: 0.85 })
  if (n % 4 === 3) {
    for (const x of [66, 94]) s.oval([x, 73, 11, 9.5], 'rgba(255,255,255,.15)', { stroke: '#2b2d33', 'stroke-width': 2.4 })
    s.line('M77 72Q80 70 83 72M55 71L49 69M105 71L111 69', '#2b2d33', 2.4)
  }
}

function frontHair(s: Sheet, hair: string, n: number): void {
  const fill = s.fade('d', [lighter(hair, 0.2), hair, darker(hair, 0.2)])
  const cuts =
    n % 2
      ? [
          'M46 70Q38 28 80 24 122 28 114 70 110 56 104 50 84 54 62 48 52 56 46 70Z',
          'M46 68Q40 30 74 22 120 20 114 68 108 46 88 44 70 52 52 50 48 58 46 68Z',
          'M47 62Q48 34 80 32 112 34 113 62 108 48 80 47 52 48 47 62Z',
        ]
      : [
          'M44 76Q36 24 80 22 124 24 116 76 112 58 92 44 70 62 50 62 46 68 44 76Z',
          'M45 72Q38 24 80 22 122 24 115 72 112 60 110 54 80 60 50 54 47 62 45 72Z',
          'M46 72Q40 26 78 22 122 24 114 72 108 52 82 44 60 46 46 72Z',
        ]
  s.path(cuts[Math.floor(n / 2) % 3] ?? '', fill)
  s.line('M60 38Q72 30 88 32', '#fff', 4, { opacity: 0.2 })
  if (n % 9 === 4) {
    s.path('M44 60Q44 24 80 22 116 24 116 60 80 44 44 60Z', '#c0433a')
    s.path('M96 46Q130 48 140 62 118 62 94 56Z', '#8f2b28')
  }
}
