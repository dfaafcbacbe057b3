import { describe, expect, it } from 'vitest'
import { requireOpenTable } from '../../server/modules/designer/drafts.ts'
import { parseEntity, tableName } from '../../src/schemas/language/entity/parseEntity.ts'
import type { Issue } from '../../src/schemas/language/issue.ts'

describe('names of tables', () => {
  it.each(['orders', 'stock.items', 'Doctor Specialty', '收费单', 'Ventes été.Lignes'])(
    '%s can be a table of another system',
    (name) => {
      expect(tableName.test(name)).toBe(true)
    },
  )

  it.each([
    'public.admin',
    'PG_catalog.pg_authid',
    'information_schema.tables',
    'admin ',
    ' admin',
    'admin as x',
    'a.b.c',
    'a"b',
    '.a',
    'a.',
  ])('"%s" is refused: it is another name of a table, or none', (name) => {
    expect(tableName.test(name)).toBe(false)
  })

  it('are plain where Kontor makes the table', () => {
    const issues: Issue[] = []
    parseEntity({ table: 'stock.items' }, { 'First name': { kind: 'string' } }, ['entity'], issues)
    expect(issues.map(({ what }) => what)).toEqual([
      '"stock.items" is no name of a table',
      'a field name is a letter, then letters, digits and _',
    ])
    const none: Issue[] = []
    parseEntity({ table: 'stock.items', external: true }, { 'First name': { kind: 'string' } }, ['entity'], none)
    expect(none).toEqual([])
  })

  it('that decide about rights stay closed to the designer, whatever schema is said', () => {
    const draft = (table: string) =>
      ({ page: JSON.stringify({ entity: { table, external: true } }) }) as Parameters<typeof requireOpenTable>[0]
    expect(() => requireOpenTable(draft('kontor.admin'))).toThrow()
    expect(() => requireOpenTable(draft('stock.items'))).not.toThrow()
  })
})
