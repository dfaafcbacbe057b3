import { createReadStream } from 'node:fs'
import { fileTypeFromFile } from 'file-type'
import { isAllowedType, suffixOf, type UploadLimits } from '../../../src/schemas/api/upload.ts'

/** What a file is by its bytes. */
export interface DetectedType {
  /** Suffix it is stored under, without a dot. */
  suffix: string
  mimetype: string
}

/** Texts have no mark of their own: these suffixes are believed when the bytes are UTF-8 text. They are only ever sent as downloads. */
const texts: Readonly<Record<string, string>> = {
  txt: 'text/plain',
  csv: 'text/csv',
  md: 'text/markdown',
  log: 'text/plain',
}

/** Formats that a browser would run in the site's name are taken under no setting. */
const refused = new Set(['xml', 'svg', 'html', 'xhtml', 'mhtml', 'swf', 'js', 'mjs', 'crx', 'wasm'])

/** Other suffixes of the same format. */
const aliases: Readonly<Record<string, readonly string[]>> = { jpg: ['jpeg'], tif: ['tiff'], mp4: ['m4v'], ogg: ['oga'] }
const plainer: Readonly<Record<string, string>> = { apng: 'png', jpeg: 'jpg' }

/**
 * The type of the file at `path` by its content; undefined when nothing allows it. What the name and the sender claim is not believed: a
 * program called `.png` is a program.
 */
export async function detectType(path: string, name: string, limits: UploadLimits): Promise<DetectedType | undefined> {
  const found = await fileTypeFromFile(path)
  if (!found) return textType(path, name, limits)
  const suffix = plainer[found.ext] ?? found.ext
  if (refused.has(suffix) || !/^[a-z0-9]{1,10}$/.test(suffix)) return undefined
  const mimetype = suffix === 'png' ? 'image/png' : (found.mime.split(';')[0] ?? '')
  const names = [suffix, ...(aliases[suffix] ?? [])]
  return names.some((each) => isAllowedType({ name: `x.${each}`, type: mimetype }, limits)) ? { suffix, mimetype } : undefined
}

async function textType(path: string, name: string, limits: UploadLimits): Promise<DetectedType | undefined> {
  const suffix = suffixOf(name)
  const mimetype = Object.hasOwn(texts, suffix) ? texts[suffix] : undefined
  if (!mimetype || !isAllowedType({ name, type: mimetype }, limits)) return undefined
  return (await isText(path)) ? { suffix, mimetype } : undefined
}

/** UTF-8 without NUL. */
async function isText(path: string): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const chunk of createReadStream(path)) {
      if (decoder.decode(chunk as Buffer, { stream: true }).includes('\0')) return false
    }
    decoder.decode()
    return true
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}

/** How a stored file is sent: shown in the browser, or as a download only. Whatever is not named here is a download of bytes. */
const shown: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  bmp: 'image/bmp',
  pdf: 'application/pdf',
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  ogg: 'audio/ogg',
  mp4: 'video/mp4',
  webm: 'video/webm',
}

/** MIME type a stored file is sent with, and whether the browser may show it in place. */
export function servedAs(suffix: string): { type: string; inline: boolean } {
  const type = Object.hasOwn(shown, suffix) ? shown[suffix] : undefined
  return { type: type ?? 'application/octet-stream', inline: type !== undefined }
}
