import { Refused } from '../../../../core/refuse.ts'

/** Text of a file and the name of its encoding. */
export interface Decoded {
  text: string
  encoding: string
}

/** Marks at the beginning of a file that say its encoding. */
const marks: readonly { bytes: readonly number[]; encoding: string }[] = [
  { bytes: [0xef, 0xbb, 0xbf], encoding: 'utf-8' },
  { bytes: [0xff, 0xfe], encoding: 'utf-16le' },
  { bytes: [0xfe, 0xff], encoding: 'utf-16be' },
]

/**
 * The text of a file: in the encoding its mark says; else in the one that was asked for; else UTF-8, and GBK (as GB 18030, which holds it)
 * where the bytes are no UTF-8. Throws `Refused` for what is no text.
 */
export function decodeFile(file: Buffer, asked: string): Decoded {
  const marked = marks.find(({ bytes }) => bytes.every((byte, i) => file[i] === byte))?.encoding
  const tried = marked ? [marked] : asked === 'auto' ? ['utf-8', 'gbk'] : [asked]
  for (const encoding of tried) {
    const text = decoded(file, encoding)
    if (text !== undefined) return { text, encoding }
  }
  throw new Refused('import.encoding')
}

function decoded(file: Buffer, encoding: string): string | undefined {
  try {
    const text = new TextDecoder(encoding === 'gbk' ? 'gb18030' : encoding, { fatal: true }).decode(file)
    return text.includes('\0') ? undefined : text
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}

/** The sign between cells: whichever the first line, outside of quotes, has most of. */
export function delimiterOf(text: string): string {
  const [first = ''] = text.replace(/"[^"]*"/g, '').split(/\r\n|\r|\n/, 1)
  const counts = [',', '\t', ';'].map((sign) => ({ sign, n: first.split(sign).length }))
  return counts.reduce((most, each) => (each.n > most.n ? each : most)).sign
}
