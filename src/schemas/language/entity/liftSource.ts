import type { Field } from '../../field.ts'
import type { Kind } from '../../kinds/kind.ts'
import { type Issue, issueAt } from '../issue.ts'
import type { Path } from '../place.ts'

/** Are the options of a field, whose shape was read, a source and not a list? */
function isSource(options: unknown): options is { source: string; depends?: string[]; preselected?: boolean } {
  return options !== null && typeof options === 'object' && 'source' in options
}

/**
 * Options that the server computes: the page names the source, and the fields that the choices depend on, in its order. Whether there is such a
 * source the checker proves when all modules are known.
 */
export function liftSource(field: Field, kind: Kind, path: Path, issues: Issue[]): void {
  const given: unknown = field.options
  if (!isSource(given)) return
  const { source, depends = [], preselected } = given
  delete field.options
  field.source = source
  if (depends.length > 0) field.depends = depends
  if (preselected) field.preselected = true
  if (preselected && (!Array.isArray(kind.empty) || depends.length === 0))
    issues.push(issueAt([...path, 'options', 'preselected'], '"preselected" needs several choices that depend on another field'))
  if (field.wire) issues.push(issueAt([...path, 'wire'], 'choices that the server makes are texts', 'remove it'))
}
