import { darker, lighter } from '../colors.ts'
import type { Drawing } from '../look.ts'
import type { Sheet } from '../sheet.ts'

type Art = (s: Sheet, color: string, accent: string) => void

/** A book with a title and an illustration; the second position lies it flat and open. */
const book =
  (title: string, ink: string, art: Art): Drawing =>
  (s, { color, accent, turned }) => {
    if (turned) return open(s, color, () => art(s, color, accent))
    s.floor([310, 540, 210, 24])
    s.path('M452 74L486 92V524L452 540Z', s.fade('h', ['#d8d1c0', '#f7f2e6', '#cfc7b4']))
    s.line('M460 84V530M468 88V526M476 94V522', '#b9b09b', 1.5)
    cover(s, color, () => art(s, color, accent))
    const lines = title.split(' ')
    const size = Math.min(46, Math.floor(250 / Math.max(...lines.map((line) => line.length))))
    for (const [i, line] of lines.entries())
      s.text([302, 140 + i * (size + 8), size], line, ink, { 'text-anchor': 'middle', 'font-weight': 700, 'letter-spacing': 2 })
  }

function cover(s: Sheet, color: string, draw: () => void): void {
  const d = 'M142 66Q142 60 148 60H446Q452 60 452 66V534Q452 540 446 540H148Q142 540 142 534Z'
  s.cast(d, 16)
  s.path(d, s.soft(color))
  s.clip(d, () => {
    draw()
    s.box([142, 60, 20, 480], s.fade('h', ['rgba(0,0,0,.32)', 'rgba(255,255,255,.18)', 'rgba(0,0,0,.14)']))
    s.path('M162 60H330L190 540H162Z', '#fff', { opacity: 0.07 })
  })
}

function open(s: Sheet, color: string, draw: () => void): void {
  s.floor([300, 480, 290, 40])
  s.path('M20 190Q160 150 300 196 440 150 580 190V480Q440 446 300 486 160 446 20 480Z', darker(color, 0.2))
  const left = 'M34 176Q170 136 300 182V472Q170 430 34 466Z'
  const right = 'M566 176Q430 136 300 182V472Q430 430 566 466Z'
  s.path(left, s.fade('h', ['#f3ecdb', '#fffdf7', '#cfc6b1'], [0, 0.7, 1]))
  s.path(right, s.fade('h', ['#cfc6b1', '#fffdf7', '#f3ecdb'], [0, 0.25, 1]))
  for (let i = 0; i < 11; i++)
    s.line(`M${66} ${214 + i * 20}q100 -24 ${i % 4 === 3 ? 130 : 206} 6`, '#8f8672', 4, { opacity: 0.6 })
  s.clip('M330 196Q440 156 540 190V436Q440 410 330 444Z', () => s.group({ transform: 'translate(238 88) scale(.66)' }, draw))
}

const landscape: Art = (s, color, accent) => {
  s.box([142, 280, 310, 260], s.fade('v', [lighter(color, 0.3), lighter(color, 0.7)]))
  s.oval([360, 320, 40], accent)
  s.path('M142 430Q210 340 270 400 330 330 400 400 430 380 452 390V540H142Z', darker(color, 0.2))
  s.path('M142 480Q240 420 330 470 400 440 452 460V540H142Z', darker(color, 0.45))
  s.path('M230 500q50 16 110 0l-16 22h-78Z', '#f4efe0')
  s.line('M284 500V440', '#f4efe0', 4)
  s.path('M288 440L326 490H288Z', accent)
}
const night: Art = (s, _color, accent) => {
  s.box([142, 200, 310, 340], s.fade('v', ['#151c3a', '#33477c', '#6a7fb0']))
  s.oval([370, 280, 44], accent)
  s.oval([352, 268, 40], '#1d2749')
  for (let n = 0; n < 26; n++) s.oval([160 + ((n * 83) % 280), 210 + ((n * 47) % 200), 1.6 + (n % 3)], '#f4f1dc')
  s.path('M142 460Q220 446 300 462 380 446 452 462V540H142Z', '#101730')
  s.path('M200 452H360L330 486H232Z', '#0a0f22')
  s.path('M236 410H320V452H236Z', '#c28a46')
  for (const x of [246, 274, 302]) s.box([x, 422, 12, 16], '#ffe2a0')
}
const charts: Art = (s, _color, accent) => {
  s.box([170, 270, 254, 220, 8], '#fffdf6')
  for (const [i, h] of [60, 110, 84, 150, 176].entries()) s.box([194 + i * 44, 470 - h, 30, h], i % 2 ? accent : '#3f6fb5')
  s.line('M196 396L252 350 300 372 346 310 400 286', '#22303f', 6)
  s.line('M186 474H410', '#22303f', 4)
}
const temple: Art = (s, _color, accent) => {
  s.box([142, 300, 310, 240], '#efe3c6')
  for (const [i, w] of [230, 180, 120].entries()) {
    const y = 470 - i * 66
    s.path(
      `M${297 - w / 2 - 22} ${y}Q${297 - w / 2} ${y - 8} ${297 - w / 2 + 26} ${y - 34}H${297 + w / 2 - 26}Q${297 + w / 2} ${y - 8} ${297 + w / 2 + 22} ${y}Z`,
      '#3b4a45',
    )
    s.box([297 - w / 2 + 14, y, w - 28, 32], '#b5432f')
    for (let x = 297 - w / 2 + 24; x < 297 + w / 2 - 20; x += 28) s.box([x, y, 6, 32], accent)
  }
  s.box([160, 502, 274, 16], '#c9b48a')
  s.line('M297 300V274', '#3b4a45', 8)
}
const bear: Art = (s, _color, accent) => {
  s.box([142, 380, 310, 160], '#7fb069')
  for (const [x, tone] of [
    [170, '#f2b5c4'],
    [410, '#e58a3c'],
  ] as const) {
    s.line(`M${x} 460V390`, '#6d4a2b', 12)
    s.oval([x, 350, 46], tone)
  }
  const fur = '#9a6a3f'
  for (const x of [240, 354]) s.oval([x, 280, 30], fur)
  s.oval([297, 470, 84, 76], fur)
  s.oval([297, 470, 50, 50], '#e5c79b')
  s.oval([297, 336, 82, 74], s.glow([lighter(fur, 0.15), fur]))
  s.oval([297, 362, 38, 28], '#e5c79b')
  s.oval([297, 350, 12, 9], '#33231a')
  for (const x of [268, 326]) s.oval([x, 326, 8], '#33231a')
  s.line('M284 372q13 10 26 0', '#33231a', 4)
  s.path('M232 404Q297 436 362 404L352 432Q297 452 242 432Z', accent)
}
const science: Art = (s, color, accent) => {
  s.box([142, 270, 310, 270], lighter(color, 0.75))
  s.path('M270 300H326V372L396 500Q402 520 380 520H216Q194 520 200 500L270 372Z', '#ffffff', {
    stroke: '#48606b',
    'stroke-width': 7,
  })
  s.path('M240 430Q300 410 358 432L392 500Q398 514 380 514H216Q198 514 204 500Z', accent)
  for (const [x, y, r] of [
    [280, 460, 12],
    [320, 480, 16],
    [300, 400, 9],
    [318, 350, 7],
  ] as const)
    s.oval([x, y, r], '#fff', { opacity: 0.75 })
  s.oval([410, 330, 40, 15], 'none', { stroke: color, 'stroke-width': 5, transform: 'rotate(30 410 330)' })
  s.oval([410, 330, 40, 15], 'none', { stroke: color, 'stroke-width': 5, transform: 'rotate(-30 410 330)' })
  s.oval([410, 330, 9], '#e0562b')
}
const stars: Art = (s, _color, accent) => {
  s.box([142, 60, 310, 480], s.fade('v', ['#0e1533', '#23346b']))
  for (const r of [150, 112, 74]) s.oval([297, 370, r], 'none', { stroke: '#8ea4d8', 'stroke-width': 2, opacity: 0.8 })
  s.line('M147 370H447M297 220V520M190 263L404 477M404 263L190 477', '#8ea4d8', 1.5, { opacity: 0.5 })
  const points = [
    [220, 330],
    [262, 300],
    [310, 318],
    [350, 296],
    [380, 340],
    [340, 400],
    [280, 420],
  ] as const
  s.line(`M${points.map((point) => point.join(' ')).join('L')}`, accent, 3)
  for (const [x, y] of points) s.oval([x, y, 7], '#fff8dc')
  for (let n = 0; n < 30; n++) s.oval([160 + ((n * 79) % 280), 210 + ((n * 61) % 310), 1.5 + (n % 2)], '#dfe6ff')
}
const brush: Art = (s, _color, accent) => {
  s.box([172, 250, 250, 250], '#fbf5e4')
  s.line('M172 375H422M297 250V500M172 250L422 500M422 250L172 500', accent, 2, { 'stroke-dasharray': '8 6', opacity: 0.7 })
  s.box([172, 250, 250, 250], 'none', { stroke: accent, 'stroke-width': 5 })
  s.line('M230 310Q300 318 366 302', '#1d1a18', 18)
  s.line('M296 280Q306 380 240 460M304 380Q340 430 380 456', '#1d1a18', 20)
  s.line('M244 380Q300 384 350 372', '#1d1a18', 13)
}

export const novel = book('江南 三十日', '#fdf8ea', landscape)
export const stories = book('夜航船上 的人', '#f6efd8', night)
export const economics = book('写给普通人的 经济学', '#2a2a2f', charts)
export const architecture = book('中国古建筑 手绘图鉴', '#7c2b20', temple)
export const bearSeasons = book('小熊的四季', '#5a3b22', bear)
export const hundredLessons = book('动手做科学 100课', '#ffffff', science)
export const starAtlas = book('星空观察手册', '#fdf3cf', stars)
export const characters = book('汉字里的故事', '#fdf6e6', brush)

export const notebook: Drawing = (s, { color, accent }) => {
  s.floor([310, 540, 200, 22])
  cover(s, color, () => {
    s.box([404, 60, 14, 480], darker(color, 0.4))
    s.box([196, 150, 176, 70, 4], accent)
    s.line('M216 176h136M236 198h96', darker(color, 0.3), 5)
  })
  s.path('M452 74L478 90V526L452 540Z', '#efe9da')
  s.path('M330 540v34l12 -12 12 12v-34Z', '#c0433a')
}

export const calendar: Drawing = (s, { color, accent }) => {
  s.floor([300, 500, 240, 28])
  s.path('M110 160H490L540 490H60Z', darker(color, 0.35))
  s.path('M96 150H504V470H96Z', s.fade('d', ['#ffffff', '#efece4']))
  s.box([96, 150, 408, 120], s.fade('h', [color, accent]))
  s.path('M96 270Q180 190 260 240 350 180 504 250V270Z', '#fff', { opacity: 0.35 })
  s.oval([420, 194, 22], '#fff3c4')
  for (let i = 0; i < 28; i++) {
    const [x, y] = [128 + (i % 7) * 54, 300 + Math.floor(i / 7) * 42]
    s.box([x, y, 32, 24, 4], i === 17 ? '#c0433a' : i % 7 > 4 ? '#e6d6c4' : '#dfe3e8')
  }
  for (let x = 130; x < 490; x += 36) s.line(`M${x} 132V166`, '#8b9199', 7)
}
