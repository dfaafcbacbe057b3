/** Something made by code that is loaded when it is first wanted. */
export interface LaterCode<Made> {
  /** What was made, once the code is there. */
  now(): Made | undefined
  /** Loads and creates the module, once. Rejects when the code cannot be loaded; the next call tries again. */
  get(): Promise<Made>
}

/** Calls `load` (an import() and its factory) on first use. */
export function lazyModule<Made>(load: () => Promise<Made>): LaterCode<Made> {
  let made: Made | undefined
  let loading: Promise<Made> | undefined
  return {
    now: () => made,
    get() {
      loading ??= load().then(
        (own) => {
          made = own
          return own
        },
        (error: unknown) => {
          loading = undefined
          throw error
        },
      )
      return loading
    },
  }
}
