import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { type MadeMember, rowMaker } from '../../server/core/db/rowMaker.ts'

const member = (name: string, at: number): MadeMember<readonly unknown[], unknown> => ({ name, of: (values) => values[at] })
const made = (names: readonly string[], values: readonly unknown[]) =>
  rowMaker<readonly unknown[], unknown>(names.map(member))(values, undefined)

test('a row has its members in their order, whatever they are called', () => {
  const names = ['id', 'a b', '"', "'", '\\', '\n\u2028', '1', '', 'constructor', 'default', '名称']
  const row = made(names, names)
  expect(new Map(Object.entries(row))).toEqual(new Map(names.map((name) => [name, name])))
  expect(Object.keys(made(['b', 'a'], [1, 2]))).toEqual(['b', 'a'])
  expect(made([], [])).toEqual({})
})

test('a name of objects themselves is a member like any other, and changes nothing else', () => {
  const row = made(['constructor', 'toString', 'hasOwnProperty'], [1, 2, 3])
  expect(Object.getPrototypeOf(row)).toBe(Object.prototype)
  expect(Object.entries(row)).toEqual([
    ['constructor', 1],
    ['toString', 2],
    ['hasOwnProperty', 3],
  ])
  expect(({} as Record<string, unknown>).toString).toBe(Object.prototype.toString)
})

test('a column of the name under which objects have their prototype is a member too', () => {
  const row = made(['id', '__proto__'], [1, { admin: true }])
  expect(Object.entries(row)).toEqual([
    ['id', 1],
    ['__proto__', { admin: true }],
  ])
  expect(Object.getPrototypeOf(row)).toBe(Object.prototype)
})

test('of two members of one name the row has the last', () => {
  expect(made(['id', 'id'], [1, 2])).toEqual({ id: 2 })
})

test('what goes along with a row reaches each member', () => {
  const notes: string[] = []
  const make = rowMaker<number, string[]>([
    { name: 'double', of: (n, along) => along.push('double') && 2 * n },
    { name: 'half', of: (n, along) => along.push('half') && n / 2 },
  ])
  expect(make(4, notes)).toEqual({ double: 8, half: 2 })
  expect(notes).toEqual(['double', 'half'])
})

test('rows are the same where code may not be made of texts', () => {
  const file = JSON.stringify(new URL('../../server/core/db/rowMaker.ts', import.meta.url).href)
  const code = `import { rowMaker } from ${file}
    process.stdout.write(JSON.stringify(rowMaker([{ name: 'b', of: (n) => n }, { name: 'a', of: (n) => n + 1 }])(1)))`
  const run = (...flags: string[]) =>
    spawnSync(process.execPath, [...flags, '--input-type=module', '-e', code], { encoding: 'utf8' })
  expect(run('--disallow-code-generation-from-strings').stdout).toBe('{"b":1,"a":2}')
  expect(run().stdout).toBe('{"b":1,"a":2}')
})
