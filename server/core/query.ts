import { Refused } from './refuse.ts'

export type QueryValue = string | QueryValue[] | { [name: string]: QueryValue }
export type Query = Record<string, QueryValue>

/** Caps on what one address may carry (controls C34). */
export const queryCaps = { params: 1000, depth: 5, length: 64 * 1024 } as const

const unsafe = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * Parses the part of an address behind `?` as axios and jQuery write it: `ids[]=1&ids[]=2`, `search[0][field]=x`. Lists are lists of
 * consecutive indexes; anything else in brackets is an object. A name given twice without `[]` is refused, as are too many parameters,
 * brackets nested too deep, broken percent-encoding, NUL, and names that reach into prototypes. Throws `Refused`.
 */
export function parseQuery(text: string): Query {
  if (text === '') return {}
  if (text.length > queryCaps.length) throw new Refused('http.query')
  const pairs = text.split('&')
  if (pairs.length > queryCaps.params) throw new Refused('http.query')
  const root: Node = new Map()
  for (const pair of pairs) {
    if (pair === '') continue
    const cut = pair.indexOf('=')
    const name = decode(cut < 0 ? pair : pair.slice(0, cut))
    put(root, pathOf(name), decode(cut < 0 ? '' : pair.slice(cut + 1)), name)
  }
  return Object.fromEntries([...root].map(([key, value]) => [key, plain(value)]))
}

type Node = Map<string, Node | string[] | string>

function decode(text: string): string {
  try {
    const decoded = decodeURIComponent(text.replaceAll('+', ' '))
    if (decoded.includes('\0')) throw new Refused('http.query')
    return decoded
  } catch {
    throw new Refused('http.query')
  }
}

/** `search[0][field]` → ['search', '0', 'field']; `ids[]` → ['ids', '']. */
function pathOf(name: string): string[] {
  const open = name.indexOf('[')
  if (open <= 0) {
    if (name === '' || open === 0) throw new Refused('http.query')
    return checked([name])
  }
  const rest = name.slice(open)
  if (!/^(\[[^[\]]*\])+$/.test(rest)) throw new Refused('http.query')
  return checked([name.slice(0, open), ...rest.slice(1, -1).split('][')])
}

function checked(path: string[]): string[] {
  if (path.length > queryCaps.depth || path.some((part) => unsafe.has(part))) throw new Refused('http.query')
  if (path.slice(0, -1).includes('')) throw new Refused('http.query') // `a[][b]`: which object would the next one belong to?
  return path
}

function put(root: Node, path: string[], value: string, name: string): void {
  let node = root
  for (const [i, part] of path.entries()) {
    const last = i === path.length - 1
    const next = path[i + 1]
    const found = node.get(part)
    if (last) {
      if (found !== undefined) throw new Refused('http.repeated', { name })
      node.set(part, value)
    } else if (next === '') {
      if (found !== undefined && !Array.isArray(found)) throw new Refused('http.repeated', { name })
      if (found) found.push(value)
      else node.set(part, [value])
      return
    } else {
      if (found !== undefined && !(found instanceof Map)) throw new Refused('http.repeated', { name })
      const child: Node = found ?? new Map()
      node.set(part, child)
      node = child
    }
  }
}

function plain(node: Node | string[] | string): QueryValue {
  if (typeof node === 'string' || Array.isArray(node)) return node
  const keys = [...node.keys()]
  if (keys.length > 0 && keys.every((key, i) => key === String(i))) return [...node.values()].map(plain)
  return Object.fromEntries([...node].map(([key, value]) => [key, plain(value)]))
}
