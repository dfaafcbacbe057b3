import type { CellParts } from '../cellParts.ts'
import type { CodeEventName } from '../codeEvents.ts'
import type { JsonSchema } from '../jsonSchema.ts'
import type { Operator } from '../operators.ts'

/**
 * Types of tables of other systems whose values are shown and entered as the text that PostgreSQL writes for them; `any` is one that is not
 * named here (point, xml, bit, hstore …).
 */
export const foreignTypes = [
  'interval',
  'inet',
  'cidr',
  'macaddr',
  'int4range',
  'int8range',
  'numrange',
  'daterange',
  'tsrange',
  'tstzrange',
  'int4multirange',
  'int8multirange',
  'nummultirange',
  'datemultirange',
  'tsmultirange',
  'tstzmultirange',
  'tsvector',
  'any',
] as const

/**
 * Column types the server can store a field in. Kinds choose one; `store` in a page overrides it (tables that exist already). `enum` is any
 * enumerated type of a table of another system, `any[]` any list there whose type is not named. Of those and the `foreignTypes` Kontor
 * makes no column itself.
 */
export const storeTypes = [
  'smallint',
  'integer',
  'bigint',
  'numeric',
  'real',
  'double precision',
  'boolean',
  'varchar',
  'char',
  'text',
  'date',
  'time',
  'timestamp',
  'timestamptz',
  'json',
  'jsonb',
  'uuid',
  'enum',
  ...foreignTypes,
  'bytea',
  'text[]',
  'smallint[]',
  'integer[]',
  'bigint[]',
  'any[]',
] as const
export type StoreType = (typeof storeTypes)[number]

/** A column: its type with length (varchar, char) or precision and scale (numeric). */
export interface Store {
  type: StoreType
  length?: number
  precision?: number
  scale?: number
}

/** Rules of a text that a pattern alone would not name. */
export const textRules = ['name'] as const
export type TextRule = (typeof textRules)[number]

/** What a mask hides of a text: its middle, or all of it (mask.ts). */
export const masks = ['middle', 'all'] as const
export type Mask = (typeof masks)[number]

/** Colours of tags. */
export const tags = ['info', 'primary', 'success', 'warning', 'danger'] as const
export type Tag = (typeof tags)[number]

/** One choice of an option field. The label is the word `fields.<field>.options.<value>`; the server's code has the `name`. */
export interface Option {
  value: string | number
  name?: string
  tag?: Tag
  /** It is always chosen (of fields that hold several). */
  fixed?: boolean
}

/** How the search panel asks for a value. */
export type SearchInput = 'text' | 'number' | 'range' | 'dateRange' | 'options' | 'switch' | 'remote' | 'area' | 'none'

/**
 * What an option of a kind may hold in a page, by name, with the type of its value in the model. What each allows in JSON is in
 * language/entity/optionShapes.ts, which no browser loads.
 */
interface OptionValues {
  text: string
  texts: readonly string[]
  flag: boolean
  number: number
  integer: number
  /** Whole, not negative. */
  count: number
  /** Whole, at least 1. */
  positive: number
  /** 0 to 10 digits behind the point. */
  decimals: number
  /** Yuan as text: "12.50"; whole fen in the model. */
  amount: number
  /** A span of time: "00:12:03.456"; whole milliseconds in the model. */
  duration: number
  /** Whole, 1 to 3: province, city, district. */
  level: number
  /** The name of a rule of texts. */
  textRule: TextRule
  /** What is hidden of a text: "middle" or "all". */
  mask: Mask
  /** Names of fields by language. */
  fieldsByLanguage: Readonly<Record<string, string>>
  /** A text or a number. */
  scalar: string | number
  /** Texts or numbers by name. */
  scalars: Readonly<Record<string, string | number>>
  /** Suffixes and MIME types as HTML's `accept` writes them: ".pdf,image/*". */
  accept: string
  /** "free", or a ratio of width and height: "16:9". */
  crop: string
  /** What a code is sent for: an event of codeEvents.ts. */
  codeEvent: CodeEventName
  /** A field of the same form; a relation of its `lookup`. */
  besideField: string
  besideRelation: string
}

/** `choices`: a list of options, or the source the server makes them from. `moment`: a date, a time or "now". */
export type OptionShape = keyof OptionValues | 'choices' | 'moment'

/** The options that a kind declares: the shape of each by its key. */
export type OptionShapes = Readonly<Record<string, OptionShape>>

/** Choices of a field after parsing. */
interface Choices {
  options?: readonly Option[]
  /** Instead of `options`: the named source on the server that computes them. Their values are texts. */
  source?: string
  /** Fields of the form whose values the source depends on, in its order. */
  depends?: readonly string[]
  /** When a field in `depends` changes, the values that the server preselects are chosen. */
  preselected?: boolean
}

/** Limits of dates and times after parsing; "now" is the moment of saving. */
export interface MomentLimits {
  limits?: { min?: string | number; max?: string | number }
}

/** The members that a kind with these options adds to a field of the model. */
export type OptionsOf<Shapes extends OptionShapes> = {
  -readonly [Key in keyof Shapes as Shapes[Key] extends keyof OptionValues ? Key : never]?: Shapes[Key] extends keyof OptionValues
    ? OptionValues[Shapes[Key]]
    : never
} & ('choices' extends Shapes[keyof Shapes] ? Choices : unknown) &
  ('moment' extends Shapes[keyof Shapes] ? MomentLimits : unknown)

/** What a kind may read of any field, whatever its kind. Its own options come on top: `KindField & OptionsOf<…>`. */
export interface KindField {
  name: string
  kind: string
  required: boolean
  /** Model value used by the form and the column when nothing is given. */
  default?: unknown
  store: Store | null
  /** The value lives in a table of pairs instead of a column (admin ↔ group). */
  link?: { table: string; own: string; other: string }
  wire?: 'string' | 'number' | 'datetime' | 'date'
}

/** What a field kind is. Everything that belongs to one kind is in its file and nowhere else. */
export interface Kind<Own extends KindField = KindField, Shapes extends OptionShapes = OptionShapes> {
  /** What a field of this kind is for, in a few words: the page language's schema and reference show it. */
  help: string
  /** Keys this kind adds to a field, each with the name of what it holds. */
  options: Shapes
  /** Column type of a field of this kind; null when the value is never a column. */
  store(field: Own): Store | null
  /** Value of an untouched form field. */
  empty: unknown
  /** JSON Schema of the model value. */
  schema(field: Own): JsonSchema
  /** Model value of a wire value; lenient in form, strict in meaning. Throws CodecError. Returns null for empty input. */
  fromWire(value: unknown, field: Own): unknown
  /** What the wire carries for a model value (null stays null). */
  toWire(value: unknown, field: Own): unknown
  /**
   * Further rule on a model value that fulfils the schema and that a JSON Schema cannot say (`now` in unix seconds; `row` holds the values of
   * the row that holds it): the message code, with its parameters and its place inside the value where it has any, or undefined.
   */
  check?(
    value: unknown,
    field: Own,
    now: number,
    row?: Readonly<Record<string, unknown>>,
  ): string | CheckFinding | readonly CheckFinding[] | undefined
  /** Kinds whose values are addresses of files: one or many, what files they may be, and the addresses in a value. */
  uploads?: { many: boolean; accept(field: Own): string; addresses(value: unknown): string[] }
  /** Code of the message for a value that breaks the schema's pattern; words `validate.<code>`. */
  message?: string | MessageOf<Own>
  /** Code of the message for a missing value, where it is not `required`. */
  requiredMessage?: string
  /** Values are HTML: cleaned by the one allow-list (kinds/markup.ts) wherever they are written, read or shown. */
  markup?: true
  /** Values are codes whose names the server sends beside them, as `<field>_text`: from which list they come. */
  names?: 'area' | 'regions'
  /** The value as one line of plain text, for lists and cards, where it is not a text by itself. */
  plain?(value: unknown, field: Own): string
  /** Words a field of this kind may have beside its label: `fields.<field>.<word>`. */
  words?: readonly string[]
  cell: string
  operator: Operator | false
  input: SearchInput
  align?: 'right'
  /** Values are typed with more than figures: no keyboard of figures alone is offered. */
  signs?: true
  /** Values do not fit a line of text: files that are imported cannot hold them. */
  inCells?: false
  /** Values are a person's own, such as a mobile number: files may be made that hide the middle of them. */
  personal?: true
  /** Columns of a file that say together what one cell cannot hold. */
  parts?: CellParts
  /** Values must never leave the server: the field has to say so. */
  secret?: true
  /** Can a list be sorted by it, and can a condition compare it? */
  comparable: 'number' | 'text' | false
  /** A valid model value, different for different n. */
  sample(field: Own, n: number): unknown
}

/** Chooses a message by the field. A method, so that a kind fits the catalogue whatever its options. */
type MessageOf<Own extends KindField> = { of(field: Own): string }['of']

/** A message code of `validate.<code>` and its parameters. */
export interface CheckFinding {
  code: string
  params: Readonly<Record<string, string | number>>
  /** Where it is, below the value; [] unless said. */
  path?: readonly (string | number)[]
}

/** A value of the wire that is none of its kind; `code` is a message of `validate.<code>`. */
export class CodecError extends Error {
  readonly code: string
  readonly params: Readonly<Record<string, string | number>>
  constructor(code: string, params: Readonly<Record<string, string | number>> = {}) {
    super(code)
    this.name = 'CodecError'
    this.code = code
    this.params = params
  }
}
