import type { FieldState, RowState } from './fieldRules.ts'
import type { Values } from './values.ts'

/** What a field holds now and how it is: another object whenever one of these is another. */
export interface FieldNow {
  value: unknown
  state: FieldState
  /** States of the rows inside it. */
  rows: readonly RowState[] | undefined
}

const usual: FieldState = { visible: true, required: false, disabled: false }
const nothing: FieldNow = { value: undefined, state: usual, rows: undefined }

/** The fields of a form one by one, so that a key wakes only what shows the field it was typed into. */
export class FieldStore {
  readonly #names: readonly string[]
  readonly #fields = new Map<string, FieldNow>()
  readonly #listeners = new Map<string, Set<() => void>>()

  constructor(names: readonly string[]) {
    this.#names = names
  }

  read(name: string): FieldNow {
    return this.#fields.get(name) ?? nothing
  }

  /** Calls `changed` at once whenever the field is another. Returns what stops it. */
  listen(name: string, changed: () => void): () => void {
    const heard = this.#listeners.get(name) ?? new Set()
    this.#listeners.set(name, heard.add(changed))
    return () => heard.delete(changed)
  }

  /** Takes over what all fields are now, then calls the listeners of those that changed. */
  take(values: Values, { fields, rows }: RowState): void {
    const changed: string[] = []
    for (const name of this.#names) {
      const before = this.#fields.get(name)
      const next = { value: values[name], state: fields[name] ?? usual, rows: rows[name] }
      if (before && Object.is(before.value, next.value) && before.state === next.state && before.rows === next.rows) continue
      this.#fields.set(name, next)
      changed.push(name)
    }
    for (const name of changed) for (const heard of [...(this.#listeners.get(name) ?? [])]) heard()
  }
}
