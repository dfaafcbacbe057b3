import { isObject } from '../../../src/schemas/isObject.ts'
import { Refused } from '../refuse.ts'
import { deepest, tooDeepAt } from './request/nesting.ts'

/** Bytes of a JSON body, and how deep its objects and lists may be nested (controls C34). */
export const bodyCaps = { bytes: 1024 * 1024, depth: deepest } as const

const unsafe = new Set(['__proto__', 'constructor', 'prototype'])

/** Parses a posted body: an object of JSON in UTF-8, or nothing at all. Throws `Refused` for anything else and for NUL in texts. */
export function parseBody(bytes: Buffer): Record<string, unknown> {
  if (bytes.length === 0) return {}
  let json: unknown
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    if (tooDeepAt(text) !== undefined) throw new Refused('http.body')
    json = JSON.parse(text)
  } catch {
    throw new Refused('http.body')
  }
  if (!isObject(json)) throw new Refused('http.body')
  check(json, 1)
  return json
}

/** Names that reach into prototypes are taken out: no field is called so. */
function check(value: object, depth: number): void {
  if (depth > bodyCaps.depth) throw new Refused('http.body')
  for (const [key, part] of Object.entries(value)) {
    if (unsafe.has(key) && !Array.isArray(value)) Reflect.deleteProperty(value, key)
    else if (typeof part === 'string') {
      if (part.includes('\0')) throw new Refused('http.body')
    } else if (part !== null && typeof part === 'object') check(part, depth + 1)
  }
}
