import { readdir } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, join } from 'node:path'

/** A font file with Chinese and Latin letters; in a collection the name of the one to take. */
export interface PdfFont {
  path: string
  member?: string
}

const folders = [
  '/usr/share/fonts',
  '/usr/local/share/fonts',
  join(homedir(), '.fonts'),
  join(homedir(), '.local/share/fonts'),
  '/System/Library/Fonts',
  '/Library/Fonts',
  join(process.env.SystemRoot ?? 'C:\\Windows', 'Fonts'),
]

/** Fonts of simplified Chinese as systems name them, the best first. */
const known: readonly (readonly [file: string, member?: string])[] = [
  ['NotoSansCJK-Regular.ttc', 'NotoSansCJKsc-Regular'],
  ['NotoSansSC-Regular.otf'],
  ['NotoSansSC-Regular.ttf'],
  ['NotoSansCJKsc-Regular.otf'],
  ['SourceHanSansSC-Regular.otf'],
  ['SourceHanSansCN-Regular.otf'],
  ['msyh.ttc', 'MicrosoftYaHei'],
  ['Hiragino Sans GB.ttc', 'HiraginoSansGB-W3'],
  ['STHeiti Medium.ttc', 'STHeitiSC-Medium'],
  ['wqy-microhei.ttc', 'WenQuanYiMicroHei'],
  ['wqy-zenhei.ttc', 'WenQuanYiZenHei'],
  ['NotoSerifCJK-Regular.ttc', 'NotoSerifCJKsc-Regular'],
  ['simhei.ttf'],
  ['DroidSansFallbackFull.ttf'],
]

let found: Promise<PdfFont | undefined> | undefined

/** The font of this machine for papers; undefined where it has none for Chinese. Looked for until there is one. */
export async function findPdfFont(): Promise<PdfFont | undefined> {
  found ??= findIn(folders)
  const font = await found
  if (!font) found = undefined
  return font
}

/** The best known font below these folders. */
export async function findIn(places: readonly string[]): Promise<PdfFont | undefined> {
  const lists = await Promise.all(places.map((place) => readdir(place, { recursive: true }).catch(() => [])))
  const files = new Map(lists.flatMap((list, i) => list.map((file) => [basename(file), join(places[i] ?? '', file)] as const)))
  for (const [file, member] of known) {
    const path = files.get(file)
    if (path) return { path, ...(member ? { member } : {}) }
  }
  return undefined
}
