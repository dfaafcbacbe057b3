import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseDetail, sectionKinds } from '../../src/schemas/language/detail/parseDetail.ts'
import { parseEntityFile } from '../../src/schemas/language/entity/parseEntity.ts'
import type { Issue } from '../../src/schemas/language/issue.ts'
import { readSources, root } from '../architecture/sources.ts'

const folder = 'src/schemas/language/detail'
const kinds = [...new Set(Object.values(sectionKinds))]
const nameOf = (kind: (typeof kinds)[number]) => {
  const names = Object.entries(sectionKinds).flatMap(([as, each]) => (each === kind ? [as] : []))
  return names.length > 1 ? 'rows' : (names[0] ?? '')
}
const keys = kinds.flatMap((kind) => Object.keys(kind.keys))

describe('a new kind of section needs one file and three rows', () => {
  it.each(kinds.map((kind) => [nameOf(kind), kind] as const))(
    '%s has its file, and says what each of its keys is for',
    (name, kind) => {
      expect(existsSync(join(root, folder, 'kinds', `${name}.ts`))).toBe(true)
      expect(Object.keys(kind.help).filter((key) => !/[.[]/.test(key))).toEqual(Object.keys(kind.keys))
      expect(Object.values(kind.help).every((text) => text.endsWith('.'))).toBe(true)
    },
  )

  it('nothing tells sections apart by a key that they have', () => {
    const guess = new RegExp(`'(?:${keys.join('|')})' in (?:section|part)\\b`)
    expect(guess.test("'relation' in section")).toBe(true)
    const found = readSources('src', 'server', 'codegen', 'modules').filter(
      ({ path }) => !path.startsWith(`${folder}/`) && guess.test(readFileSync(join(root, path), 'utf8')),
    )
    expect(found.map(({ path }) => path)).toEqual([])
  })
})

describe('a section is of the kind whose key the page writes', () => {
  const entity = parseEntityFile({ table: 'letter', fields: { title: { kind: 'string' }, body: { kind: 'textarea' } } }, [])
  const parse = (part: Parameters<typeof parseDetail>[0][number]) => {
    const issues: Issue[] = []
    if (!entity) throw new Error('the table does not parse')
    return { sections: parseDetail([part], entity, issues), issues: issues.map(({ what }) => what) }
  }

  it('and of fields without any', () => {
    expect(parse({ name: 'base', fields: ['title'] }).sections).toEqual([{ name: 'base', as: 'fields', fields: ['title'] }])
    expect(parse({ name: 'texts', difference: ['title', 'body'] }).sections[0]?.as).toBe('difference')
    expect(parse({ name: 'steps', actions: ['edit'] }).sections[0]?.as).toBe('actions')
    expect(parse({ name: 'lines', relation: 'lines', as: 'timeline' }).sections[0]?.as).toBe('timeline')
  })

  it('and has nothing else where it compares, links or offers actions', () => {
    expect(parse({ name: 'texts', difference: ['title', 'body'], limit: 5 }).issues.join()).toContain('has nothing else')
  })
})
