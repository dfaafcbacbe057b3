import { CallError } from '../callError.ts'

/** How long to wait before try `n` (0 for the first repetition), in milliseconds. */
export interface Retry {
  delay: (n: number) => number
}

/** 300, 600 … ms, each spread by half, so that a thousand tabs do not come back at the same moment. */
const spread: Retry = { delay: (n) => 300 * 2 ** n * (0.5 + Math.random()) }

/** Statuses that say "not now" rather than "no". */
const passing = [502, 503, 504]

/** Runs a read, and again up to `times` times while the server cannot be reached. Ends early when aborted. */
export async function withRetries<T>(
  run: () => Promise<T>,
  times: number,
  signal: AbortSignal | undefined,
  { delay = spread.delay }: Partial<Retry> = {},
): Promise<T> {
  for (let n = 0; ; n++) {
    try {
      return await run()
    } catch (error) {
      if (n >= times || signal?.aborted || !isPassing(error)) throw error
      await pause(delay(n), signal)
      if (signal?.aborted) throw error
    }
  }
}

function isPassing(error: unknown): boolean {
  if (!(error instanceof CallError)) return false
  return error.failure === 'network' || (error.failure === 'status' && passing.includes(error.status ?? 0))
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((done) => {
    const timer = setTimeout(end, ms)
    function end() {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      done()
    }
    signal?.addEventListener('abort', end)
  })
}
