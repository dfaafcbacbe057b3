import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readSources, root } from '../architecture/sources.ts'
import { productSchema } from '../harness/schemas.ts'

/** The codes that one call of `new Refused(…)` may have: whole ones, and beginnings of those that are put together. */
function codesOf(argument: string): { codes: string[]; beginnings: string[] } {
  const texts = [...argument.matchAll(/'([\w.-]+\.[\w.-]+)'/g)].map(([, code = '']) => code)
  const beginnings = [...argument.matchAll(/`([\w.-]*)\$\{/g)].map(([, beginning = '']) => beginning)
  return { codes: texts, beginnings }
}

const calls = readSources('server', 'modules')
  .filter(({ path }) => !/(^|\/)tests\//.test(path))
  .flatMap(({ path }) => {
    const text = readFileSync(join(root, path), 'utf8')
    return [...text.matchAll(/new Refused\(([^,{)$]*(?:\$\{[^}]*\}[^,{)$]*)*)/g)].map(([, argument = '']) => ({
      path,
      ...codesOf(argument),
    }))
  })

describe('what the server refuses with', () => {
  it.each(['zh-cn', 'en'] as const)('has words in %s', async (lang) => {
    const { words } = await productSchema()
    const known = new Set(Object.keys(words.shared[lang]))
    const missing = calls.flatMap(({ path, codes, beginnings }) => [
      ...codes.filter((code) => !known.has(`errors.${code}`)).map((code) => `${path}: ${code}`),
      ...beginnings
        .filter((beginning) => beginning !== '' && ![...known].some((key) => key.startsWith(`errors.${beginning}`)))
        .map((beginning) => `${path}: ${beginning}…`),
    ])
    expect(missing).toEqual([])
  })

  it('is found in the code', () => {
    expect(new Set(calls.flatMap(({ codes }) => codes)).size).toBeGreaterThan(250)
    expect(calls.some(({ beginnings }) => beginnings.includes('team.teamNotPossible.'))).toBe(true)
  })
})
