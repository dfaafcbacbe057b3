import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, expectTypeOf, it } from 'vitest'
import type { Field } from '../../src/schemas/field.ts'
import { parseVirtual, virtualKinds } from '../../src/schemas/language/entity/virtual/virtualKinds.ts'
import type { RangeVirtual, Virtual, VirtualOf } from '../../src/schemas/virtual.ts'
import { readSources, root } from '../architecture/sources.ts'

const folder = 'src/schemas/language/entity/virtual'
/** The catalogue. */
const own = [`${folder}/`]
const kinds = Object.entries(virtualKinds)
const types = kinds.map(([type]) => type)
const keys = kinds.flatMap(([, { shape }]) => Object.keys(shape.shape))

const sources = readSources('src', 'server', 'codegen', 'modules').map(({ path }) => ({
  path,
  text: readFileSync(join(root, path), 'utf8'),
}))
const matching = (pattern: RegExp) => sources.flatMap(({ path, text }) => (pattern.test(text) ? [path] : [])).sort()

describe('a new kind of virtual value needs one file and three rows', () => {
  it.each(types)('the language has all of %s in the file of its name', (type) => {
    expect(existsSync(join(root, folder, `${type}.ts`))).toBe(true)
  })

  it.each(kinds)('%s says what each of its keys is for, and its first key is its name', (type, { shape, help }) => {
    expect(Object.keys(help)).toEqual(Object.keys(shape.shape))
    expect(Object.keys(shape.shape)[0]).toBe(type)
    expect(Object.values(help).every((text) => text.endsWith('.'))).toBe(true)
  })

  it('only the language and the SQL of the server name every kind', () => {
    expect(matching(/(?:Record<|in )(?:VirtualType|Virtual\['type'\])/)).toEqual([
      'server/crud/screen/computed.ts',
      `${folder}/virtualKinds.ts`,
    ])
  })

  it('nothing tells kinds apart by a key that they have, or by the value of their type', () => {
    const guess = new RegExp(
      `'(?:${keys.join('|')})' in [\\w.?]*\\bvirtual\\b|\\bvirtual\\??\\.type [!=]==|switch \\(.*\\bvirtual\\??\\.type`,
    )
    const samples = ["'sum' in field.virtual", "'fill' in virtual", "field.virtual?.type === 'sum'", 'switch (virtual.type)']
    expect(samples.filter((text) => !guess.test(text))).toEqual([])
    expect(guess.test("'compute' in filter")).toBe(false)
    expect(matching(guess).filter((path) => !own.some((each) => path.startsWith(each)))).toEqual([])
  })
})

describe('the type of a virtual value', () => {
  const place = { at: [], issues: [] }

  it('is that of the key that the page writes', () => {
    expect(parseVirtual({ sum: 'lines.quantity' }, place)).toEqual({ type: 'sum', sum: 'lines.quantity' })
    expect(parseVirtual({ range: 'skus.price' }, place)).toEqual({ type: 'range', list: 'ends', range: 'skus.price' })
    expect(parseVirtual({ labels: 'groups' }, place)).toEqual({ type: 'labels', list: 'names', labels: 'groups' })
  })

  it('is not written by pages, and one value has one kind', () => {
    expect(parseVirtual({ type: 'sum', sum: 'lines.quantity' }, place)).toBeUndefined()
    expect(parseVirtual({ sum: 'lines.quantity', count: 'lines' }, place)).toBeUndefined()
  })

  it('knows the members of its own kind and no others', () => {
    expectTypeOf<VirtualOf<'range'>>().toEqualTypeOf<RangeVirtual>()
    expectTypeOf<VirtualOf<'sum'>>().not.toHaveProperty('count')
    expectTypeOf<NonNullable<Field['virtual']>>().toEqualTypeOf<Virtual>()
  })

  it('is asked before a member of one kind is read', () => {
    // @ts-expect-error not every virtual value counts rows
    const relationOf = (virtual: Virtual) => virtual.count
    expect(relationOf({ type: 'count', count: 'lines' })).toBe('lines')
  })
})
