/**
 * The whole part of a number's text in groups of three, as both languages of the product write it: 1234.50 → 1,234.50. By hand: the first
 * text that a browser writes by the rules of a language costs it some twenty milliseconds.
 */
export function grouped(text: string): string {
  return text.replace(/\d+/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ','))
}
