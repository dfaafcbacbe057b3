import type { Schema } from '../../codegen/schema/schema.ts'
import type { Field } from '../../src/schemas/field.ts'
import type { Entity, Relation } from '../../src/schemas/language/entity/entity.ts'

/** A row of another table joined to each row of the list. */
export interface Joined {
  relation: Extract<Relation, { type: 'one' }>
  entity: Entity
  alias: string
  /** Fields that the page shows of it, with the name of their column in the statement's result. */
  fields: readonly { field: Field; as: string }[]
  /** Column of the result that shows whether the row exists. */
  keyAs: string
}

/** The entity of a table that the checked schema names. */
export function entityOf(schema: Schema, table: string): Entity {
  const entity = schema.entities.get(table)
  if (!entity) throw new Error(`no entity describes the table "${table}"`)
  return entity
}
