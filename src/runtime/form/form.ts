import { proxy, ref } from 'valtio/vanilla'
import type { Field } from '../../schemas/field.ts'
import { addingActions } from '../../schemas/language/action/builtInActions.ts'
import type { ConditionEnvironment } from '../../schemas/language/condition/predicate.ts'
import { judgedWith } from '../../schemas/language/form/depends.ts'
import { decodeRow, encodeValue } from '../../schemas/language/wire/codec.ts'
import { isMasked } from '../../schemas/language/wire/mask.ts'
import { CallError, refusalOf } from '../callError.ts'
import { type ClashSide, clashOf, entered, isUndecided, type Meeting } from './clash.ts'
import { createFieldRules, type FieldRules, type RowState } from './fieldRules.ts'
import { FieldStore } from './fieldStore.ts'
import type { FormModel, FormOptions, FormState } from './model.ts'
import { withoutUnfit } from './narrowed.ts'
import { newSettled } from './settled.ts'
import { shownParts } from './shownParts.ts'
import { defaults, equal, isBlank, type Values } from './values.ts'

export type { FormModel, FormOptions, FormState } from './model.ts'
export type { Values } from './values.ts'

/** Makes a form whose fields hold their defaults. */
export function createForm(options: FormOptions): FormModel {
  return new Form(options)
}

class Form implements FormModel {
  readonly state: FormState
  readonly action: string
  readonly ids: readonly (string | number)[]
  readonly all: boolean
  readonly fields: readonly Field[]
  readonly sections: FormModel['sections']
  readonly #options: FormOptions
  readonly #byName: Readonly<Record<string, Field>>
  readonly #rules: FieldRules
  readonly #store: FieldStore
  #states: RowState
  #first: Values
  #rowVersion: string | undefined
  /** The last attempt whose outcome is not known for certain. */
  #attempt: { key: string; payload: string } | undefined
  #sending: Promise<boolean> | undefined
  #settled = newSettled()

  constructor(options: FormOptions) {
    const { fields } = options
    this.#options = options
    this.action = options.action
    this.ids = options.ids
    this.all = options.all ?? false
    this.fields = fields
    this.sections = options.sections ?? [{ name: '', fields: fields.map((field) => field.name) }]
    this.#byName = Object.fromEntries(fields.map((field) => [field.name, field]))
    const at = options.ofAction ? ['$form'] : []
    const { mode, actor } = options
    this.#rules = createFieldRules(
      fields,
      {
        mode,
        isNew: addingActions.includes(options.action),
        filled: options.filled ?? [],
        actor,
        first: () => (mode === 'edit' ? this.#first : {}),
      },
      at,
    )
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
    this.#store = new FieldStore(fields.map((field) => field.name))
    this.#store.take(this.state.values, this.#states)
  }

  field = (name: string) => this.#store.read(name)

  listen = (name: string, changed: () => void) => this.#store.listen(name, changed)

  set = (name: string, value: unknown) => this.setAll({ [name]: value })

  setAll = (values: Values) => {
    const before = this.state.values
    const given = { ...before, ...values }
    const named = Object.keys(values)
    const changed = named.filter((name) => !equal(given[name], before[name]))
    const unfit = withoutUnfit(this.fields, { before, after: given }, changed, equal)
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
    this.#store.take(this.state.values, this.#states)
  }

  meet = (wire: Values, { changes, about }: Pick<Meeting, 'changes' | 'about'>) => {
    const base = this.#first
    const mine = this.changes()
    this.#rowVersion = wire._version === undefined || wire._version === null ? undefined : String(wire._version)
    this.#first = { ...base, ...decodeRow(this.#byName, wire).values }
    this.#attempt = undefined
    this.#lay(mine, { base, changes, about })
  }

  choose = (name: string, side: ClashSide) => {
    const field = this.state.clash?.fields.find((each) => each.name === name)
    if (field) this.enter({ [name]: field[side] })
  }

  restore = (values: Values, base: Values) => {
    const entered = this.changes()
    const known = Object.entries(values).filter(([name]) => this.#byName[name] && !Object.hasOwn(entered, name))
    this.#lay({ ...Object.fromEntries(known), ...entered }, { base: { ...this.#first, ...base }, changes: {}, about: [] })
  }

  sight = (): ConditionEnvironment => {
    const [values, around] = this.#seen(this.state.values)
    return { values, around, ...this.#options.actor() }
  }

  first = (): Values => this.#first

  isLeft = (field: Field): boolean => {
    const { mode, changesOnly } = this.#options
    if (mode !== 'edit' || !changesOnly) return false
    return [field.name, ...judgedWith(field)].every((name) => equal(this.state.values[name], this.#first[name]))
  }

  keepsSecret = ({ secret, readOnly }: Field): boolean => secret && !readOnly && this.#options.mode === 'edit'

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
    if (this.state.waiting++ === 0) this.#settled = newSettled()
    const end = (brought?: unknown) => {
      this.#settled.isFull &&= brought !== undefined
      if (--this.state.waiting > 0) return
      // What was said of the form was that it waits.
      this.state.message = ''
      const { resolve, isFull } = this.#settled
      // What the work brought is entered by others who wait for it.
      setTimeout(() => resolve(isFull))
    }
    work.then(end, () => end())
  }

  settled = () => (this.state.waiting === 0 ? Promise.resolve(true) : this.#settled.promise)

  submit = (): Promise<boolean> => {
    const { clash, waiting } = this.state
    if (clash && isUndecided(clash)) this.state.clash = ref({ ...clash, asked: clash.asked + 1 })
    if (waiting > 0 || isUndecided(clash)) return Promise.resolve(false)
    this.#sending ??= this.#send().finally(() => {
      this.#sending = undefined
    })
    return this.#sending
  }

  /** Lays values that were entered over `base` over the first values; where both are new, one of them has to be chosen. */
  #lay(mine: Values, meeting: Meeting) {
    const clash = clashOf(this.fields, mine, this.#first, meeting)
    this.#take({ ...this.#first, ...mine }, [])
    Object.assign(this.state, { clash: clash && ref(clash), version: this.state.version + 1 })
  }

  #take(next: Values, changed: readonly string[]) {
    const { state } = this
    const [old] = this.#seen(state.values)
    state.values = ref(next)
    const [values, around] = this.#seen(next)
    const before = this.#states
    this.#states = this.#rules.next(before, old, values, around)
    if (this.#states.fields !== before.fields) state.fields = ref(this.#states.fields)
    if (this.#states.rows !== before.rows) state.rows = ref(this.#states.rows)
    for (const name of changed) {
      for (const place of Object.keys(state.errors))
        if (place === name || place.startsWith(`${name}.`)) delete state.errors[place]
    }
    state.dirty = this.fields.some((field) => !equal(next[field.name], this.#first[field.name]))
    if (state.clash) state.clash = ref(entered(state.clash, next, changed))
    this.#store.take(next, this.#states)
  }

  /** The part of the state that follows from the first values. */
  #untouched() {
    const { fields, rows } = this.#states
    const values = ref({ ...this.#first })
    return { values, fields: ref(fields), rows: ref(rows), errors: {}, message: '', ...quiet, dirty: false }
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
    Object.assign(state, { submitting: true, errors: {}, message: '', ...quiet })
    try {
      const sent = state.values
      await this.#options.send(body, this.#attempt.key, this.#rowVersion)
      this.#attempt = undefined
      this.#first = sent
      state.dirty = this.fields.some((field) => !equal(state.values[field.name], sent[field.name]))
      return true
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      const isMet = await this.#meetAgain(error)
      const conflict = error.conflict && !isMet
      Object.assign(state, { errors: { ...error.fieldErrors }, message: error.message, conflict, unsent: isUnsent(error) })
      // After a definite answer the next press is a new attempt; without one it repeats the same, which the server does once.
      if (!error.uncertain && !conflict) this.#attempt = undefined
      return false
    } finally {
      state.submitting = false
    }
  }

  /** True when the record that somebody changed was read again. */
  async #meetAgain({ envelope }: CallError): Promise<boolean> {
    const { changes } = refusalOf(envelope)
    const { reread } = this.#options
    if (!reread || !changes) return false
    try {
      await reread(this, changes)
      return true
    } catch (error) {
      if (error instanceof CallError) return false
      throw error
    }
  }
}

/** The server was not reached, or nothing came back from it. */
function isUnsent({ failure }: CallError): boolean {
  return failure === 'offline' || failure === 'network' || failure === 'timeout'
}

/** What is said of an attempt before there is anything to say. */
const quiet = { conflict: false, clash: null, unsent: false }
