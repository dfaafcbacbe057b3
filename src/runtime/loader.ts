/** Asks for a value. The signal is aborted when nobody waits for the answer any more. */
export type Load<Value> = (signal: AbortSignal) => Promise<Value>

/** What is known of the answer to a question. `question` is compared by identity. */
export interface LoadState<Value> {
  readonly question: unknown
  /** The last answer; it stays while the same question is asked again. */
  readonly value: Value | undefined
  /** Why the last try failed; undefined when it did not. */
  readonly error: unknown
  readonly loading: boolean
  /** How often something was asked. */
  readonly attempt: number
}

const idle: LoadState<never> = { question: undefined, value: undefined, error: undefined, loading: false, attempt: 0 }

/** One value that is loaded: only the answer to the last question counts, an earlier one is aborted and dropped. */
export class Loader<Value> {
  #state: LoadState<Value> = idle
  #running: AbortController | undefined
  readonly #subscribers = new Set<() => void>()

  /** The present state; another object after each change. */
  readonly state = (): LoadState<Value> => this.#state

  /** Calls back after each change. Returns the way to unsubscribe. */
  readonly subscribe = (onChange: () => void): (() => void) => {
    this.#subscribers.add(onChange)
    return () => this.#subscribers.delete(onChange)
  }

  /**
   * Asks a question. The value stays until the answer comes, so that a reload does not flicker; `state().question` says what it answers.
   */
  ask(question: unknown, load: Load<Value>): void {
    this.cancel()
    const running = new AbortController()
    this.#running = running
    const before = this.#state
    this.#set({ ...before, error: undefined, loading: true, attempt: before.attempt + 1 })
    const settle = (answer: Pick<LoadState<Value>, 'value' | 'error'>) => {
      if (!running.signal.aborted) this.#set({ ...this.#state, ...answer, question, loading: false })
    }
    load(running.signal).then(
      (value) => settle({ value, error: undefined }),
      (error: unknown) => settle({ value: before.question === question ? before.value : undefined, error }),
    )
  }

  /** Drops the pending answer. */
  cancel(): void {
    this.#running?.abort()
  }

  #set(state: LoadState<Value>): void {
    this.#state = state
    for (const onChange of this.#subscribers) onChange()
  }
}

/** The text of an error for people; '' without one. */
export function reasonOf(error: unknown): string {
  if (error === undefined) return ''
  return error instanceof Error ? error.message : String(error)
}
