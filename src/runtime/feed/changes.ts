import { proxy } from 'valtio/vanilla'

/**
 * What may make open lists out of date. Which tables an action touches is the server's business: a list that was behind another one reads
 * itself again when something was written meanwhile.
 */
export interface Changes {
  /** `written` counts successful writes of this page; `told` counts later changes the server reported (such as a payment). */
  state: { written: number; told: number }
}

/** Makes a register in which nothing has changed yet. */
export function createChanges(): Changes {
  return { state: proxy({ written: 0, told: 0 }) }
}
