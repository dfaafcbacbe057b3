import { subscribe } from 'valtio/vanilla'
import { type Draft, type Drafts, draftOf, enterDraft } from './drafts.ts'
import type { FormModel } from './model.ts'

/** Keeps what is entered in one form until it is saved or given up, and offers what was kept before. */
export interface DraftKeeper {
  /** What was entered here before and not saved; null when that is nothing. Asked once the form holds its first values. */
  open(): Draft | null
  /** Enters what was offered. */
  restore(): void
  /** Gives up what was offered; what was entered since stays. */
  discard(): void
  /** Gives up what was entered: the person lets the form go. */
  drop(): void
  /** Keeps what is entered from now on, a moment after each change. Returns what stops it. */
  watch(): () => void
  /** Keeps what is entered at once. */
  flush(): void
}

/** Milliseconds after a change. */
const pause = 400

export function createDraftKeeper(model: FormModel, drafts: Drafts, place: string, now: () => number): DraftKeeper {
  return new Keeper(model, drafts, place, now)
}

class Keeper implements DraftKeeper {
  readonly #model: FormModel
  readonly #drafts: Drafts
  readonly #place: string
  readonly #now: () => number
  /** What is offered and not decided yet. It is kept as long, under what is entered meanwhile. */
  #offered: Draft | null = null
  #isKept = false
  #isDropped = false
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(model: FormModel, drafts: Drafts, place: string, now: () => number) {
    this.#model = model
    this.#drafts = drafts
    this.#place = place
    this.#now = now
  }

  open = (): Draft | null => {
    // A form that wakes up with its tab still holds what was entered.
    this.#offered = this.#model.state.dirty || this.#model.state.loading ? null : this.#drafts.read(this.#place)
    return this.#offered
  }

  restore = () => {
    if (this.#offered) enterDraft(this.#model, this.#offered)
    this.#offered = null
    this.#isKept = true
    this.flush()
  }

  discard = () => {
    this.#offered = null
    this.#drafts.remove(this.#place)
    this.flush()
  }

  drop = () => {
    this.#isDropped = true
    clearTimeout(this.#timer)
    // What was offered and not decided was not asked about.
    if (this.#offered) this.#drafts.write(this.#place, this.#offered)
    else this.#drafts.remove(this.#place)
  }

  watch = () => {
    this.#isDropped = false
    const stop = subscribe(this.#model.state, () => {
      clearTimeout(this.#timer)
      this.#timer = setTimeout(this.flush, pause)
    })
    return () => {
      stop()
      this.flush()
    }
  }

  flush = () => {
    clearTimeout(this.#timer)
    if (this.#isDropped || this.#model.state.loading) return
    const entered = draftOf(this.#model, this.#model.first(), this.#now())
    if (entered) {
      this.#drafts.write(this.#place, this.#offered ? over(this.#offered, entered) : entered)
      this.#isKept = true
    } else if (this.#isKept) {
      if (this.#offered) this.#drafts.write(this.#place, this.#offered)
      else this.#drafts.remove(this.#place)
      this.#isKept = false
    }
  }
}

function over(before: Draft, { time, values, base }: Draft): Draft {
  return { time, values: { ...before.values, ...values }, base: { ...base, ...before.base } }
}
