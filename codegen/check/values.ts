import type { Field } from '../../src/schemas/field.ts'
import { kindOf } from '../../src/schemas/kinds/index.ts'
import { isPossible } from '../../src/schemas/language/condition/satisfiable.ts'
import { isBlank } from '../../src/schemas/language/form/valueRules.ts'
import { violationsOf } from '../../src/schemas/language/form/violations.ts'
import type { Page } from '../../src/schemas/language/page.ts'
import { declaredIn, type Path, type Report, type Rule } from './check.ts'

/** What fields say of their values holds together: limits, patterns, first values, and the rules between them. */
export const values: Rule = {
  name: 'values',
  why: '',
  page: (page, report, known) => {
    const declared = new Set(declaredIn(page, known))
    for (const field of Object.values(page.fields))
      if (declared.has(field.name)) checkField(field, ['fields', field.name], report)
    for (const { name, fields } of Object.values(page.actions))
      for (const field of Object.values(fields)) checkField(field, ['actions', name, 'fields', field.name], report)
    checkNewRow(page, report)
  },
  entity: ({ fields, table }, report) => {
    if (table === '') return
    for (const field of Object.values(fields)) checkField(field, ['fields', field.name], report)
  },
}

function checkField(field: Field, at: Path, report: Report): void {
  const hasLimits = areLimits(field, at, report)
  if (isPattern(field, at, report) && hasLimits && !isBlank(field.default) && !field.source) {
    const wrong = valueFault(field, field.default)
    if (wrong) report([...at, 'default'], `the first value ${wrong}`)
  }
  for (const inner of Object.values(field.fields ?? {})) checkField(inner, [...at, 'fields', inner.name], report)
}

/**
 * Why a value (as the model has it) is none that the field takes, as the end of a sentence; undefined when it is one. What only holds at the
 * moment of saving ("now") is not asked.
 */
export function valueFault(field: Field, value: unknown): string | undefined {
  const [fault] = violationsOf(kindOf(field).schema(field), value)
  if (!fault) return undefined
  const { min, max, maxLength } = field
  const told: Readonly<Record<string, string | undefined>> = {
    minimum: min === undefined ? undefined : `is below the smallest, ${shown(field, min)}`,
    maximum: max === undefined ? undefined : `is above the largest, ${shown(field, max)}`,
    maxLength: maxLength === undefined ? undefined : `is longer than ${maxLength} characters`,
    pattern: 'does not fit the pattern',
    enum: 'is none of the options',
    const: 'is none of the options',
  }
  return told[fault.keyword] ?? `is no value of kind "${field.kind}"`
}

/** A value as a page writes it. */
const shown = (field: Field, value: unknown): string => String(kindOf(field).toWire(value, field))

/** Is there something between the smallest and the largest? */
function areLimits(field: Field, at: Path, report: Report): boolean {
  const { min, max, limits = {} } = field
  const isEmpty = (from: unknown, to: unknown) =>
    typeof from === typeof to && from !== 'now' && to !== 'now' && (from as number) > (to as number)
  const isNothing = isEmpty(min, max)
  const isNever = isEmpty(limits.min, limits.max)
  if (isNothing) report([...at, 'min'], `nothing is at least ${shown(field, min)} and at most ${shown(field, max)}`)
  if (isNever) report([...at, 'min'], 'the earliest is after the latest')
  return !isNothing && !isNever
}

/** Is the pattern a regular expression, or is there none? */
function isPattern({ pattern }: Field, at: Path, report: Report): boolean {
  if (pattern === undefined) return true
  try {
    new RegExp(pattern, 'u')
    return true
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^Invalid regular expression: /, '') : String(error)
    report([...at, 'pattern'], `this is no regular expression: ${reason}`)
    return false
  }
}

/** A rule between fields that no new row can keep: what is read-only and has a first value has no other in a new row. */
function checkNewRow(page: Page, report: Report): void {
  if (!page.actions.add) return
  const isFixed = (field: Field) => field.readOnly && !field.virtual && field.default !== undefined && field.options !== undefined
  const fields = Object.fromEntries(
    Object.entries(page.fields).map(([name, field]) => [
      name,
      isFixed(field) ? { ...field, options: field.options?.filter(({ value }) => value === field.default) } : field,
    ]),
  ) as Record<string, Field>
  for (const [i, condition] of page.check.entries())
    if (isPossible(condition, [{ fields }]) === false && isPossible(condition, [{ fields: page.fields }]) !== false)
      report(['check', i], 'no new row can keep this rule', 'let it hold for what a row has at first')
}
