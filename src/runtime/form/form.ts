import { proxy, ref } from 'valtio/vanilla'
import type { Field } from '../../schemas/field.ts'
import { asValues, type ConditionEnvironment, rowsIn } from '../../schemas/language/condition/predicate.ts'
import type { FormSection } from '../../schemas/language/form/form.ts'
import { decodeRow, encodeValue } from '../../schemas/language/wire/codec.ts'
import { isMasked } from '../../schemas/language/wire/mask.ts'
import { CallError } from '../callError.ts'
import { type Actor, createFieldRules, type FieldRules, type FieldState, type RowState } from './fieldRules.ts'
import { withoutUnfit } from './narrowed.ts'
import { defaults, equal, isBlank } from './values.ts'

export type Values = Readonly<Record<string, unknown>>

/** What a form shows. `values` are model values (money in fen, times in unix seconds, option values in their own type). */
export interface FormState {
  /** Replaced as a whole with every change, never changed in place. */
  values: Values
  fields: Record<string, FieldState>
  /** States of the fields in the rows of subtables, by subtable. */
  rows: RowState['rows']
  /** What the server said of single fields, by name (`lines.0.quantity` inside subtables). */
  errors: Record<string, string>
  /** What the server said of the whole; '' when nothing. */
  message: string
  /** Somebody else changed the record meanwhile. */
  conflict: boolean
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
  /** Fields in the order of the form. */
  fields: readonly Field[]
  sections: readonly FormSection[]
  set(field: string, value: unknown): void
  /** Takes all values at once (what an uncontrolled form has collected). */
  setAll(values: Values): void
  /** Sets values that no input produced; inputs resync. */
  enter(values: Values): void
  /** Sets the first values (of a row on the wire) the form is compared with. */
  fill(wire: Values): void
  /** Back to the first values. */
  reset(): void
  /** What conditions of the form's fields see now. */
  sight(): ConditionEnvironment
  /** Holds the form back from being sent until this has ended. */
  waitFor(work: Promise<unknown>): void
  /** Values that differ from the first ones, by field. */
  changes(): Values
  /** The body to send: wire values of the visible fields a person may write; of a record that is edited those that were changed. */
  payload(): Record<string, unknown>
  /**
   * Sends the payload through `send`. A second call while it runs returns the same promise. Resolves to true on success; on a refusal the
   * messages are in `state`, the values stay, and it resolves to false.
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
  fields: readonly Field[]
  sections?: readonly FormSection[]
  actor: () => Actor
  /** Makes a key for each attempt of the person. */
  id: () => string
  /** Delivers the payload; `key` is the same for repetitions of one attempt whose outcome is unknown. */
  send(payload: Record<string, unknown>, key: string, version: string | undefined): Promise<unknown>
}

/** Makes a form whose fields hold their defaults. */
export function createForm(options: FormOptions): FormModel {
  return new Form(options)
}

class Form implements FormModel {
  readonly state: FormState
  readonly action: string
  readonly ids: readonly (string | number)[]
  readonly fields: readonly Field[]
  readonly sections: FormModel['sections']
  readonly #options: FormOptions
  readonly #byName: Readonly<Record<string, Field>>
  readonly #rules: FieldRules
  #states: RowState
  #first: Values
  #rowVersion: string | undefined
  /** The last attempt whose outcome is not known for certain. */
  #attempt: { key: string; payload: string } | undefined
  #sending: Promise<boolean> | undefined

  constructor(options: FormOptions) {
    const { fields } = options
    this.#options = options
    this.action = options.action
    this.ids = options.ids
    this.fields = fields
    this.sections = options.sections ?? [{ name: '', fields: fields.map((field) => field.name) }]
    this.#byName = Object.fromEntries(fields.map((field) => [field.name, field]))
    const at = options.ofAction ? ['$form'] : []
    const { mode, actor } = options
    this.#rules = createFieldRules(fields, { mode, actor, first: () => (mode === 'edit' ? this.#first : {}) }, at)
    this.#first = defaults(fields)
    const [values, around] = this.#seen(this.#first, null)
    this.#states = this.#rules.all(values, around)
    this.state = proxy<FormState>({
      ...this.#untouched(),
      record: null,
      loading: false,
      submitting: false,
      waiting: 0,
      version: 0,
    })
  }

  set = (name: string, value: unknown) => this.setAll({ [name]: value })

  setAll = (values: Values) => {
    const given = { ...this.state.values, ...values }
    const named = Object.keys(values)
    const changed = [...new Set([...named, ...this.fields.map((field) => field.name)])].filter(
      (name) => !equal(given[name], this.state.values[name]),
    )
    const unfit = withoutUnfit(this.fields, { before: this.state.values, after: given }, changed, equal)
    const all = [...new Set([...changed, ...Object.keys(unfit)])]
    // A field that was touched without being changed loses its message all the same.
    if (all.length > 0 || named.length === 1)
      this.#take({ ...given, ...unfit }, [...new Set([...all, ...(named.length === 1 ? named : [])])])
  }

  enter = (values: Values) => {
    this.setAll(values)
    this.state.version++
  }

  fill = (wire: Values) => {
    this.#rowVersion = wire._version === undefined || wire._version === null ? undefined : String(wire._version)
    this.#first = { ...this.#first, ...decodeRow(this.#byName, wire).values }
    this.reset()
  }

  reset = () => {
    this.#states = this.#rules.all(...this.#seen(this.#first))
    Object.assign(this.state, this.#untouched(), { version: this.state.version + 1 })
  }

  sight = (): ConditionEnvironment => {
    const [values, around] = this.#seen(this.state.values)
    return { values, around, ...this.#options.actor() }
  }

  changes = (): Values =>
    Object.fromEntries(
      this.fields.flatMap(({ name }) =>
        equal(this.state.values[name], this.#first[name]) ? [] : [[name, this.state.values[name]]],
      ),
    )

  payload = (): Record<string, unknown> => {
    const values: Record<string, unknown> = {}
    for (const field of this.fields.filter((each) => this.#isSent(each))) {
      const value = this.state.values[field.name] ?? null
      // The wire form of a secret is nothing at all, for it never comes from the server; to the server it goes as it was typed.
      values[field.name] = field.secret
        ? (value ?? '')
        : encodeValue(field, shownParts(field, value, this.state.rows[field.name]))
    }
    return values
  }

  waitFor = (work: Promise<unknown>) => {
    this.state.waiting++
    const end = () => {
      // What was said of the form was that it waits.
      if (--this.state.waiting === 0) this.state.message = ''
    }
    work.then(end, end)
  }

  submit = (): Promise<boolean> => {
    if (this.state.waiting > 0) return Promise.resolve(false)
    this.#sending ??= this.#send().finally(() => {
      this.#sending = undefined
    })
    return this.#sending
  }

  #take(next: Values, changed: readonly string[]) {
    const { state } = this
    const [old] = this.#seen(state.values)
    state.values = ref(next)
    const [values, around] = this.#seen(next)
    const before = this.#states
    this.#states = this.#rules.next(before, old, values, around)
    for (const [name, field] of Object.entries(this.#states.fields)) if (field !== before.fields[name]) state.fields[name] = field
    if (this.#states.rows !== before.rows) state.rows = ref(this.#states.rows)
    for (const name of changed) {
      for (const place of Object.keys(state.errors))
        if (place === name || place.startsWith(`${name}.`)) delete state.errors[place]
    }
    state.dirty = this.fields.some((field) => !equal(next[field.name], this.#first[field.name]))
  }

  /** The part of the state that follows from the first values. */
  #untouched() {
    const { fields, rows } = this.#states
    const values = ref({ ...this.#first })
    return { values, fields: { ...fields }, rows: ref(rows), errors: {}, message: '', conflict: false, dirty: false }
  }

  /** What conditions see: the record with what the form says over it; for the form of an action, the form and the record around it. */
  #seen(values: Values, record: Values | null = this.state.record): [Values, readonly Values[]] {
    return this.#options.ofAction ? [values, [record ?? {}]] : [{ ...record, ...values }, []]
  }

  #isSent(field: Field): boolean {
    const edits = this.#options.mode === 'edit'
    if (!this.state.fields[field.name]?.visible || field.readOnly) return false
    if (this.#options.changesOnly && this.#isAsFirst(field)) return false
    if (this.#options.several && isBlank(this.state.values[field.name])) return false
    // What is masked still was not touched: nobody here has seen it.
    if (edits && isMasked(field, this.state.values[field.name]) && this.#isAsFirst(field)) return false
    // An empty secret means "unchanged": the server never sends its value.
    return !edits || (!field.writeOnce && !(field.secret && isBlank(this.state.values[field.name])))
  }

  #isAsFirst({ name }: Field): boolean {
    return equal(this.state.values[name], this.#first[name])
  }

  async #send(): Promise<boolean> {
    const { state } = this
    const body = this.payload()
    const text = JSON.stringify(body)
    if (this.#attempt?.payload !== text) this.#attempt = { key: this.#options.id(), payload: text }
    Object.assign(state, { submitting: true, errors: {}, message: '', conflict: false })
    try {
      const sent = state.values
      await this.#options.send(body, this.#attempt.key, this.#rowVersion)
      this.#attempt = undefined
      this.#first = sent
      state.dirty = this.fields.some((field) => !equal(state.values[field.name], sent[field.name]))
      return true
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      Object.assign(state, { errors: { ...error.fieldErrors }, message: error.message, conflict: error.conflict })
      // After a definite answer the next press is a new attempt; without one it repeats the same, which the server does once.
      if (!error.uncertain && !error.conflict) this.#attempt = undefined
      return false
    } finally {
      state.submitting = false
    }
  }
}

/** Rows inside without the values that their conditions hide: those are not sent. */
function shownParts(field: Field, value: unknown, rows: readonly RowState[] | undefined): unknown {
  const { fields } = field
  if (!fields || !rows) return value
  return rowsIn(value).map((row, i) => {
    const state = rows[i]
    const parts = Object.entries(asValues(row)).filter(([name]) => state?.fields[name]?.visible ?? true)
    return Object.fromEntries(
      parts.map(([name, part]) => [name, fields[name] ? shownParts(fields[name], part, state?.rows[name]) : part]),
    )
  })
}
