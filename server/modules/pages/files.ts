import { createHash } from 'node:crypto'
import { pageFile } from '../../../codegen/build/pageFile.ts'
import type { Schema } from '../../../codegen/schema/schema.ts'
import type { PageFile } from '../../../src/schemas/api/pages.ts'
import type { Locale } from '../../../src/schemas/language/words.ts'
import { type Encoding, encoders } from '../../core/http/compression.ts'

/** The file of a page in one language: the answer that delivers it. */
export interface DeliveredFile {
  /** Of the page with its words: it changes with these and with nothing else. */
  readonly hash: string
  /** Bytes of the answer, not compressed. */
  readonly length: number
  /** The answer in an encoding, compressed once. */
  body(encoding: Encoding): Promise<Buffer>
}

const known = new WeakMap<Schema, Map<string, DeliveredFile>>()

/** The file of a page, made when it is first asked for and kept as long as the schema; undefined where there is no such page. */
export function deliveredFile(schema: Schema, id: string, locale: Locale): DeliveredFile | undefined {
  const files = known.get(schema) ?? new Map<string, DeliveredFile>()
  known.set(schema, files)
  const key = `${id}.${locale}`
  const file = files.get(key) ?? makeFile(schema, id, locale)
  if (file) files.set(key, file)
  return file
}

function makeFile(schema: Schema, id: string, locale: Locale): DeliveredFile | undefined {
  const content = pageFile(schema, id, locale)
  if (!content) return undefined
  const hash = hashOf(JSON.stringify(content))
  const data: PageFile = { hash, ...content }
  // Without a time: caches keep the answer, and the client would take an old clock for the server's.
  const plain = Buffer.from(JSON.stringify({ code: 1, msg: '', time: 0, data }))
  const bodies = new Map<Encoding, Promise<Buffer>>()
  return {
    hash,
    length: plain.length,
    body(encoding) {
      const made = bodies.get(encoding) ?? (encoding === 'identity' ? Promise.resolve(plain) : encoders[encoding](plain))
      bodies.set(encoding, made)
      return made
    },
  }
}

/** 96 bits tell the versions of a page apart. */
const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 16)
