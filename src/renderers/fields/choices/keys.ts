/** The texts and numbers of a list value; anything else in it is left out. */
export function keysOf(value: unknown): (string | number)[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string' || typeof item === 'number') : []
}

/** A text or number, or null. */
export function keyOrNull(value: unknown): string | number | null {
  return typeof value === 'string' || typeof value === 'number' ? value : null
}
