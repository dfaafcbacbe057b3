import type { Field } from '../../field.ts'
import type { NeededWord } from '../fieldWords.ts'
import { type Issue, issueAt, suggest } from '../issue.ts'
import type { Path } from '../place.ts'
import type { ActionBase } from './base.ts'

type Submitted = Pick<ActionBase, 'name' | 'fields'> & { total: readonly string[]; submitBy: string | null }

/** Placeholder of the words of an action for its total. */
export const totalPlaceholder = 'total'

/** The amounts that a total adds up are in the form, and a choice that words the button has options. */
export function checkTotal({ name, fields, total, submitBy }: Submitted, issues: Issue[]): void {
  const amounts = amountsIn(fields)
  for (const [i, amount] of total.entries())
    if (!amounts.includes(amount))
      issues.push(issueAt(['actions', name, 'total', i], `its form has no amount "${amount}"`, suggest(amount, amounts)))
  const choices = Object.values(fields).flatMap((field) => (Array.isArray(field.options) ? [field.name] : []))
  if (submitBy !== null && !choices.includes(submitBy))
    issues.push(issueAt(['actions', name, 'submitBy'], `its form has no choice "${submitBy}"`, suggest(submitBy, choices)))
}

/** The amounts of a form: its fields of money, and those in its rows (`lines.amount`). */
function amountsIn(fields: Readonly<Record<string, Field>>): string[] {
  return Object.values(fields).flatMap((field) => {
    if (field.kind === 'money') return [field.name]
    return Object.values(field.fields ?? {}).flatMap((inner) => (inner.kind === 'money' ? [`${field.name}.${inner.name}`] : []))
  })
}

/** What the button of the form says: one word, or one for each option of its choice. */
export function submitWords({ name, fields, submitBy }: Submitted, at: Path): NeededWord[] {
  const choice = submitBy === null ? undefined : fields[submitBy]
  if (!Array.isArray(choice?.options)) return []
  return choice.options.map(({ value }) => ({ key: `actions.${name}.submit.${value}`, path: [...at, 'submitBy'] }))
}
