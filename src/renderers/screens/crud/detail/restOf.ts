/** What is left in a box once `sent` has been taken: what was typed while it was under way. */
export function restOf(text: string, sent: string): string {
  return text.startsWith(sent) ? text.slice(sent.length).trimStart() : text
}
