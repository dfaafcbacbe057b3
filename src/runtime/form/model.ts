import type { Field } from '../../schemas/field.ts'
import type { ConditionEnvironment } from '../../schemas/language/condition/predicate.ts'
import type { FormSection } from '../../schemas/language/form/form.ts'
import type { Changes, Clash, ClashSide, Meeting } from './clash.ts'
import type { Actor, FieldState, RowState } from './fieldRules.ts'
import type { FieldNow } from './fieldStore.ts'
import type { Values } from './values.ts'

/** What a form shows. `values` are model values (money in fen, times in unix seconds, option values in their own type). */
export interface FormState {
  /** Replaced as a whole with every change, never changed in place. */
  values: Values
  /** Replaced as a whole as well. */
  fields: Readonly<Record<string, FieldState>>
  /** States of the fields in the rows of subtables, by subtable. */
  rows: RowState['rows']
  /** What the server said of single fields, by name (`lines.0.quantity` inside subtables). */
  errors: Record<string, string>
  /** What the server said of the whole; '' when nothing. */
  message: string
  /** Somebody else changed the record meanwhile, and the server does not say what. */
  conflict: boolean
  /** What somebody else changed meanwhile, to be decided field by field; null when nobody did. */
  clash: Clash | null
  /** The last attempt did not get through to the server: whether it saved anything is not known. */
  unsent: boolean
  dirty: boolean
  loading: boolean
  submitting: boolean
  /** Pieces of work that values still come from (uploads): until they end, nothing is sent. */
  waiting: number
  /** The record the form is about, in model values with its relations; null while adding. */
  record: Values | null
  /** Counts how often values were set from outside (loaded, reset, assigned): inputs with a local copy resync. */
  version: number
}

/** One form: a record being added or edited, or the fields of an action. */
export interface FormModel {
  state: FormState
  /** 'add', 'edit' or the name of an action. */
  action: string
  /** Keys of the rows it is about; empty for `add`. */
  ids: readonly (string | number)[]
  /** They stand for all rows that the list finds. */
  all: boolean
  /** Fields in the order of the form. */
  fields: readonly Field[]
  sections: readonly FormSection[]
  /** What a field holds now, and how it is. */
  field(name: string): FieldNow
  /** Calls `changed` at once whenever `field(name)` is another; keys in other fields do not. Returns what stops it. */
  listen(name: string, changed: () => void): () => void
  set(field: string, value: unknown): void
  /** Takes all values at once (what an uncontrolled form has collected). */
  setAll(values: Values): void
  /** Sets values that no input produced; inputs resync. */
  enter(values: Values): void
  /** Sets the first values (of a row on the wire) the form is compared with. */
  fill(wire: Values): void
  /** Back to the first values. */
  reset(): void
  /**
   * Lays what was entered over the record as it is now (a row on the wire). Fields that nobody touched here take what is there; where both
   * changed one, `state.clash` asks which it is to be.
   */
  meet(wire: Values, meanwhile: Pick<Meeting, 'changes' | 'about'>): void
  /** Decides one field of the clash. */
  choose(field: string, side: ClashSide): void
  /** Enters what was entered once before, over `base`, where nothing else was entered since. */
  restore(values: Values, base: Values): void
  /** Is this field left as the record has it? It is not sent, so nothing about it has to be right: it was that way before. */
  isLeft(field: Field): boolean
  /** Is this a secret of the record that is edited? Nobody is shown it, and left empty it stays as it is. */
  keepsSecret(field: Field): boolean
  /** What conditions of the form's fields see now. */
  sight(): ConditionEnvironment
  /** Holds the form back from being sent until this has ended; nothing comes of it where it resolves to undefined, or rejects. */
  waitFor(work: Promise<unknown>): void
  /** Resolves once nothing holds the form back any more: to true when all that did brought something. */
  settled(): Promise<boolean>
  /** The values the form is compared with. */
  first(): Values
  /** Values that differ from the first ones, by field. */
  changes(): Values
  /** The body to send: wire values of the visible fields a person may write; of a record that is edited those that were changed. */
  payload(): Record<string, unknown>
  /**
   * Sends the payload through `send`. A second call while it runs returns the same promise. Resolves to true on success; on a refusal the
   * messages are in `state`, the values stay, and it resolves to false. Nothing is sent while a clash is undecided.
   */
  submit(): Promise<boolean>
}

export interface FormOptions {
  action: string
  ids: readonly (string | number)[]
  mode: 'add' | 'edit'
  /** The fields are an action's own: the record is the row around them. */
  ofAction?: boolean
  /** Only fields that somebody changed are sent: the server keeps all others as they are. */
  changesOnly?: boolean
  /** It is about several rows at once: what is left empty is not sent, and stays in each row as it is. */
  several?: boolean
  /** These rows stand for all that the list finds. */
  all?: boolean
  fields: readonly Field[]
  sections?: readonly FormSection[]
  /** Fields that take values of a row that is chosen in the form. */
  filled?: readonly string[]
  actor: () => Actor
  /** Makes a key for each attempt of the person. */
  id: () => string
  /** Delivers the payload; `key` is the same for repetitions of one attempt whose outcome is unknown. */
  send(payload: Record<string, unknown>, key: string, version: string | undefined): Promise<unknown>
  /** Reads the record again, which somebody changed, and has the form meet it (`meet`). */
  reread?(form: FormModel, changes: Changes): Promise<void>
}
