import type { Field } from '../../field.ts'
import type { Mask } from '../../kinds/kind.ts'

/** Replaces hidden characters; always four, so that the length is not revealed either. */
export const maskMarks = '****'

/** A text with its middle, or all of it, hidden: `138****8000`, `a****z@example.com`. Nothing stays nothing. */
export function maskText(text: string, how: Mask): string {
  if (text === '') return ''
  if (how === 'all') return maskMarks
  const at = text.lastIndexOf('@')
  if (at > 0) return `${maskText(text.slice(0, at), how)}${text.slice(at)}`
  const signs = /[\ud800-\udfff]/.test(text) ? [...text] : undefined // characters of two parts are not torn
  const { length } = signs ?? text
  const part = (from: number, to: number) => signs?.slice(from, to).join('') ?? text.slice(from, to)
  const head = Math.min(3, Math.floor(length * 0.28))
  const tail = Math.min(4, Math.floor(length * 0.37))
  return `${part(0, head)}${maskMarks}${part(length - tail, length)}`
}

/** What of a field's column is shown: of what is kept encrypted the column holds no more than that. */
export function shownText(field: Pick<Field, 'mask' | 'sealed'>, stored: string): string {
  return field.mask === undefined || field.sealed !== undefined ? stored : maskText(stored, field.mask)
}

/** Is this the hidden form of a value that the server keeps to itself? */
export function isMasked(field: Pick<Field, 'mask'>, value: unknown): boolean {
  return field.mask !== undefined && typeof value === 'string' && value.includes(maskMarks)
}
