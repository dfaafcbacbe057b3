/** What two calls must have in common to be the same call. */
export interface CallIdentity {
  method: string
  path: string
  params?: unknown
  body?: unknown
}

/** Runs a call; the signal aborts when a newer identical read takes its place. */
type Start<T> = (superseded: AbortSignal) => Promise<T>

/** Decision 38: a read cancels the older identical one, a write joins the one in flight. */
export interface Duplicates {
  run<T>(identity: CallIdentity, start: Start<T>): Promise<T>
  /** Calls known to be in flight. */
  count(): number
}

interface Flight {
  abort: AbortController
  answer: Promise<unknown>
}

/** Makes a register of the calls in flight. */
export function createDuplicates(): Duplicates {
  const flights = new Map<string, Flight>()
  return {
    count: () => flights.size,
    run<T>(identity: CallIdentity, start: Start<T>): Promise<T> {
      const key = keyOf(identity)
      const older = flights.get(key)
      // The key holds method, path and data, so the flight's answer has the type this caller asks for.
      if (older && identity.method !== 'GET') return older.answer as Promise<T>
      older?.abort.abort()
      const abort = new AbortController()
      const flight: Flight = { abort, answer: Promise.resolve() }
      const answer = start(abort.signal).finally(() => {
        if (flights.get(key) === flight) flights.delete(key)
      })
      flight.answer = answer
      flights.set(key, flight)
      return answer
    },
  }
}

function keyOf({ method, path, params, body }: CallIdentity): string {
  return JSON.stringify([method, path, params ?? null, body ?? null])
}
