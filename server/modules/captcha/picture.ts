import { randomInt } from 'node:crypto'
import sharp from 'sharp'
import { type IconName, iconNames, icons } from './icons.ts'

/** Size of the picture (protocol 1.5). */
export const width = 350
export const height = 200

/** Something in the picture, and the box around it that counts as it. */
export interface Thing {
  type: 'text' | 'icon'
  /** The character, or the name of the icon. */
  name: string
  x: number
  y: number
  size: number
}

/** Characters that stay distinguishable when rotated and small. */
const characters = {
  chinese: [...'天地山水火风云雨雪花草鸟马牛春夏秋冬东南西北红黄蓝金石竹心手足梦船桥灯书画茶酒歌龙虎'],
  latin: [...'ABDEFGHKLMNPRTVXY347'],
} as const

/** Which characters the machine's fonts can draw: looked at once, by drawing. */
let drawable: Promise<{ chinese: boolean; latin: boolean }> | undefined

/** Draws `一` and `H`: the first is wider than high only where a font has it, an empty picture means no font at all. */
async function lookAtFonts(): Promise<{ chinese: boolean; latin: boolean }> {
  const [one, letter] = await Promise.all([inkOf('一'), inkOf('H')])
  return { chinese: one !== null && one.height * 2 < one.width, latin: letter !== null }
}

/** Extent of the ink of a character; null when nothing was drawn. */
async function inkOf(character: string): Promise<{ width: number; height: number } | null> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="80" height="80"><rect width="80" height="80" fill="#fff"/>${glyph(character, 10, 10, 60)}</svg>`
  const { data, info } = await sharp(Buffer.from(svg)).greyscale().raw().toBuffer({ resolveWithObject: true })
  let [left, right, top, bottom] = [info.width, -1, info.height, -1]
  for (let i = 0; i < data.length; i += info.channels) {
    if ((data[i] ?? 255) > 128) continue
    const [x, y] = [(i / info.channels) % info.width, Math.floor(i / info.channels / info.width)]
    ;[left, right, top, bottom] = [Math.min(left, x), Math.max(right, x), Math.min(top, y), Math.max(bottom, y)]
  }
  return right < 0 ? null : { width: right - left + 1, height: bottom - top + 1 }
}

/** Four different things at places that do not touch; Chinese characters where the reader and the fonts know them. */
export async function chooseThings(chinese: boolean, count: number): Promise<Thing[]> {
  drawable ??= lookAtFonts()
  const fonts = await drawable
  const pool = chinese && fonts.chinese ? characters.chinese : fonts.latin ? characters.latin : []
  const texts = pick(pool, Math.min(pool.length, randomInt(1, count)))
  const named = [
    ...texts.map((name) => ({ type: 'text' as const, name })),
    ...pick(iconNames, count - texts.length).map((name) => ({ type: 'icon' as const, name })),
  ]
  const things: Thing[] = []
  for (const each of pick(named, count)) things.push({ ...each, ...placeFor(things) })
  return things
}

/** `count` of them in any order, each once. */
function pick<T>(from: readonly T[], count: number): T[] {
  const left = [...from]
  return Array.from({ length: count }, () => left.splice(randomInt(left.length), 1)).flat()
}

const margin = 8

function placeFor(others: readonly Thing[]): { x: number; y: number; size: number } {
  for (;;) {
    const size = randomInt(34, 47)
    const x = randomInt(margin, width - size - margin)
    const y = randomInt(margin, height - size - margin)
    const apart = (other: Thing) =>
      x + size + margin < other.x ||
      other.x + other.size + margin < x ||
      y + size + margin < other.y ||
      other.y + other.size + margin < y
    if (others.every(apart)) return { x, y, size } // four squares of 46 never fill a picture of 350 by 200
  }
}

/** The picture with these things, as PNG. */
export async function drawThings(things: readonly Thing[]): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${ground()}${things.map(drawThing).join('')}${scratches()}</svg>`
  return sharp(Buffer.from(svg)).png({ palette: true, colours: 64 }).toBuffer()
}

const hue = () => randomInt(360)

function ground(): string {
  const [from, to] = [hue(), hue()]
  const blots = Array.from(
    { length: 14 },
    () =>
      `<circle cx="${randomInt(width)}" cy="${randomInt(height)}" r="${randomInt(8, 40)}" fill="hsl(${hue()},45%,72%)" opacity="0.5"/>`,
  )
  return `<defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="hsl(${from},40%,86%)"/><stop offset="1" stop-color="hsl(${to},40%,80%)"/></linearGradient></defs><rect width="${width}" height="${height}" fill="url(#g)"/>${blots.join('')}`
}

function drawThing({ type, name, x, y, size }: Thing): string {
  const middle = `${x + size / 2} ${y + size / 2}`
  const turn = `rotate(${randomInt(-24, 25)} ${middle})`
  const drawn =
    type === 'text'
      ? glyph(name, x, y, size)
      : `<path transform="translate(${x} ${y}) scale(${size / 24})" fill-rule="evenodd" d="${icons[name as IconName]}"/>`
  return `<g transform="${turn}" fill="hsl(${hue()},60%,28%)" opacity="0.86">${drawn}</g>`
}

/** A character that fills the square at x, y. */
function glyph(character: string, x: number, y: number, size: number): string {
  return `<text x="${x + size / 2}" y="${y + size * 0.86}" font-size="${size}" font-weight="700" text-anchor="middle" font-family="Noto Sans CJK SC, Noto Sans SC, Source Han Sans SC, Microsoft YaHei, PingFang SC, WenQuanYi Zen Hei, sans-serif">${character}</text>`
}

/** Thin lines over everything, which a person looks through. */
function scratches(): string {
  const point = () => `${randomInt(width)} ${randomInt(height)}`
  return Array.from(
    { length: 7 },
    () =>
      `<path d="M${point()}Q${point()} ${point()}" fill="none" stroke="hsl(${hue()},50%,45%)" stroke-width="1" opacity="0.6"/>`,
  ).join('')
}
