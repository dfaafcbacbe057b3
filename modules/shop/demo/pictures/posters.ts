import { competitions, teamColors, teamNames } from '../teams/competitions.ts'
import { darker, lighter } from './colors.ts'
import { arch, clouds, hills, road, runner, type Size, sky, skyline, sun, tree, water } from './landscape.ts'
import { Sheet } from './sheet.ts'

const size: Size = [640, 360]
const [w, h] = size
type Scene = (s: Sheet) => void

const riverRun: Scene = (s) => {
  sky(s, size, ['#7fb7d6', '#cfe6ee', '#fbeed2'])
  sun(s, 520, 90, '#ffcf7a')
  skyline(s, size, 190, '#6f97b0')
  water(s, size, [190, 240], '#4f8fb0')
  s.box([0, 236, w, 124], s.fade('v', ['#9db8a0', '#6f8f78']))
  road(s, size, { x: 330, top: 236 })
  arch(s, 330, 286, [0.62, '#d9542f'])
  for (const [i, x] of [228, 318, 420, 500].entries())
    runner(s, x, 330 + (i % 2) * 14, {
      size: 0.56,
      shirt: ['#e0653c', '#2b6fb5', '#7c4aa0', '#2f8f7d'][i] ?? '#2b6fb5',
      bib: String(21 + i * 37),
    })
}
const football: Scene = (s) => {
  sky(s, size, ['#14233f', '#2f5178'])
  for (const x of [80, 560]) {
    s.line(`M${x} 190V40`, '#8fa0b5', 7)
    s.box([x - 34, 22, 68, 30, 4], '#fff8dc')
    s.oval([x, 40, 130, 90], s.glow(['rgba(255,248,214,.5)', 'rgba(255,248,214,0)']))
  }
  s.box([0, 150, w, 60], '#3a4a63')
  for (let n = 0; n < 130; n++)
    s.oval([(n * 47) % w, 156 + ((n * 31) % 50), 4], ['#e0653c', '#f0c24a', '#dfe6ee', '#5d8ac0'][n % 4] ?? '#fff', {
      opacity: 0.75,
    })
  for (let i = 0; i < 8; i++) s.box([0, 206 + i * 20, w, 20], i % 2 ? '#4f8a3e' : '#5d9a48')
  s.line('M0 300H640M320 206V360', '#fff', 4, { opacity: 0.7 })
  s.line('M210 206V130H430V206', '#fff', 8)
  runner(s, 200, 338, { size: 0.78, shirt: '#d8362a' })
  runner(s, 450, 334, { size: 0.78, shirt: '#2b5a92', mirrored: true })
  s.oval([316, 322, 20], s.glow(['#ffffff', '#b9bfc8'], [0.35, 0.3]))
  s.path('M316 312l9 7-3 10h-12l-3-10Z', '#22252c')
}
const lakeRide: Scene = (s) => {
  sky(s, size, ['#8ec5de', '#e3f0e6', '#fdf0d0'])
  clouds(s, size, 64)
  hills(s, size, { color: '#5f8f5a', far: '#a8c8c4', top: 170 })
  water(s, size, [226, 282], '#5a9fb8')
  s.box([0, 282, w, 78], s.fade('v', ['#7d8590', '#4f5560']))
  s.line('M0 322H640', '#fff', 5, { 'stroke-dasharray': '34 26' })
  for (const [x, tone] of [
    [170, '#e0562b'],
    [330, '#2b6fb5'],
    [490, '#f0b429'],
  ] as const)
    cyclist(s, x, 336, tone)
}
function cyclist(s: Sheet, x: number, y: number, color: string): void {
  s.group({ transform: `translate(${x} ${y}) scale(.8)` }, () => {
    for (const at of [-44, 44]) {
      s.oval([at, -30, 30], 'none', { stroke: '#22252c', 'stroke-width': 5 })
      s.line(`M${at - 28} -30h56M${at} -58v56`, '#8b9199', 1)
    }
    s.line('M-44 -30L-8 -34 26 -76 -20 -76 -8 -34M26 -76L44 -30M-22 -84L-8 -34', color, 5)
    s.line('M-20 -84L8 -58 -6 -30', '#2b3040', 12)
    s.line('M-22 -92L18 -126', color, 24)
    s.line('M16 -122L28 -96 38 -84', '#e8bd96', 9)
    s.oval([32, -138, 14], '#e8bd96')
    s.path('M14 -138Q18 -162 40 -158 52 -152 50 -142Z', darker(color, 0.2))
  })
}
const esport: Scene = (s) => {
  sky(s, size, ['#1b1440', '#3b2a7a', '#6a3f9c'])
  for (let i = 0; i < 7; i++)
    s.path(`M${60 + i * 90} 0L${10 + i * 100} 250h60Z`, ['#5ad1e6', '#e65ac0', '#f0c24a'][i % 3] ?? '#fff', { opacity: 0.16 })
  s.path('M0 270Q320 230 640 270V360H0Z', '#120d2b')
  s.box([176, 70, 288, 166, 12], '#0d0b1d')
  s.box([188, 82, 264, 142, 6], s.fade('d', ['#27b1c9', '#5a3fc0', '#d04a9c']))
  s.path('M200 210Q260 130 320 180 380 120 440 200V224H200Z', '#1b1440', { opacity: 0.6 })
  s.oval([400, 120, 20], '#ffe39a')
  s.path('M300 236h40l14 34h-68Z', '#2b2550')
  s.path(
    'M236 300Q230 270 262 268H378Q410 270 404 300L420 344Q424 366 400 360L366 326H274L240 360Q216 366 220 344Z',
    s.fade('v', ['#f3f1fa', '#b8b0d6']),
  )
  s.line('M268 288v28M254 302h28', '#3b2a7a', 9)
  for (const [x, y, tone] of [
    [366, 290, '#e0562b'],
    [384, 304, '#2f8f7d'],
    [348, 304, '#f0b429'],
    [366, 318, '#2b6fb5'],
  ] as const)
    s.oval([x, y, 8], tone)
}
const mountain: Scene = (s) => {
  sky(s, size, ['#f0b98a', '#f7ddba', '#dfe9e0'])
  sun(s, 480, 84, '#ffa766')
  s.path('M60 240L220 60 300 150 380 70 600 250Z', s.fade('v', ['#7f93a0', '#4f6b70']))
  s.path('M220 60L184 102 214 112 232 100 250 118 262 108ZM380 70L350 104 374 112 396 100 420 104Z', '#fff')
  hills(s, size, { color: '#2f5a42', far: '#7fa08a', top: 210, seed: 1 })
  s.path('M0 360Q200 250 420 290 560 310 640 262V300Q520 350 400 330 240 306 110 360Z', '#c9a777')
  for (const x of [40, 110, 570, 620]) s.path(`M${x} 330l26 -90 26 90ZM${x + 6} 290l20 -76 20 76Z`, '#234a36')
  runner(s, 240, 322, { size: 0.66, shirt: '#e0562b', bib: '15' })
  runner(s, 400, 326, { size: 0.6, shirt: '#f0b429', bib: '9' })
}
const frisbee: Scene = (s) => {
  sky(s, size, ['#9fd4e6', '#e6f4ea'])
  clouds(s, size, 80)
  for (const [i, x] of [40, 150, 500, 600].entries()) tree(s, x, 226, [0.9 + (i % 2) * 0.3, '#4f8a4a'])
  s.box([0, 216, w, 144], s.fade('v', ['#8fc05a', '#5d9440']))
  runner(s, 190, 332, { size: 0.82, shirt: '#24717c' })
  runner(s, 450, 330, { size: 0.8, shirt: '#e0653c', mirrored: true })
  s.line('M250 150Q300 110 350 128', '#fff', 4, { opacity: 0.7, 'stroke-dasharray': '14 10' })
  s.oval([376, 134, 40, 13], s.fade('v', ['#ffffff', '#e0e4ea', '#9aa5b5']), { transform: 'rotate(-10 376 134)' })
  s.oval([376, 130, 24, 6], '#e0562b', { transform: 'rotate(-10 376 130)' })
}
const orienteering: Scene = (s) => {
  s.box([0, 0, w, h], s.fade('d', ['#f2e7c9', '#e3d2a6']))
  for (let i = 0; i < 9; i++)
    s.oval([430, 190, 30 + i * 34, 20 + i * 26], 'none', {
      stroke: '#b98a4a',
      'stroke-width': 2,
      opacity: 0.6,
      transform: 'rotate(-14 430 190)',
    })
  s.path('M0 250Q140 200 220 260 330 330 640 290V360H0Z', '#9fc9dc')
  s.path('M380 40h120v70H380ZM520 130h90v60h-90ZM300 120h60v50h-60Z', '#cfd8b4')
  s.line('M60 310L180 210 320 240 420 140 560 90', '#a23f6b', 4, { 'stroke-dasharray': '12 8' })
  for (const [x, y] of [
    [180, 210],
    [320, 240],
    [420, 140],
  ] as const)
    s.oval([x, y, 16], 'none', { stroke: '#a23f6b', 'stroke-width': 5 })
  s.path('M560 34v62h-60V34Z', '#fff')
  s.path('M500 96L560 34V96Z', '#e9772c')
  s.oval([556, 286, 60], s.fade('d', ['#f4f1e8', '#b9b2a2']), { stroke: '#4a4438', 'stroke-width': 6 })
  s.path('M556 240l14 46h-28Z', '#c0433a')
  s.path('M556 332l14 -46h-28Z', '#3b4150')
}
const ladiesTen: Scene = (s) => {
  sky(s, size, ['#f2b8c6', '#fbe0d6', '#fff3e0'])
  sun(s, 500, 120, '#ff9fa8')
  water(s, size, [190, 250], '#6aa5bd')
  for (const x of [70, 580]) {
    s.line(`M${x} 260Q${x + 10} 190 ${x - 4} 130`, '#7d5a3a', 9)
    for (const turn of [-150, -110, -60, -20, 30])
      s.path('M0 0Q40 -22 84 10 40 4 0 0Z', '#4f8a5a', { transform: `translate(${x - 4} 130) rotate(${turn + 20})` })
  }
  s.box([0, 248, w, 112], s.fade('v', ['#e8cfae', '#c9a37c']))
  s.path('M0 290H640V348H0Z', s.fade('v', ['#b0566f', '#8f3f58']))
  for (const [i, x] of [130, 250, 370, 490].entries())
    runner(s, x, 334 + (i % 2) * 8, {
      size: 0.7,
      shirt: ['#ffffff', '#f0b429', '#f27a9c', '#7fd0c0'][i] ?? '#fff',
      bib: String(10 + i),
    })
}

const scenes: readonly Scene[] = [riverRun, football, lakeRide, esport, mountain, frisbee, orienteering, ladiesTen]

/** Posters of the competitions and badges of the teams, by file name. */
export function competitionPictures(): [name: string, svg: string][] {
  return [
    ...competitions.map((_each, i): [string, string] => [`competition-${i + 1}.svg`, poster(i)]),
    ...teamNames.map((_name, i): [string, string] => [`team-${String(i + 1).padStart(2, '0')}.svg`, badge(i)]),
  ]
}

function poster(n: number): string {
  const s = new Sheet()
  const { title, line, color } = competitions[n] ?? { title: '', line: '', color: '#333333' }
  scenes[n]?.(s)
  const veil = darker(color, 0.35)
  s.box([0, 0, w, 150], s.fade('v', [`${veil}e6`, `${veil}cc`, `${veil}00`], [0, 0.6, 1]))
  s.text([28, 58, 40], title, '#fff', { 'font-weight': 800 })
  s.text([30, 92, 20], line, '#fff')
  return s.svg(w, h)
}

const emblems = [
  'M80 44l9 24 26 2-20 17 6 25-21-14-21 14 6-25-20-17 26-2Z',
  'M88 38L54 88h22l-8 36 38-52H82Z',
  'M44 100Q60 60 84 66 96 48 118 56 108 64 110 74 124 90 96 100 70 112 44 100Z',
  'M80 40Q112 76 104 96 98 116 80 116 62 116 56 96 52 80 68 66 70 80 80 82 88 66 80 40Z',
  'M42 106L70 58 84 82 96 66 120 106Z',
  'M80 46a34 34 0 1 0 .1 0ZM80 56l16 12-6 19H70l-6-19Z',
  'M46 78Q64 62 80 78T114 78V88Q96 104 80 88T46 88ZM46 100Q64 84 80 100T114 100V108Q96 122 80 108T46 108Z',
  'M80 44V118M80 60Q56 56 52 78 74 82 80 72M80 78Q106 70 110 92 90 100 80 90',
]

/** A shield with an emblem; its shape and pattern change from team to team. */
function badge(n: number): string {
  const s = new Sheet()
  const color = teamColors[n % teamColors.length] ?? '#2b5a92'
  const shape = [
    'M80 8l60 20v52c0 38-26 62-60 72-34-10-60-34-60-72V28Z',
    'M80 6Q150 10 150 80 150 150 80 154 10 150 10 80 10 10 80 6Z',
    'M22 18H138V92Q138 132 80 152 22 132 22 92Z',
  ][n % 3]
  if (!shape) return ''
  s.path(shape, s.fade('d', [lighter(color, 0.28), color, darker(color, 0.3)]), { stroke: darker(color, 0.4), 'stroke-width': 3 })
  s.clip(shape, () => {
    if (n % 4 === 0) s.path('M0 60L160 20V60L0 100Z', '#fff', { opacity: 0.14 })
    if (n % 4 === 1) s.path('M30 0H56V160H30ZM104 0H130V160H104Z', '#fff', { opacity: 0.14 })
    if (n % 4 === 2) s.path('M0 80H160V160H0Z', '#000', { opacity: 0.16 })
    s.oval([50, 30, 70, 40], '#fff', { opacity: 0.14 })
  })
  s.path(shape, 'none', { stroke: '#fff', 'stroke-width': 3, opacity: 0.75, transform: 'translate(8 8) scale(.9)' })
  s.path(emblems[(n * 5 + Math.floor(n / 8)) % emblems.length] ?? '', '#fffaf0', {
    stroke: '#fffaf0',
    'stroke-width': 4,
    'stroke-linejoin': 'round',
    'fill-rule': 'evenodd',
  })
  return s.svg(160, 160)
}
