import type { Schema } from '../../../codegen/schema/schema.ts'
import type { Field } from '../../../src/schemas/field.ts'
import type { Entity } from '../../../src/schemas/language/entity/entity.ts'
import { computeOf } from '../../../src/schemas/language/entity/virtual/compute.ts'
import type { Locale } from '../../../src/schemas/language/words.ts'
import { quote, quoteTable } from '../../core/db/columns.ts'
import type { ScreenHooks } from '../domain.ts'
import type { Joined } from '../tables.ts'
import { computedSql } from './computed.ts'

/**
 * The fixed parts of a screen's statements, as text made once from the schema: the rows of a list cost one statement, whatever they show,
 * and nothing is built again for each request.
 */
export interface ColumnsInput {
  schema: Schema
  entity: Entity
  joined: readonly Joined[]
  fields: readonly Field[]
  /** Linked and virtual fields. Those that a function of the server computes are left to it. */
  computed: readonly Field[]
  computes: ScreenHooks['computes']
}

/** Own columns under their names, those of relations under `j<n>_<i>`, linked lists, counts and sums under their field's name. */
export function columnsText({ schema, entity, joined, fields, computed, computes }: ColumnsInput, lang: Locale): string {
  const own = fields.map((field) => `t.${quote(field.name)}`)
  const others = joined.flatMap(({ alias, fields }) => fields.map(({ field, as }) => `${alias}.${quote(field.name)} as ${as}`))
  const more = computed.flatMap((field) => {
    const text = field.link
      ? linkText(field.link, entity)
      : (computedText(field, computes) ?? computedSql(field, entity, schema, lang))
    return text === undefined ? [] : [`${text} as ${quote(field.name)}`]
  })
  return [...own, ...others, ...more].join(', ')
}

/** The table as `t` and the tables of its relations of one. */
export function fromText(entity: Entity, joined: readonly Joined[]): string {
  const joins = joined.map(({ relation, entity, alias }) => {
    return ` left join ${quoteTable(entity.table)} as ${alias} on ${alias}.${quote(entity.key ?? 'id')} = t.${quote(relation.key)}`
  })
  return `${quoteTable(entity.table)} as t${joins.join('')}`
}

function linkText(link: NonNullable<Field['link']>, entity: Entity): string {
  const other = `l.${quote(link.other)}`
  return `array(select ${other} from ${quoteTable(link.table)} as l where l.${quote(link.own)} = t.${quote(entity.key ?? 'id')} order by ${other})`
}

/** The SQL of a computed field; undefined for one that a function computes, and for all others. */
export function computedText(field: Field, computes: ScreenHooks['computes']): string | undefined {
  const expression = expressionOf(field, computes)
  return expression && `(${expression.sql})`
}

/** The expression of the database that a module has for a computed field; undefined for one that a function computes, and for all others. */
export function expressionOf(field: Field, computes: ScreenHooks['computes']) {
  const virtual = computeOf(field)
  const compute = virtual && computes?.[virtual.compute]
  return typeof compute === 'object' ? compute : undefined
}
