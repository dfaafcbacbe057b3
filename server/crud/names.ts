import { kindOf } from '../../src/schemas/kinds/index.ts'
import type { Field, Kind } from '../../src/schemas/language/field.ts'
import { areAreas, areaText, areRegions, regionsText } from '../area/areas.ts'

interface Names {
  /** Do these codes stand in the list? */
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

/** How a named field is told beside its codes: name of the further member (`city_text`), and its text. */
export function namesOf(field: Field): [name: string, text: (value: unknown) => string][] {
  const { names } = kindOf(field)
  return names ? [[`${field.name}_text`, lists[names].text]] : []
}
