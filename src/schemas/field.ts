import type { Condition } from './condition.ts'
import { kindOf, type kinds } from './kinds/index.ts'
import type { KindField, OptionsOf } from './kinds/kind.ts'
import type { Virtual } from './virtual.ts'

/** How a field depends on the others of its form. */
export interface FieldWhen {
  visible?: Condition
  required?: Condition
  disabled?: Condition
  /** By option value: the option is offered while its condition holds. Options that are not named are always offered. */
  options?: Readonly<Record<string, Condition>>
}

/** Is the value one that is never kept in clear: secret, or kept encrypted? */
export function isConfidential(field: Pick<Field, 'secret' | 'sealed'> | undefined): boolean {
  return field !== undefined && (field.secret || field.sealed !== undefined)
}

/** What every field has after parsing, whatever its kind: every default filled in. */
interface FieldBase extends KindField {
  unique: boolean
  readOnly: boolean
  /** May be set when the row is added and never again. */
  writeOnce: boolean
  /** The button of the page's menu rule without which nobody changes it from what it is at first. */
  node?: string
  /** Never leaves the server and is not a field for lists, filters or sorts. */
  secret: boolean
  nullable: boolean
  virtual?: Virtual
  when: FieldWhen
  index: boolean
  /** Why a searched or sorted field has no index. */
  unindexedBecause?: string
  /** Columns the field takes in a two-column form: 1 or 2. */
  span?: 1 | 2
  unit?: boolean
  help?: boolean
  placeholder?: boolean
  /** Fields of the form that are emptied when somebody changes the value, after they were asked. */
  clears?: readonly string[]
  /** A number: it is at most what this other field holds, of the same row or form, or around it (`$parent.left`). */
  most?: string
  /** Subtables: the fields of a row. */
  fields?: Readonly<Record<string, Field>>
  /** Subtables: the field of a row that carries the key of the record it is about, where that is not `id`. */
  rowKey?: string
}

type Kinds = typeof kinds
type KindName = keyof Kinds
type OwnOptions<Name extends KindName> = OptionsOf<Kinds[Name]['options']>
type OptionKey = { [Name in KindName]: keyof OwnOptions<Name> }[KindName]

/**
 * A field of one kind: the base and the options that the kind's file declares. The options of other kinds are known to be absent, so that code
 * for all kinds may ask for any option, and nothing can be written into a field whose kind has no such option.
 */
export type FieldOf<Name extends KindName> = FieldBase & { kind: Name } & OwnOptions<Name> & {
    [Key in Exclude<OptionKey, keyof OwnOptions<Name>>]?: undefined
  }

/** A parsed field, discriminated by its kind. */
export type Field = { [Name in KindName]: FieldOf<Name> }[KindName]

/** Options that the parser puts in the place of those that the page names: `options` with a source, and limits of moments. */
const parsedOptions = ['options', 'source', 'depends', 'preselected', 'limits']

/** The same field as one of another kind, with that kind's options instead of its own. */
export function asKind<Name extends KindName>(field: Field, kind: Name, options: OwnOptions<Name>): FieldOf<Name> {
  const own = [...Object.keys(kindOf(field).options), ...parsedOptions]
  const base = Object.fromEntries(Object.entries(field).filter(([key]) => !own.includes(key)))
  return { ...base, kind, ...options } as FieldOf<Name>
}
