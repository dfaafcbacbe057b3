import { textKind, textOf } from './define.ts'

/** Identity number of mainland China: 18 digits with checksum (the last may be X), or 15 digits of the old kind without (decision 39). */
export const idnumber = textKind({
  help: 'Identity number of China: 18 digits with checksum, or 15.',
  personal: true,
  options: { mask: 'mask', sealed: 'text' },
  fallbackLength: 18,
  textPattern: '^(?:[1-9][0-9]{16}[0-9X]|[1-9][0-9]{14})$',
  fromWire: (value) => (textOf(value) ?? '').trim().toUpperCase(),
  check: (value) => (isIdNumber(String(value)) ? undefined : 'idnumber'),
  message: 'idnumber',
  operator: false,
  sample: (_field, n) => {
    const body = `11010119900${1 + (n % 9)}${String(10 + (n % 19))}${String(n % 1000).padStart(3, '0')}`.slice(0, 17)
    return withCheckDigit(body)
  },
})

const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]

/** Data encoded in a valid number: the date of birth (`YYYY-MM-DD`) and the gender, 1 male or 2 female, by its last sequence digit. */
export function readIdNumber(text: string): { birthday: string; gender: 1 | 2 } {
  const day = text.length === 15 ? `19${text.slice(6, 12)}` : text.slice(6, 14)
  const order = Number(text[text.length === 15 ? 14 : 16])
  return { birthday: `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`, gender: order % 2 === 1 ? 1 : 2 }
}

/** A number of 18 digits: its first 17, and the last by them. */
export function withCheckDigit(body: string): string {
  return body + checkDigit(body)
}

/** Last character of an 18-digit number by its first 17 digits (GB 11643: weights, modulo 11). */
function checkDigit(body: string): string {
  const sum = weights.reduce((total, weight, i) => total + weight * Number(body[i]), 0)
  return '10X98765432'[sum % 11] ?? ''
}

/** Is the birthday in it a day there was, and the checksum right? The pattern holds already. */
function isIdNumber(text: string): boolean {
  const day = text.length === 15 ? `19${text.slice(6, 12)}` : text.slice(6, 14)
  const [year, month, date] = [Number(day.slice(0, 4)), Number(day.slice(4, 6)), Number(day.slice(6, 8))]
  const born = new Date(Date.UTC(year, month - 1, date))
  if (year < 1850 || born.getUTCMonth() !== month - 1 || born.getUTCDate() !== date) return false
  return text.length === 15 || checkDigit(text.slice(0, 17)) === text[17]
}
