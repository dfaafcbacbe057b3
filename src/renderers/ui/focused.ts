/** The place of the focused element among these; -1 when none of them has the focus. */
export function focusedAt(elements: readonly Element[]): number {
  return elements.findIndex(hasFocus)
}

function hasFocus(element: Element): boolean {
  return element === document.activeElement
}
