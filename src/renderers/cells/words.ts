/** Where the words of a field stand: `fields.status`, or `related.user.nickname` one hop away. */
export function wordsAt(path: string): string {
  return path.includes('.') ? `related.${path}` : `fields.${path}`
}
