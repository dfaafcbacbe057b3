import type { Field } from '../../field.ts'
import type { StoreType } from '../../kinds/kind.ts'
import { suggest } from '../issue.ts'
import { type Place, refuse, within } from '../place.ts'
import type { Entity } from './entity.ts'

/** The field that names the rows of a table whose key has several columns. It is made when rows are read; the table has no such column. */
export const madeKeyName = '_key'

/** Between the parts, and how parts write what is a sign here. No part holds a comma, so that lists of keys may. */
export const separator = '~'
const signs = ['!', separator, ','] as const

/** The sign, and how a part writes it: `!` first, as the others are written with it. */
export const writtenSigns: readonly (readonly [string, string])[] = signs.map((sign, i) => [sign, `!${i}`])

/** The key of a row by the texts of its parts: `10248~11`. */
export function joinKey(parts: readonly string[]): string {
  return parts.map((part) => writtenSigns.reduce((text, [sign, written]) => text.replaceAll(sign, written), part)).join(separator)
}

/** The texts of the parts; undefined for what is no key of so many parts. */
export function splitKey(key: string, length: number): string[] | undefined {
  const parts = key.split(separator).map((part) => part.replace(/!([0-2])/g, (_, n) => signs[Number(n)] ?? ''))
  return parts.length === length && joinKey(parts) === key ? parts : undefined
}

/** Is this the field that is made of the parts of the key? */
export function isMadeKey({ keyParts }: Pick<Entity, 'keyParts'>, { name }: Pick<Field, 'name'>): boolean {
  return keyParts !== undefined && name === madeKeyName
}

/** Types whose values are written in one way only, as a part of a key has to be. */
export const partTypes: ReadonlySet<StoreType> = new Set<StoreType>([
  ...(['smallint', 'integer', 'bigint', 'numeric', 'boolean', 'uuid', 'enum', 'macaddr'] as const),
  ...(['varchar', 'char', 'text', 'date', 'timestamp', 'timestamptz'] as const),
])

/** What rows are named by is given when they are added and stays. */
export function givenOnce(fields: Record<string, Field>, parts: readonly string[]): void {
  for (const name of parts) {
    const field = fields[name]
    if (field) fields[name] = { ...field, writeOnce: true }
  }
}

/** Reports what a key of several columns cannot be made of, and what a table with one cannot have. `place` is the entity's. */
export function checkMadeKey(entity: Entity, declared: Readonly<Record<string, unknown>>, place: Place): void {
  const { keyParts, external, fields } = entity
  if (!keyParts) return
  if (!external) refuse(within(place, 'key'), 'only a table of another system ("external") has a key of several columns')
  if (Object.hasOwn(declared, madeKeyName))
    refuse(
      { ...place, at: ['fields', madeKeyName] },
      `"${madeKeyName}" is what names the rows of a table with a key of several columns`,
    )
  for (const [i, name] of keyParts.entries()) {
    const fault = Object.hasOwn(fields, name) && fields[name] ? partFault(fields[name]) : undefined
    if (name === madeKeyName || !Object.hasOwn(fields, name))
      refuse(within(place, 'key', i), `no such field "${name}"`, suggest(name, Object.keys(declared)))
    else if (keyParts.indexOf(name) < i) refuse(within(place, 'key', i), `"${name}" is named twice`, 'remove one')
    else if (fault) refuse(within(place, 'key', i), `"${name}" ${fault}`)
  }
  for (const { at, what } of impossible(entity)) refuse(within(place, ...at), what)
  for (const { name, link } of Object.values(fields))
    if (link) refuse({ ...place, at: ['fields', name, 'link'] }, `a table of pairs ${oneColumn}`)
}

function partFault({ store, secret, mask, virtual, link }: Field): string | undefined {
  if (secret || mask) return 'is not shown whole, but keys are'
  if (!store || virtual || link) return 'is no column of the table'
  return partTypes.has(store.type) ? undefined : `holds values of the type ${store.type}, which no key is made of`
}

const oneColumn = 'needs a key of one column'

/** What needs a row that one column names. */
function impossible({ keyGiven, tree, weigh, relations }: Entity): { at: string[]; what: string }[] {
  const many = Object.values(relations).filter(({ type }) => type === 'many')
  return [
    ...(keyGiven ? [{ at: ['keyGiven'], what: 'the columns of a key are given by people unless the database fills them' }] : []),
    ...(tree ? [{ at: ['tree'], what: `a tree ${oneColumn}` }] : []),
    ...(weigh !== null ? [{ at: ['weigh'], what: `an order made by hand ${oneColumn}` }] : []),
    ...many.map(({ name }) => ({ at: ['relations', name], what: `a relation of many rows ${oneColumn}` })),
  ]
}
