/** Work that goes on after a request was answered and may be lost when the server dies. What must not be lost is a job. */
export interface Background {
  /** Starts it; what goes wrong is passed to `failed` alone. */
  post(work: () => Promise<void>): void
  /** Waits until nothing is under way. */
  drained(): Promise<void>
}

/** Keeps track of such work. Its time limits are its own. */
export function createBackground(failed: (error: unknown) => void): Background {
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

declare module './services.ts' {
  interface Services {
    /** Work that goes on after its request was answered. */
    background: Background
  }
}
