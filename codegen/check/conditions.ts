import type { Condition } from '../../src/schemas/condition.ts'
import type { Field } from '../../src/schemas/field.ts'
import { conditionReads } from '../../src/schemas/language/condition/condition.ts'
import type { RowFields } from '../../src/schemas/language/condition/plan.ts'
import type { Page } from '../../src/schemas/language/page.ts'
import type { Path } from './check.ts'

/** A condition of a page or table, its position, and the rows it may read, from the record on. */
export interface Found {
  condition: Condition
  path: Path
  rows: readonly RowFields[]
  /** The lists that lead to its row. */
  at: readonly string[]
  /** Who reads it: the database too, or only a form or list. */
  guards: 'write' | 'record' | 'sight'
}

/** Conditions of fields, with those of rows inside. `names`: the fields whose conditions are wanted. */
export function conditionsOfFields(
  fields: Readonly<Record<string, Field>>,
  path: Path,
  around: { rows: readonly RowFields[]; at: readonly string[] } = { rows: [], at: [] },
  names: readonly string[] = Object.keys(fields),
): Found[] {
  const rows = [...around.rows, { fields }]
  return names.flatMap((name): Found[] => {
    const field = fields[name]
    if (!field) return []
    const at: Path = [...path, name, 'when']
    const own = (['visible', 'required', 'disabled'] as const).flatMap((part): [Path, Condition][] => {
      const condition = field.when[part]
      return condition ? [[[...at, part], condition]] : []
    })
    const options = Object.entries(field.when.options ?? {}).map(([value, condition]): [Path, Condition] => [
      [...at, 'options', value],
      condition,
    ])
    const inner = field.fields
      ? conditionsOfFields(field.fields, [...path, name, 'fields'], { rows, at: [...around.at, name] })
      : []
    const mine = [...own, ...options].map(
      ([place, condition]): Found => ({ condition, path: place, rows, at: around.at, guards: 'sight' }),
    )
    return [...mine, ...inner]
  })
}

/** Every condition of a page; of fields only those that the page itself declares. */
export function conditionsOf(
  page: Page,
  declared: readonly string[],
  related: (name: string) => Readonly<Record<string, Field>> | undefined,
): Found[] {
  const record: RowFields = { fields: page.fields, related }
  const at = { rows: [record], at: [] }
  const actions = Object.values(page.actions).flatMap((action): Found[] => [
    ...(action.when ? [{ condition: action.when, path: ['actions', action.name, 'when'], ...at, guards: 'write' as const }] : []),
    ...conditionsOfFields(action.fields, ['actions', action.name, 'fields'], {
      rows: [{ fields: page.fields }],
      at: [`${action.name}()`],
    }),
  ])
  return [
    ...conditionsOfFields(page.fields, ['fields'], undefined, declared),
    ...actions,
    ...page.table.columns.flatMap(({ when }, i): Found[] =>
      when ? [{ condition: when, path: ['table', 'columns', i, 'when'], ...at, guards: 'sight' }] : [],
    ),
    ...page.table.columns.flatMap(({ links = [] }, i) =>
      links.flatMap(({ when }, j): Found[] =>
        when ? [{ condition: when, path: ['table', 'columns', i, 'link', j, 'when'], ...at, guards: 'sight' }] : [],
      ),
    ),
    ...page.check.map((condition, i): Found => ({ condition, path: ['check', i], ...at, guards: 'record' })),
  ]
}

/** The fields a condition reads, as far as they are known. */
export function fieldsRead({ condition, rows, at }: Found): Field[] {
  return conditionReads(condition, at).flatMap(({ path, name }) => {
    const frame =
      path.length <= at.length && path.every((each, i) => each === at[i]) ? rows[path.length] : innerRow(rows, at, path)
    return frame?.fields[name] ?? []
  })
}

/** The row that lists lead to from the nearest row they share with the condition. */
function innerRow(rows: readonly RowFields[], at: readonly string[], path: readonly string[]): RowFields | undefined {
  let shared = 0
  while (shared < at.length && path[shared] === at[shared]) shared++
  return path.slice(shared).reduce<RowFields | undefined>((row, list) => {
    const fields = row?.fields[list]?.fields ?? row?.related?.(list)
    return fields && { fields }
  }, rows[shared])
}
