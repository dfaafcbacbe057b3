import type { Comparison, Condition, Scalar } from '../../condition.ts'
import type { Field } from '../../field.ts'
import { kindOf } from '../../kinds/index.ts'
import type { Operator } from '../../operators.ts'
import type { TargetPage } from './targets.ts'

/** One filter in the address of a list, in the wire form of its values. */
export interface LinkFilter {
  field: string
  operator: Operator
  value: string | readonly string[]
}

const operators: Readonly<Record<Comparison['op'], Operator>> = {
  eq: 'eq',
  ne: 'ne',
  gt: 'gt',
  gte: 'egt',
  lt: 'lt',
  lte: 'elt',
}

/**
 * The filters of a page's list that show exactly the rows of a condition, or why there are none: a list combines plain comparisons of
 * its search fields with "and", nothing else.
 */
export function listFilters(condition: Condition, page: TargetPage): { filters: LinkFilter[] } | { wrong: string } {
  if (condition.op === 'all') {
    const filters: LinkFilter[] = []
    for (const part of condition.of) {
      const one = listFilters(part, page)
      if ('wrong' in one) return one
      filters.push(...one.filters)
    }
    return { filters }
  }
  if ('of' in condition) return { wrong: `a list has no "${condition.op}"` }
  const field = page.fields[condition.field]
  if (!field || !isSearched(page, field.name))
    return { wrong: `the list of ${page.id} cannot be searched by "${condition.field}"` }
  const text = (value: Scalar) => String(kindOf(field).toWire(value, field) ?? '')
  if (condition.op === 'empty')
    return { filters: [{ field: field.name, operator: condition.value ? 'NULL' : 'NOT NULL', value: '1' }] }
  if ('values' in condition) {
    const operator = condition.op === 'in' ? 'IN' : 'NOT IN'
    return { filters: [{ field: field.name, operator, value: condition.values.map(text) }] }
  }
  if (!('value' in condition.operand)) return { wrong: 'a list compares with values only' }
  return { filters: [{ field: field.name, operator: operators[condition.op], value: text(condition.operand.value) }] }
}

/** May the list be filtered by this field? */
export function isSearched(page: TargetPage, field: string): boolean {
  return field === page.entity.key || page.table.search.some((search) => search.field === field)
}

/** Is it a point in time that a period can be taken of? */
export function isTime(field: Field | undefined): boolean {
  return (
    field !== undefined && field.store !== null && kindOf(field).input === 'dateRange' && kindOf(field).comparable === 'number'
  )
}
