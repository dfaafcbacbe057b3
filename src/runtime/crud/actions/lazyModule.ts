/** Something made by code that is loaded when it is first wanted. */
export interface LaterCode<Made> {
  /** What was made, once the code is there. */
  now(): Made | undefined
  /** Loads the code and makes it, once. Rejects when the code does not come; the next call asks for it anew. */
  get(): Promise<Made>
}

/** Makes with `load`, an import() and what is made of it, when that is first asked for. */
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
