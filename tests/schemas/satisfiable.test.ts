import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Condition } from '../../src/schemas/condition.ts'
import type { Field } from '../../src/schemas/field.ts'
import { parseCondition } from '../../src/schemas/language/condition/condition.ts'
import { holds, type Values } from '../../src/schemas/language/condition/predicate.ts'
import { type Verdict, verdictOf } from '../../src/schemas/language/condition/satisfiable.ts'
import { parseFields } from '../../src/schemas/language/entity/parseEntity.ts'
import { fieldScope } from '../../src/schemas/language/entity/parseField.ts'
import type { Issue } from '../../src/schemas/language/issue.ts'
import { isLong } from '../harness/sampling.ts'

/** Fields whose every value can be written down: the verdict is held against all rows there are. */
const json = {
  level: { kind: 'select', required: true, options: [{ value: 1 }, { value: 2 }, { value: 3 }] },
  mode: { kind: 'radio', options: [{ value: 'a' }, { value: 'b' }] },
  open: { kind: 'switch' },
  count: { kind: 'integer', required: true, min: 0, max: 3 },
  rest: { kind: 'integer', nullable: true, min: 2, max: 4 },
  tags: { kind: 'multiselect', options: [{ value: 'x' }] },
  lines: {
    kind: 'subtable',
    max: 2,
    fields: {
      kind: { kind: 'select', required: true, options: [{ value: 1 }, { value: 2 }] },
      count: { kind: 'integer', required: true, min: 1, max: 2 },
    },
  },
}
const { id: _id, create_time: _c, update_time: _u, ...fields } = parseFields(json, [], [])
const each: Record<string, readonly unknown[]> = {
  level: [1, 2, 3],
  mode: ['a', 'b', null],
  open: [0, 1],
  count: [0, 1, 2, 3],
  rest: [2, 3, 4, null],
  tags: [[], ['x']],
}
const line = [1, 2].flatMap((kind) => [1, 2].map((count) => ({ kind, count })))
const lists: Values[][] = [[], ...line.map((a) => [a]), ...line.flatMap((a) => line.map((b) => [a, b]))]

/** Every row of the named fields; the others do not matter. */
function* rowsOf(names: readonly string[]): Generator<Values> {
  const [name, ...rest] = names
  if (name === undefined) {
    yield {}
    return
  }
  for (const value of name === 'lines' ? lists : (each[name] ?? []))
    for (const row of rowsOf(rest)) yield { ...row, [name]: value }
}

const plain = ['level', 'mode', 'open', 'count', 'rest', 'tags']
const value = fc.constantFrom<string | number>(0, 1, 2, 3, 4, 5, 'a', 'b', 'c')
function leafOf(names: readonly string[]): fc.Arbitrary<Condition> {
  const field = fc.constantFrom(...names)
  const operand = fc.oneof(
    value.map((v) => ({ value: v })),
    field.map((f) => ({ field: f })),
  )
  return fc.oneof(
    fc.record({ op: fc.constantFrom('eq', 'ne', 'gt', 'gte', 'lt', 'lte'), field, operand }),
    fc.record({ op: fc.constantFrom('in', 'notIn'), field, values: fc.array(value, { minLength: 1, maxLength: 3 }) }),
    fc.record({ op: fc.constant('empty' as const), field, value: fc.boolean() }),
  ) as fc.Arbitrary<Condition>
}
function treeOf(leaf: fc.Arbitrary<Condition>, depth: number): fc.Arbitrary<Condition> {
  if (depth === 0) return leaf
  const node = treeOf(leaf, depth - 1)
  const many = { minLength: 1, maxLength: 3 }
  return fc.oneof(
    leaf,
    fc.record({ op: fc.constantFrom('all', 'any'), of: fc.array(node, many) }) as fc.Arbitrary<Condition>,
    fc.record({ op: fc.constant('not' as const), of: node }),
  )
}
const inLine = treeOf(leafOf(['kind', 'count', '$parent.count', '$root.level', '$parent.rest']), 2)
const quantified = fc.record({
  op: fc.constantFrom('some', 'every'),
  rows: fc.constant('lines'),
  of: inLine,
}) as fc.Arbitrary<Condition>
const noLines = fc.record({ op: fc.constant('empty' as const), field: fc.constant('lines'), value: fc.boolean() })
const withLines = treeOf(fc.oneof(leafOf(['count', 'rest', 'level']), quantified, quantified, noLines), 2)

function byBruteForce(condition: Condition, names: readonly string[]): Verdict {
  let can = false
  let cannot = false
  for (const values of rowsOf(names)) {
    if (holds(condition, { values, selfId: 1, now: 0 })) can = true
    else cannot = true
    if (can && cannot) return 'sometimes'
  }
  return can ? 'always' : 'never'
}

describe('what can be said of a condition', () => {
  it('is what looking at every row says, over options, switches, limits and emptiness', () => {
    const seen: Record<string, number> = {}
    fc.assert(
      fc.property(treeOf(leafOf(plain), 3), (condition) => {
        const expected = byBruteForce(condition, plain)
        seen[expected] = (seen[expected] ?? 0) + 1
        expect(verdictOf(condition, [{ fields }])).toBe(expected)
      }),
      { numRuns: isLong ? 20_000 : 2_000, seed: 31 },
    )
    expect(Object.keys(seen).sort()).toEqual(['always', 'never', 'sometimes'])
  })

  it('is the same with rows inside', () => {
    const seen: Record<string, number> = {}
    fc.assert(
      fc.property(withLines, (condition) => {
        const verdict = verdictOf(condition, [{ fields }])
        seen[verdict] = (seen[verdict] ?? 0) + 1
        if (verdict !== 'unknown') expect(verdict).toBe(byBruteForce(condition, ['count', 'rest', 'level', 'lines']))
      }),
      { numRuns: isLong ? 10_000 : 1_000, seed: 32 },
    )
    expect(seen.unknown ?? 0).toBeLessThan((isLong ? 10_000 : 1_000) / 50)
    expect(Object.keys(seen)).toEqual(expect.arrayContaining(['always', 'never', 'sometimes']))
  })
})

const open: Record<string, Field> = parseFields(
  {
    price: { kind: 'money', required: true, min: '0.00' },
    cost: { kind: 'money', required: true, min: '0.00', max: '10.00' },
    rate: { kind: 'number', required: true, scale: 1, min: 0, max: 1 },
    from: { kind: 'datetime', nullable: true },
    to: { kind: 'datetime', required: true },
    name: { kind: 'string', required: true, maxLength: 3 },
    mobile: { kind: 'mobile' },
    user_id: { kind: 'integer', required: true },
  },
  [],
  [],
)

const cases: [json: unknown, verdict: Verdict][] = [
  [{ price: { lt: '0.00' } }, 'never'],
  [{ price: { gte: '0.00' } }, 'always'],
  [{ price: { gt: '1.00', lt: '1.01' } }, 'never'],
  [{ price: { gt: '1.00', lt: '1.02' } }, 'sometimes'],
  [{ cost: { gt: { $field: 'price' } }, price: { gte: '10.00' } }, 'never'],
  [{ cost: { gte: { $field: 'price' } }, price: { gte: '10.00' } }, 'sometimes'],
  [{ rate: { gt: 0.4, lt: 0.5 } }, 'never'],
  [{ rate: { gt: 0.4, lt: 0.6 } }, 'sometimes'],
  [{ from: { gt: { $now: 0 }, lt: { $now: -60 } } }, 'never'],
  [{ from: { gt: { $now: -60 }, lt: { $now: 0 } } }, 'sometimes'],
  [{ any: [{ from: { empty: true } }, { from: { lte: { $now: 0 } } }, { from: { gt: { $now: 0 } } }] }, 'always'],
  [{ any: [{ from: { lte: { $now: 0 } } }, { from: { gt: { $now: 0 } } }] }, 'sometimes'],
  [{ to: { empty: true } }, 'never'],
  [{ name: { empty: false } }, 'always'],
  [{ name: 'abcd' }, 'never'],
  [{ name: 'abc' }, 'sometimes'],
  [{ name: { gt: 'a', lt: 'b' } }, 'sometimes'],
  [{ name: { gt: 'b', lt: 'a' } }, 'never'],
  [{ mobile: '123' }, 'never'],
  [{ mobile: { empty: true } }, 'sometimes'],
  [{ user_id: { $self: 'id' } }, 'sometimes'],
  [{ user_id: { eq: { $self: 'id' }, lt: 1 } }, 'never'],
  [{ any: [{ user_id: { $self: 'id' } }, { user_id: { ne: { $self: 'id' } } }] }, 'always'],
  [{ price: { eq: { $field: 'price' } } }, 'always'],
]

describe('over values without end', () => {
  it.each(cases)('%j is %s true', (json, verdict) => {
    const issues: Issue[] = []
    const condition = parseCondition(json, fieldScope(open), [], issues)
    expect(issues).toEqual([])
    expect(verdictOf(condition, [{ fields: open }])).toBe(verdict)
  })
})
