/** Work that goes on after a request was answered: the answer must not tell by its time whether there is any. */
export interface BackgroundMail {
  /** Starts it; what goes wrong is told to `failed` alone. */
  post(work: () => Promise<void>): void
  /** Waits until nothing is under way. */
  drained(): Promise<void>
}

/** Makes an outbox. Its work has time-outs of its own. */
export function createBackgroundMail(failed: (error: unknown) => void): BackgroundMail {
  const underWay = new Set<Promise<void>>()
  return {
    post(work) {
      const done = work()
        .catch(failed)
        .finally(() => underWay.delete(done))
      underWay.add(done)
    },
    async drained() {
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }
}

declare module '../services.ts' {
  interface Services {
    /** Mail that is sent after its request was answered. */
    mailQueue: BackgroundMail
  }
}
