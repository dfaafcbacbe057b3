import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Refused } from '../../../../core/refuse.ts'

/** Marks at the beginning of a file that say its encoding. */
const marks: readonly { bytes: readonly number[]; encoding: string }[] = [
  { bytes: [0xef, 0xbb, 0xbf], encoding: 'utf-8' },
  { bytes: [0xff, 0xfe], encoding: 'utf-16le' },
  { bytes: [0xfe, 0xff], encoding: 'utf-16be' },
]

/**
 * The encoding of a file: the one its mark says; else the one that was asked for; else UTF-8, and GBK (as GB 18030, which holds it) where
 * the bytes are no UTF-8. Reads the whole file, piece by piece. Throws `Refused` for what is no text.
 */
export async function encodingOf(path: string, asked: string): Promise<string> {
  const marked = await markOf(path)
  const tried = marked ? [marked] : asked === 'auto' ? ['utf-8', 'gbk'] : [asked]
  for (const encoding of tried) if (await isText(path, encoding)) return encoding
  throw new Refused('import.encoding')
}

/** The text of a file in pieces, without its mark. The encoding is one that `encodingOf` gave. */
export async function* textOf(path: string, encoding: string): AsyncGenerator<string> {
  const decoder = decoderOf(encoding)
  for await (const chunk of createReadStream(path, { highWaterMark: pieceSize })) {
    const text = decoder.decode(chunk as Buffer, { stream: true })
    if (text !== '') yield text
  }
  const rest = decoder.decode()
  if (rest !== '') yield rest
}

/** Bytes that are read at once. */
const pieceSize = 64 * 1024

async function markOf(path: string): Promise<string | undefined> {
  const file = await open(path)
  try {
    const { buffer } = await file.read(Buffer.alloc(3), 0, 3, 0)
    return marks.find(({ bytes }) => bytes.every((byte, i) => buffer[i] === byte))?.encoding
  } finally {
    await file.close()
  }
}

async function isText(path: string, encoding: string): Promise<boolean> {
  try {
    for await (const text of textOf(path, encoding)) if (text.includes('\0')) return false
    return true
  } catch (error) {
    if (error instanceof TypeError) return false // what a decoder throws for bytes that are no text
    throw error
  }
}

function decoderOf(encoding: string): TextDecoder {
  return new TextDecoder(encoding === 'gbk' ? 'gb18030' : encoding, { fatal: true })
}

/** The sign between cells: whichever the first line, outside of quotes, has most of. */
export function delimiterOf(text: string): string {
  const [first = ''] = text.replace(/"[^"]*"/g, '').split(/\r\n|\r|\n/, 1)
  const counts = [',', '\t', ';'].map((sign) => ({ sign, n: first.split(sign).length }))
  return counts.reduce((most, each) => (each.n > most.n ? each : most)).sign
}
