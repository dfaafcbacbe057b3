import { describe, expect, it } from 'vitest'
import { namedOptions, optionConstants } from '../../codegen/emit/optionConstants.ts'
import { loadSchema } from '../../codegen/load/pages.ts'
import { schemaSources } from '../../codegen/load/schemaSources.ts'
import { entityOf } from '../../server/crud/tables.ts'
import { asKind } from '../../src/schemas/field.ts'

const { schema } = await loadSchema(schemaSources(['shop']))
const team = entityOf(schema, 'shop_team')

describe('constants of named options', () => {
  it('has one constant for each field with named options, by table and field', () => {
    expect(namedOptions(team)).toEqual({ status: { toAudit: 1, approved: 2, refused: 3, dissolved: 4 } })
    const text = optionConstants(new Map([['shop_team', { kind: { it: "it's" } }]]), 'modules/shop')
    expect(text).toContain("export const ShopTeamKind = {\n  it: 'it\\'s',\n} as const\n")
  })

  it('refuses two options of one name', () => {
    const status = team.fields.status
    if (!status) throw new Error('no status')
    const options = [
      { value: 1, name: 'open' },
      { value: 2, name: 'open' },
    ]
    const twice = { ...team, fields: { status: asKind(status, 'select', { options }) } }
    expect(() => namedOptions(twice)).toThrow('shop_team.status: two options have one name')
  })
})
