import type { Field } from '../../schemas/field.ts'
import type { FieldChange } from '../../schemas/language/wire/envelope.ts'
import { equal, type Values } from './values.ts'

/** By field: who changed it last; null where nobody noted that. */
export type Changes = Readonly<Record<string, FieldChange | null>>

export type ClashSide = 'mine' | 'theirs'

/** A field that somebody else changed: what it was when the form was opened, and what it is now. */
export interface ChangedField {
  name: string
  base: unknown
  theirs: unknown
  change: FieldChange | null
}

/** A field that was changed here as well; one of the two values has to be chosen. */
export interface ClashField extends ChangedField {
  mine: unknown
  chosen: ClashSide | null
}

/** What somebody else changed while a form was open. */
export interface Clash {
  /** Fields that both changed. */
  fields: readonly ClashField[]
  /** Fields of the form that only the other changed: they show what is there now. */
  taken: readonly ChangedField[]
  /** What changed of the record that the form is about, beside the form's own fields. */
  about: readonly ChangedField[]
  /** How often it was tried to save before all was chosen. */
  asked: number
}

/** The record before and now: what was read first (`base`), who changed what, and what changed of the record around the form. */
export interface Meeting {
  base: Values
  changes: Changes
  about: readonly ChangedField[]
}

/**
 * What clashes between `mine` (what was entered over `base`) and what is there now; null when there is nothing to say. What is masked or
 * secret is in no answer of the server, so nothing is said of it: what was entered stays.
 */
export function clashOf(fields: readonly Field[], mine: Values, now: Values, { base, changes, about }: Meeting): Clash | null {
  const changed = fields
    .filter(({ name, secret, mask, readOnly }) => !secret && !mask && !readOnly && !equal(base[name], now[name]))
    .map(({ name }) => ({ name, base: base[name], theirs: now[name], change: changes[name] ?? null }))
  const isMine = ({ name }: ChangedField) => Object.hasOwn(mine, name) && !equal(mine[name], base[name])
  const both = changed
    .filter((each) => isMine(each) && !equal(mine[each.name], now[each.name]))
    .map((each) => ({ ...each, mine: mine[each.name], chosen: null }))
  const taken = changed.filter((each) => !isMine(each))
  return both.length + taken.length + about.length > 0 ? { fields: both, taken, about, asked: 0 } : null
}

/** Has a field still to be chosen? */
export function isUndecided(clash: Clash | null): boolean {
  return clash?.fields.some((field) => field.chosen === null) ?? false
}

/** The clash after fields were changed in the form itself: that decides them too. */
export function entered(clash: Clash, values: Values, changed: readonly string[]): Clash {
  const fields = clash.fields.map((field) => {
    const value = values[field.name]
    if (!changed.includes(field.name)) return field
    return equal(value, field.theirs)
      ? { ...field, chosen: 'theirs' as const }
      : { ...field, mine: value, chosen: 'mine' as const }
  })
  return { ...clash, fields }
}
