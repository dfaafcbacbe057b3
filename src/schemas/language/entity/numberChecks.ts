import type { Field } from '../../field.ts'
import { kindOf } from '../../kinds/index.ts'
import { type ConditionScope, parseCondition } from '../condition/condition.ts'
import { type Issue, issueAt, suggest } from '../issue.ts'
import type { Path } from '../place.ts'

/** A limit is read like the field of a comparison. */
export function checkMost(field: Field, scope: ConditionScope, path: Path, issues: Issue[]): void {
  if (field.most === undefined) return
  if (kindOf(field).comparable !== 'number') {
    issues.push(issueAt(path, `"${field.name}" is no number`, 'remove it'))
    return
  }
  const found: Issue[] = []
  parseCondition({ [field.name]: { lte: { $field: field.most } } }, scope, [], found)
  // The author wrote a name, not a condition.
  for (const { what, fix } of found)
    issues.push(issueAt(path, what === 'no such field' ? `no such field "${field.most}"` : what, fix))
}

/** Only numbers of the rows can be added up. */
export function checkSum({ sum = [], fields = {} }: Field, path: Path, issues: Issue[]): void {
  for (const [i, name] of sum.entries()) {
    const column = fields[name]
    if (!column) issues.push(issueAt([...path, 'sum', i], `no such field of a row "${name}"`, suggest(name, Object.keys(fields))))
    else if (kindOf(column).align !== 'right') issues.push(issueAt([...path, 'sum', i], `"${name}" is no number`, 'remove it'))
  }
}
