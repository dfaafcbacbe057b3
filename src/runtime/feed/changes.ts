import { proxy } from 'valtio/vanilla'

/**
 * What may make open lists out of date. Which tables an action touches is the server's business: a list that was behind another one reads
 * itself again when something was written meanwhile.
 */
export interface Changes {
  /** `written` counts writes of this page that were done, `told` those that the server reported later (money that has arrived). */
  state: { written: number; told: number }
}

/** Makes a register in which nothing has changed yet. */
export function createChanges(): Changes {
  return { state: proxy({ written: 0, told: 0 }) }
}
