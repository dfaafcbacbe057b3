import type { CellParts } from './cellParts.ts'
import type { CodeEventName } from './codeEvents.ts'
import type { JsonSchema } from './jsonSchema.ts'
import type { Condition } from './language/condition/condition.ts'
import type { Virtual } from './language/entity/virtual.ts'
import type { Operator } from './language/wire/query.ts'
import type { OptionSourceName } from './optionSources.ts'

/**
 * Column types the server can store a field in. Kinds choose one; `store` in a page overrides it (tables that exist already). `enum` is any
 * enumerated type of a table of another system: Kontor makes none.
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
  'bytea',
  'text[]',
  'smallint[]',
  'integer[]',
  'bigint[]',
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

/** One choice of an option field. The label is a word: `fields.<field>.options.<value>`. */
export interface Option {
  value: string | number
  tag?: Tag
  /** It is always chosen (of fields that hold several). */
  fixed?: boolean
}

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

/** A field after parsing: every default filled in. Options of single kinds are present only for those kinds. */
export interface Field {
  name: string
  kind: string
  required: boolean
  unique: boolean
  readOnly: boolean
  /** May be set when the row is added and never again. */
  writeOnce: boolean
  /** The button of the page's menu rule without which nobody changes it from what it is at first. */
  node?: string
  /** Never leaves the server and is not a field for lists, filters or sorts. */
  secret: boolean
  nullable: boolean
  /** Model value used by the form and the column when nothing is given. */
  default?: unknown
  store: Store | null
  virtual?: Virtual
  /** The value lives in a table of pairs instead of a column (admin ↔ group). */
  link?: { table: string; own: string; other: string }
  wire?: 'string' | 'number' | 'datetime' | 'date'
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
  // options of kinds
  minLength?: number
  maxLength?: number
  pattern?: string
  min?: number
  max?: number
  /** A number: it is at most what this other field holds, of the same row or form, or around it (`$parent.left`). */
  most?: string
  /** Columns of its rows that are added up below them. */
  sum?: readonly string[]
  scale?: number
  step?: number
  rows?: number
  /** A named rule of a text: what kind of text it is. */
  rule?: TextRule
  /** The server shows no more of the value than the mask lets through; the whole is revealed for one row at a time. */
  mask?: Mask
  /** The secret field that keeps the value encrypted; the column itself holds what the mask lets through. */
  sealed?: string
  /** By language the field of the same row that says this in it; what is empty there is said by the field itself. */
  translated?: Readonly<Record<string, string>>
  /** Regions: how deep, 1 (province) to 3 (district). */
  level?: number
  /** Colours: may they let something through? */
  alpha?: boolean
  /** Dates and times: the first and the last that are allowed; "now" is the moment of saving. */
  limits?: { min?: string | number; max?: string | number }
  options?: readonly Option[]
  /** In the place of `options`: the named source of the server that makes the choices (optionSources.ts); they are texts. */
  source?: OptionSourceName
  /** What the server calls usual is chosen whenever a field changes that the choices hang on. */
  preselected?: boolean
  on?: string | number
  off?: string | number
  /** Remote selects: the page (screen id) or table whose rows are offered, and the field shown. */
  page?: string
  table?: string
  show?: string
  tree?: boolean
  /** Remote selects: only rows that fulfil these equalities are offered. */
  where?: Readonly<Record<string, string | number>>
  /** Fields of the row sent along by name as parameters that narrow the choice. */
  depends?: readonly string[]
  /** Drawn as a tree of check boxes. */
  check?: boolean
  /** The order of what is chosen counts, and can be changed. */
  ordered?: boolean
  /** Subtables: the fields of a row, and the relation of the record that fills the rows at first. */
  fields?: Readonly<Record<string, Field>>
  from?: string
  /** Subtables: the field of a row that carries the key of the record it is about, where that is not `id`. */
  rowKey?: string
  multiple?: boolean
  /** Spec editors: the field of the form that says single or multi, and the relation of `form.lookup` whose row brings specs. */
  type?: string
  template?: string
  /** Uploads: what files are taken, as HTML's `accept` says it; their largest size in bytes; how pictures are cropped (`free`, `1:1`). */
  accept?: string
  maxSize?: number
  crop?: string
  /** Codes: what they are sent for. */
  event?: CodeEventName
}

/** How the search panel asks for a value. */
export type SearchInput = 'text' | 'number' | 'range' | 'dateRange' | 'options' | 'switch' | 'remote' | 'area' | 'none'

/** What a key that a kind adds to a field holds; what each allows stands in optionShapes.ts, which no browser loads. */
export type OptionShape =
  | 'text'
  | 'texts'
  | 'flag'
  | 'number'
  | 'integer'
  /** Whole, not negative. */
  | 'count'
  /** Whole, at least 1. */
  | 'positive'
  /** 0 to 10 digits behind the point. */
  | 'decimals'
  /** Yuan as text: "12.50". */
  | 'amount'
  /** How long: "00:12:03.456". */
  | 'duration'
  /** Whole, 1 to 3: province, city, district. */
  | 'level'
  /** A date, time or "now". */
  | 'moment'
  /** The name of a rule of texts. */
  | 'textRule'
  /** What is hidden of a text: "middle" or "all". */
  | 'mask'
  /** Names of fields by language. */
  | 'fieldsByLanguage'
  /** A text or a number. */
  | 'scalar'
  /** Texts or numbers by name. */
  | 'scalars'
  /** The options of a choice, each with a value and maybe a tag's colour; or the source that the server makes them from. */
  | 'choices'
  /** Suffixes and MIME types as HTML's `accept` writes them: ".pdf,image/*". */
  | 'accept'
  /** "free", or a ratio of width and height: "16:9". */
  | 'crop'
  /** What a code is sent for: an event of codeEvents.ts. */
  | 'codeEvent'
  /** A field of the same form; a relation of its `beside`. */
  | 'besideField'
  | 'besideRelation'

/** The data facts of a field kind; everything that belongs to one kind stands in its file and nowhere else. */
export interface Kind {
  /** Keys this kind adds to a field, each with the name of what it holds. */
  options: Readonly<Record<string, OptionShape>>
  /** Column type of a field of this kind; null when the value is never a column. */
  store(field: Field): Store | null
  /** Value of an untouched form field. */
  empty: unknown
  /** JSON Schema of the model value. */
  schema(field: Field): JsonSchema
  /** Model value from what the wire carries; lenient in form, strict in meaning. Throws CodecError. Empty input gives null. */
  fromWire(value: unknown, field: Field): unknown
  /** What the wire carries for a model value (null stays null). */
  toWire(value: unknown, field: Field): unknown
  /**
   * Further rule on a model value that fulfils the schema and that a JSON Schema cannot say (`now` in unix seconds; `row` holds the values of
   * the row it stands in): the message code, with its parameters and its place inside the value where it has any, or undefined.
   */
  check?(
    value: unknown,
    field: Field,
    now: number,
    row?: Readonly<Record<string, unknown>>,
  ): string | CheckFinding | readonly CheckFinding[] | undefined
  /** Kinds whose values are addresses of files: one or many, what files they may be, and the addresses in a value. */
  uploads?: { many: boolean; accept(field: Field): string; addresses(value: unknown): string[] }
  /** Code of the message for a value that breaks the schema's pattern; words `validate.<code>`. */
  message?: string | ((field: Field) => string)
  /** Code of the message for a missing value, where it is not `required`. */
  requiredMessage?: string
  /** Values are HTML: cleaned by the one allow-list (kinds/markup.ts) wherever they are written, read or shown. */
  markup?: true
  /** Values are codes whose names the server sends beside them, as `<field>_text`: from which list they come. */
  names?: 'area' | 'regions'
  /** The value as one line of plain text, for lists and cards, where it is not a text by itself. */
  plain?(value: unknown, field: Field): string
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
  sample(field: Field, n: number): unknown
}

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
