import type { JsonSchema } from '../jsonSchema.ts'
import type { CheckFinding, KindField } from './kind.ts'

/** Digits that a JavaScript number holds whatever they are. */
const exactDigits = 15

/**
 * The model value of a decimal text: a number where JavaScript holds it exactly, else the same text in plain form, without a leading plus or
 * needless zeros. Takes digits, a sign and a point only.
 */
export function exactNumber(text: string): number | string {
  const match = /^([+-]?)0*(\d*)(?:\.(\d*))?$/.exec(text.trim())
  if (!match) return Number(text)
  const [, sign, whole = '', decimals = ''] = match
  if (`${whole}${decimals}`.replace(/^0+/, '').length <= exactDigits) return Number(text)
  const number = Number(text)
  if (decimals === '' && Number.isSafeInteger(number)) return number
  return `${sign === '-' ? '-' : ''}${whole || '0'}${decimals === '' ? '' : `.${decimals}`}`
}

/** Does the column hold numbers that a JavaScript number cannot: whole ones beyond 2^53, decimals of more than 15 digits? */
export function isWide({ store }: Pick<KindField, 'store'>): boolean {
  if (store?.type === 'bigint') return true
  return store?.type === 'numeric' && (store.precision === undefined || store.precision > exactDigits)
}

/** JSON Schema of such a number: limits apply to numbers; `beyond` checks those of texts. */
export function wideSchema(schema: JsonSchema, pattern: string): JsonSchema {
  const types = [schema.type ?? []].flat()
  return { ...schema, type: [...types, 'string'], pattern }
}

/** What is wrong with a number kept as text: it is below or above a limit. */
export function beyond(
  value: string,
  min: number | string | undefined,
  max: number | string | undefined,
): CheckFinding | undefined {
  if (min !== undefined && compareDecimals(value, String(min)) < 0) return { code: 'min', params: { min } }
  if (max !== undefined && compareDecimals(value, String(max)) > 0) return { code: 'max', params: { max } }
  return undefined
}

/** Below 0, 0 or above 0 as the first of two decimal texts is smaller than, equal to or larger than the second. */
export function compareDecimals(a: string, b: string): number {
  const [left, right] = [partsOf(a), partsOf(b)]
  const scale = Math.max(left.decimals.length, right.decimals.length)
  const scaled = ({ digits, decimals }: { digits: string; decimals: string }) => BigInt(`${digits}${decimals.padEnd(scale, '0')}`)
  const [x, y] = [scaled(left) * left.sign, scaled(right) * right.sign]
  return x < y ? -1 : x > y ? 1 : 0
}

function partsOf(text: string): { sign: bigint; digits: string; decimals: string } {
  const [, sign, digits = '0', decimals = ''] = /^([+-]?)(\d*)(?:\.(\d*))?$/.exec(plain(text)) ?? []
  return { sign: sign === '-' ? -1n : 1n, digits: digits || '0', decimals }
}

/** Without an exponent: limits are numbers of the page. */
function plain(text: string): string {
  return /e/i.test(text) ? BigInt(Math.trunc(Number(text))).toString() : text
}
