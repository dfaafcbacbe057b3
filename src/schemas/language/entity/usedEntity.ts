import type { Field } from '../../field.ts'
import { type Issue, issueAt, suggest } from '../issue.ts'
import type { Entity } from './entity.ts'
import { parseFields } from './parseEntity.ts'
import { checkVirtual } from './virtual/virtualKinds.ts'

/** What a page says of a table that it uses; `isOwn`: the record is the person's own, of which nothing is masked. */
interface Use {
  table: string
  fields: Record<string, unknown>
  isOwn: boolean
}

/** `{ "use": table }`: the entity's own fields; the page may narrow them by naming the ones it wants, with stricter settings, and add made ones. */
export function usedEntity(
  { table, fields: fieldsJson, isOwn }: Use,
  entityOf: (table: string) => Entity | undefined,
  issues: Issue[],
): Entity | undefined {
  const entity = entityOf(table)
  if (!entity) {
    issues.push(issueAt(['entity', 'use'], `no such entity "${table}"`))
    return undefined
  }
  const narrowed = parseFields(fieldsJson, ['fields'], issues)
  for (const name of Object.keys(narrowed)) {
    if (!entity.fields[name] && !narrowed[name]?.virtual)
      issues.push(issueAt(['fields', name], `the entity "${table}" has no such field`, suggest(name, Object.keys(entity.fields))))
  }
  // What the owner of a table hides stays hidden on every page, except from the person whose record it is.
  if (!isOwn) for (const field of Object.values(narrowed)) field.mask ??= entity.fields[field.name]?.mask
  const fields = isOwn
    ? Object.fromEntries(Object.entries(entity.fields).map(([name, field]) => [name, unmasked(field)]))
    : entity.fields
  const used = { ...entity, fields: { ...fields, ...narrowed } }
  for (const field of Object.values(narrowed)) checkVirtual(field, used, { at: ['fields', field.name, 'virtual'], issues })
  return used
}

/** The field without its mask; of what is kept encrypted the column holds nothing else. */
function unmasked(field: Field): Field {
  if (field.sealed !== undefined) return field
  const { mask: _mask, ...plain } = field
  return plain
}
