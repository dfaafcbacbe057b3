import type { Condition } from '../../src/schemas/condition.ts'
import type { Field } from '../../src/schemas/field.ts'
import type { Entity } from '../../src/schemas/language/entity/entity.ts'
import type { Page } from '../../src/schemas/language/page.ts'
import type { Operator } from '../../src/schemas/operators.ts'
import { declaredIn, type Known, type Path, type Report, type Rule } from './check.ts'
import { conditionsOf, type Found, fieldsRead } from './conditions.ts'
import { checkLeaks } from './maskLeaks.ts'

/** The one way of searching by which a masked value is found only by those who know it. */
const exact: readonly Operator[] = ['eq']

/** Hidden values must not leak through a search, an order, or a condition that the browser cannot evaluate. */
export const masks: Rule = {
  name: 'masks',
  why: 'it would tell, or could not tell, what the server hides',
  page: (page, report, known) => {
    checkList(page, report, known)
    checkConditions(page, report, known)
    checkLeaks(page, report, known)
    for (const field of Object.values(page.fields)) {
      if (page.source !== null) untouched(field, ['fields', field.name], 'a form of one record shows what is stored', report)
      for (const inner of Object.values(field.fields ?? {}))
        untouched(inner, ['fields', field.name, 'fields', inner.name], 'rows inside a record are written whole', report)
    }
    for (const action of Object.values(page.actions))
      for (const field of Object.values(action.fields))
        untouched(field, ['actions', action.name, 'fields', field.name], 'what an action asks for is typed, not shown', report)
  },
  entity: (entity, report) => {
    for (const field of Object.values(entity.fields)) {
      alone(field, ['fields', field.name], report)
      checkSealed(field, entity, report)
    }
  },
}

/** What is kept encrypted has a mask to be shown by, and a field of its own that nobody reads. */
function checkSealed(field: Field, { fields }: Entity, report: Report): void {
  if (field.sealed === undefined) return
  const path: Path = ['fields', field.name, 'sealed']
  const keeper = fields[field.sealed]
  if (!field.mask) report(path, `"${field.name}" is encrypted and shows nothing`, 'say "mask"')
  if (!keeper?.store || !keeper.secret || keeper.kind !== 'string')
    report(path, `"${field.sealed}" keeps no secret text`, 'name a field of kind "string" with "secret": true')
}

function untouched(field: Field, path: Path, why: string, report: Report): void {
  if (field.mask) report([...path, 'mask'], `"${field.name}" cannot be masked: ${why}`, 'remove "mask"')
}

function alone(field: Field, path: Path, report: Report): void {
  if (field.mask && (field.secret || !field.store))
    report([...path, 'mask'], `"${field.name}" is secret or not stored: there is nothing to mask`, 'remove "mask"')
}

function checkList(page: Page, report: Report, known: Known): void {
  for (const name of declaredIn(page, known)) {
    const field = page.fields[name]
    if (!field) continue
    alone(field, ['fields', name], report)
    checkSealed(field, page.entity, report)
  }
  const { table, entity } = page
  for (const [i, { field, operator }] of table.search.entries())
    if (fieldAt(page, field, known)?.mask && !exact.includes(operator))
      report(['table', 'search', i], `"${field}" is masked and cannot be searched by ${operator}`, 'search by "eq"')
  for (const [i, column] of table.columns.entries())
    if (column.sortable && fieldAt(page, column.field, known)?.mask)
      report(['table', 'columns', i], `"${column.field}" is masked and cannot be sorted by`, 'remove "sortable"')
  for (const [i, [name]] of entity.sort.entries())
    if (page.fields[name]?.mask) report(['entity', 'sort', i, 0], `"${name}" is masked and cannot be sorted by`, 'remove it')
}

function fieldAt(page: Page, name: string, known: Known): Field | undefined {
  const [relation = '', inner] = name.split('.')
  if (inner === undefined) return page.fields[name]
  return known.schema.entities.get(page.entity.relations[relation]?.table ?? '')?.fields[inner]
}

function checkConditions(page: Page, report: Report, known: Known): void {
  const related = (name: string) => known.schema.entities.get(page.entity.relations[name]?.table ?? '')?.fields
  const tones = page.table.columns.flatMap(({ tone }, i): Found[] =>
    (tone ?? []).map(({ as, when }) => ({
      condition: when,
      path: ['table', 'columns', i, 'tone', as],
      rows: [{ fields: page.fields, related }],
      at: [],
      guards: 'sight',
    })),
  )
  for (const found of [...conditionsOf(page, declaredIn(page, known), related), ...tones]) {
    const masked = fieldsRead({ ...found, condition: compared(found.condition) }).find((field) => field.mask)
    if (masked) report(found.path, `"${masked.name}" is masked and cannot be compared`, 'ask whether it is empty')
  }
}

/** The condition without its questions whether something is there, which a masked value answers too. */
function compared(condition: Condition): Condition {
  switch (condition.op) {
    case 'empty':
      return { op: 'all', of: [] }
    case 'all':
    case 'any':
      return { ...condition, of: condition.of.map(compared) }
    case 'not':
    case 'some':
    case 'every':
      return { ...condition, of: compared(condition.of) }
    default:
      return condition
  }
}
