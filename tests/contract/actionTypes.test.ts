import { describe, expect, it } from 'vitest'
import { valuesOfAction } from '../../codegen/emit/actionTypes.ts'
import { defineActions } from '../../modules/shop/server/actions.ts'
import { columnDefault } from '../../server/core/db/columns.ts'
import { actionsFor } from '../../server/crud/defineActions.ts'
import type { Field } from '../../src/schemas/field.ts'
import { kindOf } from '../../src/schemas/kinds/index.ts'
import { isBuiltIn } from '../../src/schemas/language/action/builtInActions.ts'
import { decodeRow } from '../../src/schemas/language/wire/codec.ts'
import { fits } from '../harness/fits.ts'
import { productSchema } from '../harness/schemas.ts'

/** What a client sends for a field of a form: a value where it must, else `empty`; undefined leaves it out. */
function sent(field: Field, empty: null | undefined): unknown {
  if (!field.required || field.when.visible) return empty
  if (!field.fields) return kindOf(field).toWire(kindOf(field).sample(field, 1), field)
  const inner = Object.values(field.fields)
  return [Object.fromEntries(inner.flatMap((each) => pair(each, each.readOnly ? empty : sent(each, empty))))]
}

function pair({ name }: Field, value: unknown): [string, unknown][] {
  return value === undefined ? [] : [[name, value]]
}

/** The values of a form as the server reads them, which holds what is required and nothing else. */
function valuesOf(fields: Readonly<Record<string, Field>>, empty: null | undefined): Record<string, unknown> {
  const all = Object.values(fields)
  const { values, errors } = decodeRow(fields, Object.fromEntries(all.flatMap((field) => pair(field, sent(field, empty)))))
  expect(errors).toEqual({})
  return Object.fromEntries(
    all.map((field) => [field.name, Object.hasOwn(values, field.name) ? values[field.name] : columnDefault(field)]),
  )
}

describe('the values of an action', () => {
  it.each([null, undefined])('are what its type says, where what need not be filled in is %s', async (empty) => {
    const { pages } = await productSchema()
    const wrong: string[] = []
    let checked = 0
    for (const page of pages.values()) {
      for (const action of Object.values(page.actions)) {
        if (isBuiltIn(action)) continue
        const types = valuesOfAction(page, action)
        for (const [name, value] of Object.entries(valuesOf(action.fields, empty))) {
          checked++
          const type = types[name]
          if (!type || !fits(value, type)) wrong.push(`${page.id}.${action.name} ${name}: ${JSON.stringify(value)}`)
        }
      }
    }
    expect(wrong).toEqual([])
    expect(checked).toBeGreaterThan(50)
  })
})

describe('row actions', () => {
  const run = async () => null

  it('that no page has, and values that no form has, do not compile', () => {
    const defined = defineActions({
      'shop/order/order.pay': { run: async ({ row, values }) => [row.pay_amount.toFixed(), values.trade_no.trim()] },
      // @ts-expect-error the page calls it "receive"
      'shop/order/order.recieve': { run },
      // @ts-expect-error its form has no "note"
      'shop/order/order.cancel': { run: async ({ values }) => values.note },
    })
    expect(Object.keys(defined)).toHaveLength(3)
  })

  it('have each rule of the page and no other', () => {
    const rule = async () => true
    const defined = [
      defineActions({ 'shop/order/order.close': { run, refuse: { agreedReturn: rule } } }),
      // @ts-expect-error the page names "agreedReturn"
      defineActions({ 'shop/order/order.close': { run } }),
      // @ts-expect-error the page has no rule "agreedReturns"
      defineActions({ 'shop/order/order.close': { run, refuse: { agreedReturn: rule, agreedReturns: rule } } }),
      // @ts-expect-error the page has no rules
      defineActions({ 'shop/order/order.pay': { run, refuse: { agreedReturn: rule } } }),
    ]
    expect(defined).toHaveLength(4)
  })

  it('of another folder of schemas are not among them', () => {
    type Own = { 'a/b.c': { row: { id: number }; asked: { id: number }; values: { n: number }; refuse: never } }
    const defineOwn = actionsFor<Own>()
    const defined = defineOwn({
      'a/b.c': { run: async ({ values }) => values.n },
      // @ts-expect-error an action of the shop
      'shop/order/order.pay': { run },
    })
    expect(Object.keys(defined)).toHaveLength(2)
  })
})
