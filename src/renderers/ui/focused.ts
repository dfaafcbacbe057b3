/** The place of the focused element among these; -1 when none of them has the focus. */
export function focusedAt(elements: readonly Element[]): number {
  return elements.findIndex(hasFocus)
}

/** The element of a row that a key leads to from the focused one: left, right and the ends. Undefined for other keys. */
export function besideFocused<T extends Element>(elements: readonly T[], key: string): T | undefined {
  const at = focusedAt(elements)
  if (at < 0) return undefined
  if (key === 'Home') return elements[0]
  if (key === 'End') return elements.at(-1)
  if (key === 'ArrowRight') return elements[(at + 1) % elements.length]
  return key === 'ArrowLeft' ? elements.at(at - 1) : undefined
}

function hasFocus(element: Element): boolean {
  return element === document.activeElement
}
