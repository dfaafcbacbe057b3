import { banners } from '../goods/adverts.ts'
import { darker, lighter } from './colors.ts'
import { arch, clouds, hills, road, runner, type Size, sky, skyline, sun, tree, water } from './landscape.ts'
import { portraits } from './products/catalogue.ts'
import { Sheet } from './sheet.ts'

type Scene = (s: Sheet, size: Size) => void

/** Draws a product of the catalogue (class and place counted from 0) so large at a place. */
function product(s: Sheet, [top, place]: readonly [number, number], [x, y, size]: readonly [number, number, number]): void {
  const [draw, color = '', accent = color] = portraits[top]?.[place] ?? []
  s.group({ transform: `translate(${Math.round(x - 300 * size)} ${Math.round(y - 540 * size)}) scale(${size})` }, () =>
    draw?.(s, { color, accent, turned: false }),
  )
}

const autumn: Scene = (s, [w, h]) => {
  sky(s, [w, h], ['#f4c9a0', '#f8e2c8', '#fdf3e2'])
  sun(s, w * 0.8, h * 0.28, '#ffb066')
  hills(s, [w, h], { color: '#9c4f3c', far: '#e8b48c', top: h * 0.6 })
  for (const [i, x] of [0.44, 0.56, 0.95].entries())
    tree(s, w * x, h * (0.8 + i * 0.03), [1 + i * 0.2, ['#c8632f', '#d99038', '#a8432f'][i] ?? '#c8632f'])
  product(s, [0, 3], [w * 0.78, h * 0.97, h / 720])
  product(s, [0, 6], [w * 0.93, h, h / 1000])
}
const digital: Scene = (s, [w, h]) => {
  sky(s, [w, h], ['#0f1f45', '#234c8a', '#5d92c6'])
  for (const r of [150, 230, 320, 420])
    s.oval([w * 0.76, h * 0.6, r * (h / 480)], 'none', { stroke: '#fff', 'stroke-width': 2, opacity: 0.18 })
  skyline(s, [w, h], h * 0.86, '#1f3a6b')
  s.box([0, h * 0.86, w, h * 0.14], s.fade('v', ['#16294f', '#0c1730']))
  product(s, [2, 0], [w * 0.74, h * 0.98, h / 690])
  product(s, [2, 2], [w * 0.93, h * 0.98, h / 1150])
}
const members: Scene = (s, [w, h]) => {
  sky(s, [w, h], ['#8fc7dd', '#d5ecec', '#f6f5e2'])
  sun(s, w * 0.9, h * 0.2, '#ffd98a')
  clouds(s, [w, h], h * 0.16)
  hills(s, [w, h], { color: '#4d8a52', far: '#a9cdb4', top: h * 0.56 })
  road(s, [w, h], { x: w * 0.74, top: h * 0.62 })
  arch(s, w * 0.74, h * 0.78, [h / 500, '#d9542f'])
  for (const [i, x] of [0.66, 0.76, 0.86].entries())
    runner(s, w * x, h * (0.93 + (i % 2) * 0.04), {
      size: h / 620,
      shirt: ['#2b6fb5', '#e0653c', '#7c4aa0'][i] ?? '#2b6fb5',
      bib: String(108 + i * 21),
      mirrored: i === 2,
    })
}
const festive: Scene = (s, [w, h]) => {
  sky(s, [w, h], ['#7f1f1c', '#b5382a', '#d9683a'])
  for (const [i, x] of [0.5, 0.6, 0.88, 0.97].entries()) {
    s.line(`M${w * x} 0V${h * (0.12 + (i % 2) * 0.1)}`, '#f0c24a', 3)
    s.oval([w * x, h * (0.22 + (i % 2) * 0.1), h * 0.075, h * 0.09], s.glow(['#ffb14a', '#d8362a'], [0.4, 0.35]))
    s.box([w * x - h * 0.035, h * (0.13 + (i % 2) * 0.1), h * 0.07, h * 0.016], '#f0c24a')
    s.line(`M${w * x} ${h * (0.31 + (i % 2) * 0.1)}v${h * 0.06}`, '#f0c24a', 5)
  }
  s.path(`M0 ${h * 0.84}Q${w * 0.5} ${h * 0.76} ${w} ${h * 0.84}V${h}H0Z`, s.fade('v', ['#8f2b22', '#5d1712']))
  product(s, [4, 0], [w * 0.72, h * 0.96, h / 780])
  product(s, [4, 2], [w * 0.9, h * 0.97, h / 900])
}
const spring: Scene = (s, [w, h]) => {
  sky(s, [w, h], ['#a8d8ea', '#dff1ee', '#f4f6dc'])
  clouds(s, [w, h], h * 0.14)
  hills(s, [w, h], { color: '#6fa04a', far: '#b9d8b4', top: h * 0.52, seed: 2 })
  water(s, [w, h], [h * 0.74, h * 0.8], '#7fb4c9')
  s.path(`M0 ${h * 0.8}Q${w * 0.5} ${h * 0.74} ${w} ${h * 0.82}V${h}H0Z`, s.fade('v', ['#8fba55', '#5d8a36']))
  for (const [i, x] of [0.5, 0.57, 0.97].entries()) tree(s, w * x, h * (0.82 + i * 0.02), [0.9 + i * 0.2, '#4f8a3e'])
  product(s, [5, 2], [w * 0.78, h * 0.95, h / 800])
}
const room: Scene = (s, [w, h]) => {
  sky(s, [w, h], ['#e9dcc9', '#f2e9da', '#e3d3bb'])
  s.box([w * 0.5, h * 0.08, w * 0.14, h * 0.4, 4], s.fade('v', ['#cfe4ee', '#f4f6ea']), { stroke: '#fff', 'stroke-width': 8 })
  s.box([0, h * 0.8, w, h * 0.2], s.fade('v', ['#c39b6d', '#9c7549']))
  product(s, [3, 0], [w * 0.76, h * 0.95, h / 740])
  product(s, [3, 6], [w * 0.95, h * 0.95, h / 1300])
}
const gifts: Scene = (s, [w, h]) => {
  sky(s, [w, h], ['#3f3574', '#6a5bb0', '#a08fd0'])
  let confetti = ''
  for (let n = 0; n < 46; n++)
    confetti += `M${Math.round(w * 0.42 + ((n * n * 37 + n * 83) % (w * 0.58)))} ${(n * n * 13 + n * 57) % Math.round(h * 0.7)}l${8 + (n % 3) * 4} ${(n % 5) * 4 - 8}`
  s.line(confetti, '#ffe08a', 6, { opacity: 0.8 })
  s.path(`M0 ${h * 0.85}Q${w * 0.5} ${h * 0.78} ${w} ${h * 0.85}V${h}H0Z`, s.fade('v', ['#4c4188', '#2f2759']))
  product(s, [1, 3], [w * 0.68, h * 0.98, h / 900])
  product(s, [3, 3], [w * 0.83, h * 0.97, h / 720])
  product(s, [1, 4], [w * 0.95, h * 0.97, h / 800])
}
const harbour: Scene = (s, [w, h]) => {
  sky(s, [w, h], ['#f2b27a', '#f6d3b0', '#c9dbe0'])
  sun(s, w * 0.8, h * 0.36, '#ff9d5c')
  skyline(s, [w, h], h * 0.68, '#4f7f93')
  water(s, [w, h], [h * 0.68, h], '#24717c')
  s.path(`M${w * 0.66} ${h * 0.84}h${h * 0.4}l${-h * 0.06} ${h * 0.08}h${-h * 0.28}Z`, '#f6f1e4')
  s.path(`M${w * 0.66 + h * 0.2} ${h * 0.82}V${h * 0.42}L${w * 0.66 + h * 0.36} ${h * 0.82}Z`, '#ffffff')
  s.path(`M${w * 0.66 + h * 0.18} ${h * 0.82}V${h * 0.5}L${w * 0.66 + h * 0.06} ${h * 0.82}Z`, '#f0a35c')
}

/** What each banner shows, in the order of the banners. */
const scenes: readonly Scene[] = [autumn, digital, members, festive, spring, room, gifts, harbour]

/** Pictures of the banners by file name: wide ones, and narrower ones for phones, with the words of each language. */
export function bannerPictures(): [name: string, svg: string][] {
  return banners.flatMap((banner, i) =>
    [
      { ending: '', words: { title: banner.title, line: banner.line, scale: 1 } },
      { ending: '-en', words: englishWords(banner.titleEn) },
    ].flatMap(({ ending, words }): [string, string][] => [
      [`banner-${i + 1}${ending}.svg`, picture(i, [1200, 480], { title: 84, left: 96 }, words)],
      [`banner-${i + 1}-mobile${ending}.svg`, picture(i, [750, 420], { title: 62, left: 44 }, words)],
    ]),
  )
}

/** What is written on a picture. */
interface Words {
  title: string
  line: string
  /** Latin letters need more room than Chinese ones. */
  scale: number
}

function englishWords(text: string): Words {
  const [title = '', line = ''] = text.split(': ')
  return { title, line: capital(line), scale: 0.72 }
}

/** The title is on a veil of the banner's own colour: legible whatever is behind it. */
function picture(n: number, [w, h]: Size, { title: size, left }: { title: number; left: number }, words: Words): string {
  const banner = banners[n]
  if (!banner) return ''
  const s = new Sheet()
  scenes[n]?.(s, [w, h])
  const veil = darker(banner.color, 0.25)
  s.box([0, 0, Math.round(w * 0.72), h], s.fade('h', [`${veil}f2`, `${veil}d9`, `${veil}00`], [0, 0.5, 1]))
  s.box([left, h / 2 - size * 1.5, size * 0.9, 8, 4], lighter(banner.color, 0.6))
  const small = Math.round(size * (words.scale === 1 ? 0.38 : 0.34))
  s.text([left, h / 2 - 4, Math.round(size * words.scale)], words.title, '#fff', { 'font-weight': 700 })
  s.text([left, h / 2 + size * 0.72, small], words.line, '#fff', { 'fill-opacity': 0.95 })
  return s.svg(w, h)
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
