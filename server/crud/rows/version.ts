import { createHash } from 'node:crypto'
import { isKept } from '../../../src/schemas/language/entity/virtual/compute.ts'
import { isStored } from '../../core/db/columns.ts'
import type { Row } from '../domain.ts'
import type { Screen } from '../screen/screen.ts'

/**
 * The version of a record for optimistic locking: a hash of everything that people write on this screen. Two readers have the same
 * version exactly when neither would overwrite something the other has not seen; what the server alone writes (a last sign-in, a status
 * moved by an action) does not count, because a form never writes it. Nor do masked fields: nobody has seen them, and who knows all the rest
 * of a record could find by trying which value makes its version.
 */
export function versionOf(screen: Screen, row: Readonly<Row>): string {
  const parts = Object.values(screen.page.fields)
    .filter((field) => !field.readOnly && !field.secret && !field.mask && (isStored(field) || field.link || isKept(field)))
    .map((field) => [field.name, normal(screen.hooks.steady?.[field.name]?.(row[field.name]) ?? row[field.name])])
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 16)
}

/** Linked lists have no order of their own. */
function normal(value: unknown): unknown {
  return Array.isArray(value) && value.every((item) => typeof item !== 'object') ? [...value].sort() : (value ?? null)
}
