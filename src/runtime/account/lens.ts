/**
 * The permission lens of this document: everything is read as a role or person would be answered, and nothing is written. It is chosen
 * before the document loads and stays until the next one loads, so that no screen ever mixes what two people see.
 */
export interface Lens {
  /** `group:3` or `admin:5`; '' when nobody is looked through. */
  key(): string
  /**
   * The user or role shown through the lens; conditions and screens treat it as "self". The id of a role is -1. Set when the menu is
   * delivered.
   */
  self: { id: number; super: boolean }
  /** Reloads the document at `path`, looking through `key`. */
  start(key: string, path: string): void
  /** Ends the lens; with a path, by reloading the document there. */
  end(path?: string): void
}

/** Id of the lens's own screen. The bar above every screen speaks its words, even to a role that cannot open it. */
export const lensScreen = 'auth/lens'

/** What a lens needs of its tab: a place that outlives the document, and no other tab reads; and the way to another document. */
export interface LensPlace {
  get(): string
  set(key: string): void
  load(path: string): void
}

/** Sets up the lens that this tab was opened with. */
export function createLens(place?: LensPlace): Lens {
  let key = place?.get() ?? ''
  return {
    key: () => key,
    self: { id: -1, super: false },
    start(next, path) {
      place?.set(next)
      place?.load(path)
    },
    end(path) {
      place?.set('')
      if (path !== undefined) return place?.load(path)
      key = ''
    },
  }
}
