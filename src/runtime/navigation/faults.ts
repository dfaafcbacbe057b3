import type { Words } from '../i18n/words.ts'
import type { Notices } from '../notices.ts'
import type { Log } from '../platform.ts'

/** Each way in which going somewhere fails, and how it is said (specification, section 8). */
export const navigationFaults = {
  /** Something on the screen did not let the person go. */
  intercepted: 'error',
  alreadyThere: 'warning',
  invalidRoute: 'error',
  unknownMenuType: 'error',
  /** A tab is moved past the first or the last place. */
  beyondRange: 'warning',
  /** A directory that was chosen has no entry to open. */
  noChildMenu: 'warning',
} as const

export type NavigationFault = keyof typeof navigationFaults

/** Makes the way to say that somebody could not be taken where they wanted; `invalidRoute` is logged too, with what was asked for. */
export function createNavigationFaults(parts: { notices: Notices; words: Words; log: Log }) {
  return (fault: NavigationFault, asked = ''): void => {
    const text = parts.words.t(`ui.navigation.${fault}`)
    parts.notices.push(navigationFaults[fault], text)
    if (fault === 'invalidRoute') parts.log.error(text, asked)
  }
}
