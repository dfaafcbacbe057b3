import type { Field } from '../../src/schemas/field.ts'
import { kindOf } from '../../src/schemas/kinds/index.ts'
import type { Kind } from '../../src/schemas/kinds/kind.ts'
import { areAreas, areaText, areRegions, regionsText } from '../core/regions.ts'
import type { Row } from './domain.ts'

interface Names {
  /** Does the list contain these codes? */
  known(codes: readonly unknown[]): boolean
  /** Their names, as one text. */
  text(codes: unknown): string
}

/** The lists that codes are named by. */
const lists: Readonly<Record<NonNullable<Kind['names']>, Names>> = {
  area: { known: areAreas, text: areaText },
  regions: { known: areRegions, text: regionsText },
}

/** True for a value without codes, and for codes that its kind's list knows. */
export function areKnown(value: unknown, field: Field): boolean {
  const { names } = kindOf(field)
  return names === undefined || !Array.isArray(value) || lists[names].known(value)
}

/** How a named field is sent besides its codes: name of the extra member (`city_text`), and its text. */
export function namesOf(field: Field): [name: string, text: (value: unknown) => string][] {
  const { names } = kindOf(field)
  return names ? [[`${field.name}_text`, lists[names].text]] : []
}

/** Rows of a subtable with the names of their codes beside these, in rows inside them too; any other value as it is. */
export function rowsNamed(field: Field, wire: unknown): unknown {
  if (!field.fields || !Array.isArray(wire)) return wire
  const inner = Object.values(field.fields)
  return wire.map((row: Row) => {
    const named = inner.flatMap((each) => namesOf(each).map(([name, text]) => [name, text(row[each.name])]))
    const rows = inner.flatMap((each) => (each.fields ? [[each.name, rowsNamed(each, row[each.name])]] : []))
    return { ...row, ...Object.fromEntries([...rows, ...named]) }
  })
}
