import { describe, expect, it } from 'vitest'
import { parseEntity } from '../../src/schemas/language/entity/parseEntity.ts'
import { formatIssue, type Issue } from '../../src/schemas/language/issue.ts'

const fields = {
  order_no: { kind: 'integer', required: true },
  line_no: { kind: 'integer', required: true },
  code: { kind: 'string', secret: true },
  weight: { kind: 'number', store: 'real' },
  sizes: { kind: 'json' },
  boss: { kind: 'integer' },
}

function parsed(more: Record<string, unknown>, own: Record<string, unknown> = {}) {
  const issues: Issue[] = []
  const json = { table: 'order_lines', external: true, key: ['order_no', 'line_no'], ...more }
  const entity = parseEntity(json, { ...fields, ...own }, ['entity'], issues)
  return { entity, faults: issues.map((issue) => formatIssue(issue)) }
}

describe('a key of several columns', () => {
  it('is made of fields that are given once, and is the order of the list', () => {
    const { entity, faults } = parsed({})
    expect(faults).toEqual([])
    expect(entity).toMatchObject({ key: '_key', keyParts: ['order_no', 'line_no'], readOnly: null })
    expect(entity?.sort).toEqual([
      ['order_no', 'asc'],
      ['line_no', 'asc'],
    ])
    expect(entity?.fields).toMatchObject({
      _key: { readOnly: true, store: null },
      order_no: { writeOnce: true },
      boss: { writeOnce: false },
    })
  })

  it.each([
    [{ external: false }, /entity\.key: only a table of another system \("external"\) has a key of several columns/],
    [{ key: ['order_no'] }, /entity\.key/],
    [{ key: ['order_no', 'lineno'] }, /entity\.key\.1: no such field "lineno"; did you mean "line_no"\?/],
    [{ key: ['order_no', 'order_no'] }, /entity\.key\.1: "order_no" is named twice/],
    [{ key: ['order_no', 'code'] }, /entity\.key\.1: "code" is not shown whole, but keys are/],
    [{ key: ['order_no', 'weight'] }, /entity\.key\.1: "weight" holds values of the type real, which no key is made of/],
    [{ key: ['order_no', 'sizes'] }, /entity\.key\.1: "sizes" holds values of the type json/],
    [{ keyGiven: true }, /entity\.keyGiven: the columns of a key are given by people unless the database fills them/],
    [{ tree: { parent: 'boss' } }, /entity\.tree: a tree needs a key of one column/],
    [{ weigh: 'boss' }, /entity\.weigh: an order made by hand needs a key of one column/],
    [
      { relations: { parts: { table: 'parts', many: 'line_id' } } },
      /entity\.relations\.parts: a relation of many rows needs a key of one/,
    ],
  ])('%j is refused', (more, says) => {
    expect(parsed(more).faults.join('\n')).toMatch(says)
  })

  it('leaves its own name to what it makes, and has no tables of pairs', () => {
    expect(parsed({}, { _key: { kind: 'string' } }).faults.join()).toMatch(/fields\._key: "_key" is what names the rows/)
    const link = { table: 'pairs', own: 'line', other: 'tag' }
    const tags = { kind: 'remoteMultiSelect', page: 'tag', show: 'name', link }
    expect(parsed({}, { tags }).faults.join()).toMatch(/fields\.tags\.link: a table of pairs needs a key of one column/)
  })
})
