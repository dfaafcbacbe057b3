import { isObject } from '../../../schemas/isObject.ts'

/** How a value is compared in a clause, in the order of the list. */
export const clauseOps = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'filled', 'empty'] as const
export type ClauseOp = (typeof clauseOps)[number]

/** One comparison of a condition that is built by clicking. */
export interface Clause {
  field: string
  op: ClauseOp
  value: string | number
}

/** The comparisons of a condition that all hold; undefined where it says more than that. */
export function clausesOf(json: unknown): Clause[] | undefined {
  if (json === undefined) return []
  if (!isObject(json)) return undefined
  const found: Clause[] = []
  for (const [field, value] of Object.entries(json)) {
    if (!/^[a-z]\w*$/i.test(field) || ['all', 'any', 'not'].includes(field)) return undefined
    for (const [op, operand] of Object.entries(isObject(value) ? value : { eq: value })) {
      const clause = clauseOf(field, op, operand)
      if (!clause) return undefined
      found.push(clause)
    }
  }
  return found
}

function clauseOf(field: string, op: string, value: unknown): Clause | undefined {
  if (op === 'empty' && typeof value === 'boolean') return { field, op: value ? 'empty' : 'filled', value: '' }
  const isScalar = typeof value === 'string' || typeof value === 'number'
  const known = clauseOps.find((each) => each === op)
  return known && known !== 'filled' && known !== 'empty' && isScalar ? { field, op: known, value } : undefined
}

/** The condition of the clauses, as a page writes it; undefined where there are none. */
export function conditionOf(clauses: readonly Clause[]): Record<string, unknown> | undefined {
  const out: Record<string, unknown> = {}
  for (const { field } of clauses) {
    const own = clauses.filter((each) => each.field === field).map(partOf)
    const [only] = own
    out[field] = own.length === 1 && only?.[0] === 'eq' ? only[1] : Object.fromEntries(own)
  }
  return clauses.length === 0 ? undefined : out
}

function partOf({ op, value }: Clause): [string, unknown] {
  return op === 'filled' || op === 'empty' ? ['empty', op === 'empty'] : [op, value]
}

/** The values that a field of the draft can have, where these are a list: of a choice or a switch. */
export function valuesOf({
  kind,
  json,
}: {
  kind: string
  json: Readonly<Record<string, unknown>>
}): (string | number)[] | undefined {
  const isValue = (value: unknown): value is string | number => typeof value === 'string' || typeof value === 'number'
  if (kind === 'switch') return [isValue(json.on) ? json.on : 1, isValue(json.off) ? json.off : 0]
  return Array.isArray(json.options)
    ? json.options.map((each: unknown) => (isObject(each) ? each.value : undefined)).filter(isValue)
    : undefined
}
