import { signedHeaders } from '../signature.ts'

/** Delivers callbacks of the sandbox as unreliably as real providers. */
export interface TellerOptions {
  key: string
  /** Milliseconds before a call, at least and at most: drawn for each, so that calls overtake one another. */
  delay: readonly [least: number, most: number]
  /** How often a call that was taken is made again, at most. */
  repeats: number
  /** Milliseconds before a call that was not taken is made again; doubled each time. */
  retry: number
  /** From 0 to below 1. */
  random(): number
}

const triesAtMost = 10
const timeout = 5000

/** Calls the shop: late, more than once, in another order, until it is answered with code 1. */
export class Teller {
  readonly #options: TellerOptions
  readonly #waiting = new Set<NodeJS.Timeout>()
  readonly #stopping = new AbortController()

  constructor(options: TellerOptions) {
    this.#options = options
  }

  /** Delivers it once, and perhaps repeatedly. */
  tell(url: string, content: object): void {
    const { delay, repeats, random } = this.#options
    const times = 1 + Math.floor(random() * (repeats + 1))
    const body = JSON.stringify(content)
    for (let i = 0; i < times; i++) this.after(delay[0] + random() * (delay[1] - delay[0]), () => this.#call(url, body, 1))
  }

  /** Does something later, unless the sandbox has stopped. */
  after(milliseconds: number, work: () => unknown): void {
    if (this.#stopping.signal.aborted) return
    const timer = setTimeout(() => {
      this.#waiting.delete(timer)
      work()
    }, milliseconds)
    this.#waiting.add(timer)
  }

  stop(): void {
    this.#stopping.abort()
    for (const timer of this.#waiting) clearTimeout(timer)
  }

  /** Never rejects: who does not answer is called again. */
  async #call(url: string, body: string, tries: number): Promise<void> {
    const { key, retry } = this.#options
    const headers = { 'content-type': 'application/json', ...signedHeaders(key, body, Math.floor(Date.now() / 1000)) }
    const signal = AbortSignal.any([AbortSignal.timeout(timeout), this.#stopping.signal])
    const taken = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'error' })
      .then(async (answer) => answer.ok && ((await answer.json()) as { code?: unknown }).code === 1)
      .catch(() => false)
    if (!taken && tries < triesAtMost) this.after(retry * 2 ** (tries - 1), () => this.#call(url, body, tries + 1))
  }
}
