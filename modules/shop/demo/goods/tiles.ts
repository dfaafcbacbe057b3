import { competitionTiles } from '../teams/competitions.ts'
import { bannerTiles } from './adverts.ts'
import { classes, companies, recycled } from './catalogue.ts'

/** Pictures of the demo shop, by file name below the module's public/demo: a tile in the colour of its class with the first letter, drawn, not loaded. */
export function demoTiles(): Map<string, string> {
  const tiles = new Map<string, string>()
  let n = 0
  for (const [i, top] of classes.entries()) {
    tiles.set(`class-${i + 1}.svg`, tile(top.color, top.name, i))
    for (const goods of top.goods) tiles.set(goodsFile(++n), tile(top.color, goods.name, n))
  }
  for (const goods of recycled) tiles.set(goodsFile(++n), tile('#7a7f87', goods.name, n))
  for (const [i, company] of companies.entries())
    tiles.set(`company-${i + 1}.svg`, tile(hues[i % hues.length] ?? '#555', company.name, i + 40))
  for (let i = 1; i <= 24; i++) tiles.set(`avatar-${String(i).padStart(2, '0')}.svg`, avatar(hues[i % hues.length] ?? '#555', i))
  for (const [name, svg] of [...bannerTiles(), ...competitionTiles()]) tiles.set(name, svg)
  return tiles
}

const hues = ['#3f6fb5', '#c2557a', '#4f8a63', '#9a6b3f', '#6b5ca5', '#2f8f9d', '#b7791f', '#c0564f', '#5b7083', '#7a5c8e']

function goodsFile(n: number): string {
  return `goods-${String(n).padStart(2, '0')}.svg`
}

/** A square with a lighter shape that differs from tile to tile, and one large letter. */
function tile(color: string, name: string, n: number): string {
  const letter = [...name][0] ?? ''
  const [x, y, r] = [20 + ((n * 37) % 120), 20 + ((n * 53) % 120), 50 + ((n * 17) % 40)]
  return svg(
    `<rect width="160" height="160" fill="${color}"/><circle cx="${x}" cy="${y}" r="${r}" fill="#fff" fill-opacity=".14"/>` +
      `<path d="M0 ${110 + (n % 3) * 8}C50 ${90 + (n % 5) * 6} 100 ${140 - (n % 4) * 6} 160 ${104 + (n % 4) * 6}V160H0Z" fill="#000" fill-opacity=".12"/>` +
      `<text x="80" y="104" font-size="72" text-anchor="middle" fill="#fff" font-family="system-ui,'PingFang SC','Microsoft YaHei','Noto Sans SC',sans-serif">${letter}</text>`,
  )
}

/** Head and shoulders. */
function avatar(color: string, n: number): string {
  const skin = ['#f3d2b3', '#e8bd96', '#f7dfc8'][n % 3]
  const hair = ['#2b2b33', '#4a3426', '#6b4a2f', '#1d1d22'][n % 4]
  const long = n % 2 === 0 ? `<rect x="46" y="56" width="68" height="${50 + (n % 3) * 10}" rx="26" fill="${hair}"/>` : ''
  return svg(
    `<rect width="160" height="160" fill="${color}" fill-opacity=".35"/>${long}<circle cx="80" cy="70" r="32" fill="${skin}"/>` +
      `<path d="M48 68a32 32 0 0 1 64 0c-10-${8 + (n % 4) * 3}-22-16-34-14s-24 4-30 14Z" fill="${hair}"/>` +
      `<path d="M24 160c4-36 28-50 56-50s52 14 56 50Z" fill="${color}"/>`,
  )
}

function svg(content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 160" width="160" height="160">${content}</svg>\n`
}
