/**
 * Makes a box that scrolls reachable by the keyboard, so that the arrow keys scroll it (WCAG 2.1.1). Safari and older Chromium do not put
 * such a box into the tab order by themselves.
 */
export const scrolledByKeys = { tabIndex: 0 } as const
