import * as z from 'zod/mini'
import type { Virtual } from '../../../virtual.ts'
import { suggest } from '../../issue.ts'
import { type Path, type Place, refuse } from '../../place.ts'
import type { Entity } from '../entity.ts'

/** Something that a virtual value is computed from, where the page names it (`at`: below `virtual`). */
export interface Operand {
  at: Path
  /** A field of the row, a relation, or a column of a relation: `lines.quantity`. */
  name: string
  /** Rows are counted, numbers calculated with, arguments passed to a function; texts are part of the value, labels name the rows of a remote field. */
  as: 'rows' | 'number' | 'argument' | 'text' | 'label'
}

/** Where a virtual value is checked: its field's kind, and the table around it. */
export interface VirtualPlace extends Place {
  kind: string
  entity: Entity
}

/** All that the language knows of one kind of virtual value; its file is the only one that does. */
export interface VirtualKind<V extends Virtual> {
  /** Its keys in the page. The first is the one that tells it from the other kinds. */
  readonly shape: z.ZodMiniObject
  /** What its keys are for; shown by editors and in docs/schema.md. */
  readonly help: Readonly<Record<string, string>>
  /** Reads what has this kind's shape; undefined for all else. */
  parse(json: unknown, place: Place): V | undefined
  /** Reports what it names that is not there. */
  check(virtual: V, place: VirtualPlace): void
  /** What it is computed from. */
  operands(virtual: V): Operand[]
  /** Can the list be sorted by it? */
  isSortable(virtual: V): boolean
  /** Visibility may depend on it, although nobody can prove it: it is always known when the row is. */
  readonly decidesVisibility?: true
}

/** The `parse` of a kind whose values are what its shape holds. */
export function parserOf<S extends z.ZodMiniObject, Own extends { type: Virtual['type'] }>(
  shape: S,
  own: Own,
): (json: unknown) => (Own & z.output<S>) | undefined {
  return (json) => {
    const read = z.safeParse(shape, json)
    return read.success ? { ...own, ...read.data } : undefined
  }
}

/** Checks the name of a relation of many (`lines`), or of a column of one (`lines.quantity`). */
export function checkOfMany(name: string, columns: 'none' | 'one' | 'any', place: VirtualPlace): void {
  const many = Object.values(place.entity.relations).flatMap((each) => (each.type === 'many' ? [each.name] : []))
  const [relation = '', column, ...rest] = name.split('.')
  if (!many.includes(relation)) refuse(place, `no relation of many rows "${relation}"`, suggest(relation, many))
  else if (rest.length > 0 || (columns === 'none' && column !== undefined) || (columns === 'one' && !column))
    refuse(place, `"${name}" is not ${columns === 'none' ? 'a relation' : 'a column of a relation, like "lines.quantity"'}`)
}

/** Checks the name of a field that the table stores and that may leave it. */
export function checkStored(name: string, place: VirtualPlace): void {
  const stored = storedNames(place.entity)
  if (!stored.includes(name)) refuse(place, `no stored field "${name}"`, suggest(name, stored))
}

/** The fields that the table stores and that may leave it. */
export function storedNames(entity: Entity): string[] {
  return Object.values(entity.fields).flatMap(({ name, store, secret }) => (store && !secret ? [name] : []))
}

/** Requires the kind of field that shows such values. */
export function requireKind(kind: string, what: string, place: VirtualPlace): void {
  if (place.kind === kind) return
  refuse({ ...place, at: [...place.at.slice(0, -1), 'kind'] }, what, `declare the field with "kind": "${kind}"`)
}
