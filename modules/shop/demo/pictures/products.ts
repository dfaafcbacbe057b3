import { classes, type DemoGoods, recycled } from '../goods/catalogue.ts'
import { brightness, darker, lighter, named } from './colors.ts'
import type { Look } from './look.ts'
import { type Portrait, pointsPortraits, portraits, recycledPortraits } from './products/catalogue.ts'
import { Sheet } from './sheet.ts'

/** The paper behind the products of a class. */
const papers = ['#e9e2db', '#e6e0d4', '#dde3ea', '#e4e3da', '#f0e4cd', '#dbe6e6', '#e3dfea', '#f1ddd9']

const two = (n: number) => String(n).padStart(2, '0')

/** Addresses below the site of the pictures of the n-th product: the first one, then other views of it. */
export function imagesOf(n: number): string[] {
  return ['', '-2', '-3'].map((view) => `/demo/goods-${two(n)}${view}.svg`)
}

/** The picture of a value of a spec: the product in that colour. Empty where the value says nothing of its looks. */
export function imageOfValue(n: number, goods: DemoGoods, value: string): string {
  const at = coloursOf(goods).indexOf(value)
  return at < 0 ? '' : at === 0 ? `/demo/goods-${two(n)}.svg` : `/demo/goods-${two(n)}-${'abcdefgh'[at]}.svg`
}

/** The values of the specs of a product that are colours, in the order written. */
function coloursOf({ specs = {} }: DemoGoods): string[] {
  return [...(Object.values(specs).find((values) => values.every((value) => named[value])) ?? [])]
}

/** All pictures of products by file name. */
export function productPictures(): [name: string, svg: string][] {
  const pictures: [string, string][] = []
  let n = 0
  for (const [i, top] of classes.entries()) {
    const paper = papers[i] ?? '#e8e6e0'
    for (const [j, goods] of top.goods.entries()) pictures.push(...viewsOf(++n, goods, [portraits[i]?.[j], paper]))
    pictures.push([`class-${i + 1}.svg`, classPicture(portraits[i] ?? [], top.color)])
  }
  for (const [j, goods] of recycled.entries()) pictures.push(...viewsOf(++n, goods, [recycledPortraits[j], '#e4e5e6']))
  for (const [j, portrait] of pointsPortraits.entries())
    pictures.push([`points-${two(j + 1)}.svg`, studio(portrait, lookOf(portrait), papers[j % papers.length] ?? '#e8e6e0')])
  return pictures
}

function viewsOf(n: number, goods: DemoGoods, [portrait, paper]: readonly [Portrait | undefined, string]): [string, string][] {
  if (!portrait) throw new Error(`${goods.name} has no drawing`)
  const colours = coloursOf(goods)
  const look = lookOf(portrait, colours[0])
  const file = (view: string) => `goods-${two(n)}${view}.svg`
  return [
    [file(''), studio(portrait, look, paper)],
    [file('-2'), studio(portrait, { ...look, turned: true }, lighter(paper, 0.5))],
    [file('-3'), scene(portrait, lookOf(portrait, colours[1] ?? colours[0]), paper)],
    ...colours
      .slice(1)
      .map((value, i): [string, string] => [file(`-${'bcdefgh'[i]}`), studio(portrait, lookOf(portrait, value), paper)]),
  ]
}

function lookOf([, color, accent = color]: Portrait, value = ''): Look {
  const [other = color, second] = named[value] ?? []
  return { color: other, accent: second ?? (accent === color ? other : accent), turned: false }
}

/** On paper that curves up behind it, under one soft lamp. */
function studio([draw]: Portrait, look: Look, paper: string): string {
  const s = new Sheet()
  const ground = brightness(look.color) > 0.82 ? darker(paper, 0.06) : paper
  s.box([0, 0, 600, 600], s.glow([lighter(ground, 0.7), ground, darker(ground, 0.08)], [0.4, 0.3]))
  s.group({ transform: 'translate(18 14) scale(.94)' }, () => draw(s, look))
  return s.svg(600, 600)
}

/** In a room with the light of a window on the wall: clothes on a rail, everything else on a table. */
function scene([draw]: Portrait, look: Look, paper: string): string {
  const s = new Sheet()
  const wall = darker(paper, 0.16)
  s.box([0, 0, 600, 600], s.fade('d', [lighter(wall, 0.3), wall, darker(wall, 0.2)]))
  s.group({ transform: 'skewY(-14)', filter: s.blur(3), opacity: 0.5 }, () => {
    for (const x of [150, 300]) for (const y of [110, 270]) s.box([x, y, 136, 146], '#fffbe9')
  })
  if (paper === papers[0]) rail(s)
  else table(s)
  s.group({ transform: paper === papers[0] ? 'translate(60 72) scale(.8)' : 'translate(36 66) scale(.8)' }, () => draw(s, look))
  return s.svg(600, 600)
}

function rail(s: Sheet): void {
  s.box([0, 62, 600, 16, 8], s.fade('v', ['#e2c79f', '#a67c52']))
  s.line('M300 70Q284 40 300 36 318 40 308 58 300 66 300 128L216 176H384L300 128', '#6f757d', 5)
}

function table(s: Sheet): void {
  s.box([0, 450, 600, 150], s.fade('v', ['#b98f63', '#d3ab7d', '#a67c52']))
  s.line('M0 482Q180 476 330 486T600 480M0 528Q140 534 300 524T600 532M0 572Q220 564 600 574', '#8f6842', 2, { opacity: 0.5 })
  s.line('M0 451H600', '#f0d6b0', 3, { opacity: 0.7 })
  s.group({ transform: 'translate(508 300)' }, () => plant(s))
}

function plant(s: Sheet): void {
  s.floor([20, 178, 80, 14])
  for (const turn of [-52, -28, -8, 14, 38])
    s.path('M0 0Q26 -60 0 -150 -26 -60 0 0Z', s.fade('h', ['#3f6b4a', '#6f9a68']), {
      transform: `translate(20 100) rotate(${turn})`,
    })
  s.path('M-34 90H74L62 176H-22Z', s.round('#d9d0c2'))
}

/** Two products of a class in front of its colour. */
function classPicture(all: readonly Portrait[], color: string): string {
  const s = new Sheet()
  s.box([0, 0, 600, 600], s.glow([lighter(color, 0.62), lighter(color, 0.36)], [0.4, 0.3]))
  s.oval([300, 330, 230], lighter(color, 0.75), { opacity: 0.6 })
  for (const [i, portrait] of [all[3], all[0]].entries())
    if (portrait)
      s.group({ transform: i ? 'translate(20 190) scale(.66)' : 'translate(240 30) scale(.58)' }, () =>
        portrait[0](s, lookOf(portrait)),
      )
  return s.svg(600, 600)
}
