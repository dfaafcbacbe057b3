import { describe, expect, it } from 'vitest'
import { rowName, rowTypeOf, rowTypes } from '../../codegen/emit/rowTypes.ts'
import { columnsOf } from '../../server/core/db/columns.ts'
import { parseEntity } from '../../src/schemas/language/entity/parseEntity.ts'
import type { Issue } from '../../src/schemas/language/issue.ts'

/** The interface of a table with these fields. */
function written(fields: Record<string, unknown>): string[] {
  const issues: Issue[] = []
  const entity = parseEntity({ table: 'shop_thing', softDelete: true }, fields, ['entity'], issues)
  expect(issues).toEqual([])
  if (!entity) throw new Error('no entity')
  return rowTypes(new Map([[entity.table, rowTypeOf(entity, columnsOf(entity))]]), 'src/schemas').split('\n')
}

describe('the interface of a row', () => {
  const lines = written({
    name: { kind: 'string', required: true },
    state: { kind: 'select', required: true, options: [{ value: 1 }, { value: 2 }] },
    way: { kind: 'radio', nullable: true, options: [{ value: "it's" }, { value: 'b\\c' }] },
    old: { kind: 'select', required: true, store: 'varchar(5)', options: [{ value: 1 }, { value: 2 }] },
    on: { kind: 'switch', on: 'yes', off: 'no' },
    flag: { kind: 'switch', store: 'boolean' },
    uses: { kind: 'checkbox', options: [{ value: 'a' }, { value: 'b' }] },
    rules: { kind: 'remoteMultiSelect', table: 'x', show: 'y' },
    price: { kind: 'money', required: true },
    weight: { kind: 'number' },
    born: { kind: 'date', nullable: true },
    pairs: { kind: 'array' },
    lines: { kind: 'subtable', fields: { id: { kind: 'integer', required: true }, note: { kind: 'string' } } },
    raw: { kind: 'json' },
    made: { kind: 'integer', virtual: { compute: 'made', reads: ['id'] } },
  })

  it.each([
    'export interface ShopThingRow {',
    '  id: number',
    '  name: string',
    '  state: 1 | 2',
    String.raw`  way: 'it\'s' | 'b\\c' | null`,
    '  old: string',
    "  on: 'yes' | 'no'",
    '  flag: boolean',
    "  uses: readonly ('a' | 'b')[]",
    '  rules: readonly number[]',
    '  price: number',
    '  weight: string | null',
    '  born: string | null',
    '  pairs: readonly { key: string; value: string }[]',
    '  lines: readonly { id: number; note?: string }[]',
    '  raw: unknown',
    '  delete_time: number | null',
  ])('has the line %s', (line) => {
    expect(lines).toContain(line)
  })

  it('has no value that is not stored', () => {
    expect(lines.filter((line) => line.includes('made:'))).toEqual([])
  })

  it('is called after its table', () => {
    expect(rowName('admin_group_access')).toBe('AdminGroupAccessRow')
  })
})
