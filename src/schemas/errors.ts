/** The code of an error of Node, of PostgreSQL or of a library (`ENOENT`, `23505`); undefined where it has none. */
export function codeOf(error: unknown): string | undefined {
  return textOf(error, 'code')
}

/** A text that an error carries besides its message (`detail`, `constraint`, `address`); undefined where it has none. */
export function textOf(error: unknown, name: string): string | undefined {
  const value: unknown = error instanceof Error ? Reflect.get(error, name) : undefined
  return typeof value === 'string' ? value : undefined
}

/** What an error says; anything else that was thrown, as text. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
