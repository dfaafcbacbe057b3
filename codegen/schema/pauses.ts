import { setImmediate } from 'node:timers/promises'

/** Milliseconds after which long work lets other work go on. */
const slice = 10

/** For long work in a server that answers meanwhile: called between its pieces, it waits for a turn of the event loop wherever a slice is over. */
export function makePauses(): () => Promise<void> {
  let begun = performance.now()
  return async () => {
    if (performance.now() - begun < slice) return
    await setImmediate()
    begun = performance.now()
  }
}
