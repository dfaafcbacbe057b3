import { proxy, subscribe } from 'valtio/vanilla'
import type { KeyValue } from '../platform.ts'

/** A store with the copy of it that outlives the page. */
export interface Persisted<State extends object> {
  state: State
  /** Reads the stored copy again (another tab may have changed it). */
  reload(): void
  /** Takes the stored copy away and sets the store to its first state. */
  reset(): void
  /** Stops writing and listening. */
  stop(): void
}

/** How one store is kept: `save` says what is written (never more), `load` what is taken from what was written. */
export interface PersistOptions<State extends object> {
  key: string
  initial: () => State
  save: (state: State) => object
  /** `current` is what this tab holds, when another one has written. */
  load: (stored: Readonly<Record<string, unknown>>, initial: State, current?: Readonly<State>) => State
  /** Members that are replaced and never changed in place: they are written as text once, not again with each change of the others. */
  whole?: readonly string[]
}

/**
 * Makes a store whose kept part is written to `storage` with every change and read from it now and whenever another tab writes it.
 * What cannot be read (broken JSON, another shape) counts as nothing stored.
 */
export function persisted<State extends object>(storage: KeyValue, options: PersistOptions<State>): Persisted<State> {
  const { key, initial } = options
  const textOf = writer(options)
  let written = storage.get(key)
  const state = proxy(read(options, written) ?? initial()) as State

  // Members from the storage are assigned one by one: a half-assigned store must not be written back, where another tab would read it.
  let taking = false
  function take(next: State) {
    taking = true
    try {
      Object.assign(state, next)
    } finally {
      taking = false
    }
  }

  function write() {
    if (taking) return
    let text = textOf(state)
    if (text === written) return
    const stored = storage.get(key)
    if (stored !== written) {
      take(merged(options, state, { written, stored }))
      text = textOf(state)
    }
    written = text
    storage.set(key, text)
  }

  function reload() {
    const text = storage.get(key)
    if (text === written) return
    written = text
    take(read(options, text, state) ?? initial())
  }

  const stopWriting = subscribe(state, write, true)
  const stopListening = storage.listen?.((changed) => {
    if (changed === key) reload()
  })
  return {
    state,
    reload,
    reset() {
      take(initial())
      written = null
      storage.remove(key)
    },
    stop() {
      stopWriting()
      stopListening?.()
    },
  }
}

/** What is written of a store. */
function writer<State extends object>({ save, whole }: PersistOptions<State>): (state: State) => string {
  const texts = new WeakMap<object, string>()
  const textOf = ([name, value]: [string, object]) => {
    const text = texts.get(value) ?? JSON.stringify(value ?? null)
    if (whole?.includes(name)) texts.set(value, text)
    return `"${name}":${text}`
  }
  return (state) => `{${Object.entries(save(state)).map(textOf).join()}}`
}

function read<State extends object>(
  { load, initial }: PersistOptions<State>,
  text: string | null,
  current?: State,
): State | undefined {
  const stored = objectOf(text)
  return stored && load(stored, initial(), current)
}

/**
 * Another tab has stored something that this one has not read yet: its members win, except those changed here. Otherwise this tab would
 * overwrite a token that was renewed there with the old one, and revive a session that ended there.
 */
function merged<State extends object>(
  options: PersistOptions<State>,
  state: State,
  { written, stored }: { written: string | null; stored: string | null },
): State {
  const { initial, save } = options
  const own: Readonly<Record<string, unknown>> = { ...save(state) }
  const base: Readonly<Record<string, unknown>> = objectOf(written) ?? { ...save(initial()) }
  const changed = Object.keys(own).filter((name) => JSON.stringify(own[name]) !== JSON.stringify(base[name]))
  const mine = Object.fromEntries(Object.entries(state).filter(([name]) => changed.includes(name)))
  return { ...(read(options, stored, state) ?? initial()), ...mine }
}

function objectOf(text: string | null): Readonly<Record<string, unknown>> | undefined {
  if (text === null) return undefined
  try {
    const stored: unknown = JSON.parse(text)
    return stored !== null && typeof stored === 'object' && !Array.isArray(stored) ? { ...stored } : undefined
  } catch {
    return undefined
  }
}

/** The members of `stored` whose type is that of the same member of `initial`; everything else as in `initial`. */
export function sameShape<State extends object>(stored: Readonly<Record<string, unknown>>, initial: State): State {
  const result: object = { ...initial }
  for (const [key, first] of Object.entries(initial)) {
    const value = stored[key]
    if (
      value !== undefined &&
      (typeof value === typeof first || first === null) &&
      Array.isArray(value) === Array.isArray(first)
    ) {
      Object.assign(result, { [key]: value })
    }
  }
  return result as State
}
