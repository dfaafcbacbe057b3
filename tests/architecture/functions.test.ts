import { describe, expect, test } from 'vitest'
import { readSources } from './sources.ts'

const longest = 60
const mostParameters = 4

/** Roots in which every function is checked. */
const roots = ['codegen', 'modules', 'scripts', 'server', 'src']

const functions = readSources(...roots)
  .filter(({ path }) => !/(^|\/)tests\//.test(path))
  .flatMap(({ path, functions }) => functions.map((each) => ({ ...each, place: `${path}:${each.line} ${each.name}` })))

describe('functions', () => {
  test('are found in every root that is checked', () => {
    expect(roots.filter((root) => !functions.some(({ place }) => place.startsWith(`${root}/`)))).toEqual([])
  })

  test(`are at most ${longest} lines long`, () => {
    expect(functions.filter(({ lines }) => lines > longest).map(({ place, lines }) => `${place}: ${lines} lines`)).toEqual([])
  })

  test(`take at most ${mostParameters} parameters`, () => {
    const tooMany = functions.filter(({ parameters }) => parameters > mostParameters)
    expect(tooMany.map(({ place, parameters }) => `${place}: ${parameters} parameters`)).toEqual([])
  })
})
