import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { type Action, actionTypes, anyKinds } from '../../src/schemas/language/action/action.ts'
import type { PrintAction } from '../../src/schemas/language/action/kinds/print.ts'
import type { RunAction } from '../../src/schemas/language/action/kinds/run.ts'
import { readSources, root } from '../architecture/sources.ts'

const sources = readSources('src', 'server', 'codegen', 'modules').map(({ path }) => ({
  path,
  text: readFileSync(join(root, path), 'utf8'),
}))
const matching = (pattern: RegExp) => sources.flatMap(({ path, text }) => (pattern.test(text) ? [path] : [])).sort()

describe('a new type of action needs one file and three rows', () => {
  it.each(actionTypes)('the language has all of %s in the file of its name', (type) => {
    expect(existsSync(join(root, `src/schemas/language/action/kinds/${type}.ts`))).toBe(true)
  })

  it('only the language, the presses of buttons and the addresses of the server name every type', () => {
    expect(matching(/(?:Record<|in )(?:Own)?Action\['type'\]/)).toEqual([
      'server/crud/action/kinds.ts',
      'src/renderers/screens/crud/presses.ts',
      'src/schemas/language/action/action.ts',
    ])
  })

  it('nothing tells actions apart by the value of their type, or by a key that they have', () => {
    const keys = [...new Set(Object.values(anyKinds).flatMap((kind) => Object.keys(kind.help)))].filter(
      (key) => !key.includes('.'),
    )
    expect(keys).toEqual(expect.arrayContaining(['preview', 'perRow', 'answer', 'print', 'tool']))
    const guess = new RegExp(
      `'(?:${[...keys, 'set', 'notify'].join('|')})' in \\w*[aA]ction|\\.type [!=]== '(?:${actionTypes.join('|')})'`,
    )
    expect(guess.test("if (action.type === 'print')") && guess.test("'answer' in action")).toBe(true)
    expect(matching(guess)).toEqual([])
  })
})

describe('the type of an action', () => {
  it('knows the members of its own type and no others', () => {
    expectTypeOf<PrintAction>().not.toHaveProperty('set')
    expectTypeOf<RunAction>().not.toHaveProperty('print')
    expectTypeOf<Action>().toHaveProperty('fields')
  })

  it('is asked before a member of one type is read', () => {
    // @ts-expect-error not every action prints
    const sectionsOf = (action: Action) => action.print
    const printed = (action: Action) => (action.type === 'print' ? action.print.sections : [])
    expect([sectionsOf, printed]).toHaveLength(2)
  })
})
