import { keysOf } from '../keysOf.ts'
import { plainNumber } from './define.ts'
import { CodecError } from './kind.ts'
import { formatFen } from './money.ts'

/** One value of a spec ("Red"), with its picture ('' for none). */
export interface SpecChoice {
  value: string
  image: string
}

/** A spec of a product ("Colour") with its values. */
export interface SpecAttribute {
  name: string
  values: readonly SpecChoice[]
}

/**
 * A number of a SKU: whole units of its column (`specColumns`: fen, pieces, grams …), null when empty. A text is invalid input, kept so
 * that nothing typed is lost; `checkSpec` reports it.
 */
export type SpecNumber = number | string | null

/** The columns of a SKU that hold numbers. */
export type SpecColumn = 'price' | 'origin_price' | 'cost_price' | 'stock' | 'weight' | 'volume' | 'low_stock'

/** One thing that can be bought: a combination of one value of each spec, in the order of the specs; none for a single spec. */
export type SpecSku = Readonly<Record<SpecColumn, SpecNumber>> & {
  /** Key of the stored row; absent for a new one. */
  readonly id?: number
  /** Stock units at the time of reading: the entered `stock` is a change relative to them. */
  readonly loaded?: number
  readonly values: readonly string[]
  readonly image: string
  readonly sku_code: string
  readonly status: 0 | 1
}

/** The specs of a product and its SKUs: the model value of a `specEditor`. */
export interface SpecValue {
  attributes: readonly SpecAttribute[]
  skus: readonly SpecSku[]
}

/**
 * The number columns: decimals (0 columns are JSON numbers on the wire, others decimal text), the largest value in units, and what is said
 * of a value that is none. Units: fen (price), pieces, grams (weight, 3 decimals of a Kg), 100 cm³ (volume, 4 decimals of a m³).
 */
export const specColumns: Readonly<Record<SpecColumn, { scale: number; max: number; least?: number; code: string }>> = {
  price: { scale: 2, max: 999_999_999_999, least: 1, code: 'specPrice' },
  origin_price: { scale: 2, max: 999_999_999_999, code: 'specOrigin' },
  cost_price: { scale: 2, max: 999_999_999_999, code: 'specCost' },
  stock: { scale: 0, max: 2_147_483_647, least: 0, code: 'specStock' },
  weight: { scale: 3, max: 2_147_483_647, code: 'specWeight' },
  volume: { scale: 4, max: 21_474_836, code: 'specVolume' },
  low_stock: { scale: 0, max: 2_147_483_647, code: 'specLowStock' },
}

export const specColumnNames = keysOf(specColumns)

/** Limits of a product; `skus` unless the field has its own `max`. */
export const specLimits = { attributes: 4, values: 20, skus: 1000, name: 30, value: 50, code: 64 } as const

/** What is wrong with specs, and where: `attributes.0.name`, `attributes.0.values.1.value`, `skus.3.price`; [] is the whole. */
export interface SpecFault {
  path: readonly (string | number)[]
  /** Message `validate.<code>`. */
  code: string
  params: Readonly<Record<string, string | number>>
}

export interface SpecEnvironment {
  /** `single` or `multi`; undefined: as the value looks. Anything else is a fault. */
  type?: unknown
  /** The most SKUs. */
  max?: number | undefined
}

/** Whole units of a decimal text or number with at most `scale` decimals; null when empty. Throws CodecError for anything else. */
export function parseUnits(value: unknown, scale: number): number | null {
  if (value === null || value === undefined) return null
  const text = typeof value === 'number' || typeof value === 'string' ? String(value) : 'x'
  if (text === '') return null
  const match = /^(-?)(0|[1-9]\d{0,11})(?:\.(\d+))?$/.exec(text)
  const decimals = match?.[3]?.replace(/0+$/, '') ?? ''
  if (!match || decimals.length > scale || (scale === 0 && match[3] !== undefined)) throw new CodecError('spec')
  const units = Number(`${match[2]}${decimals.padEnd(scale, '0')}`)
  return match[1] === '-' && units !== 0 ? -units : units
}

/** A number as spreadsheets write it, "¥1,234.50", without its signs; another text as it is. */
export function plainAmount(text: string): string {
  const bare = text.trim().replace(/^[¥￥]\s*/, '')
  return plainNumber(/^[+-]?\d{1,3}(,\d{3})+(\.\d*)?$/.test(bare) ? bare.replaceAll(',', '') : bare)
}

/** Decimal text of whole units: (500, 3) → "0.500", (5, 0) → "5". */
export function formatUnits(units: number, scale: number): string {
  if (scale === 2) return formatFen(units)
  if (scale === 0) return String(units)
  const digits = String(Math.abs(units)).padStart(scale + 1, '0')
  return `${units < 0 ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

/** Names and values are compared without regard to case and outer blanks. */
export function specName(text: string): string {
  return text.trim().toLowerCase()
}

/** What identifies a combination of values. */
export function comboKey(values: readonly string[]): string {
  return values.map(specName).join('\n')
}

/** What a SKU is called in messages: "#3 Red / L", "#1" for a single spec. */
export function skuTitle({ values }: Pick<SpecSku, 'values'>, row: number): string {
  return values.length > 0 ? `#${row + 1} ${values.join(' / ')}` : `#${row + 1}`
}

/** All errors in the specs of a product, from the top down; empty when they may be saved. Used by the browser and the server. */
export function checkSpec(value: SpecValue, { type, max = specLimits.skus }: SpecEnvironment = {}): SpecFault[] {
  const told = type ?? (value.attributes.length > 0 ? 'multi' : 'single')
  if (told !== 'single' && told !== 'multi') return [fault([], 'specType')]
  return [
    ...(told === 'multi' ? attributeFaults(value) : []),
    ...comboFaults(value, told, max),
    ...value.skus.flatMap(skuFaults),
    ...codeFaults(value),
  ]
}

function fault(path: SpecFault['path'], code: string, params: SpecFault['params'] = {}): SpecFault {
  return { path, code, params }
}

function attributeFaults({ attributes }: SpecValue): SpecFault[] {
  const { attributes: most } = specLimits
  const names = attributes.map(({ name }) => name)
  return [
    ...(attributes.length === 0 || attributes.some((each) => each.values.length === 0)
      ? [fault(['attributes'], 'specNone')]
      : []),
    ...(attributes.length > most ? [fault(['attributes'], 'specAttributesMax', { max: most })] : []),
    ...attributes.flatMap(({ name, values }, i): SpecFault[] => [
      ...nameFaults(names, i, ['attributes', i, 'name'], attributeRules),
      ...(values.length > specLimits.values ? [fault(['attributes', i], 'specValuesMax', { max: specLimits.values, name })] : []),
      ...valueFaults(values, i),
    ]),
  ]
}

function valueFaults(choices: readonly SpecChoice[], attribute: number): SpecFault[] {
  const values = choices.map(({ value }) => value)
  return values.flatMap((_, i) => nameFaults(values, i, ['attributes', attribute, 'values', i, 'value'], valueRules))
}

/** What is said of a name that is too long, missing, or used before. */
interface NameRules {
  max: number
  empty: string
  twice: string
}

const attributeRules: NameRules = { max: specLimits.name, empty: 'specName', twice: 'specNameTwice' }
const valueRules: NameRules = { max: specLimits.value, empty: 'specValue', twice: 'specValueTwice' }

/** A name has to be there, short enough, and unlike those before it. */
function nameFaults(names: readonly string[], at: number, path: SpecFault['path'], rules: NameRules): SpecFault[] {
  const name = names[at] ?? ''
  if (name.trim() === '') return [fault(path, rules.empty)]
  if (name.length > rules.max) return [fault(path, 'specLong', { name: `${name.slice(0, 20)}…`, max: rules.max })]
  const isTaken = names.slice(0, at).some((each) => specName(each) === specName(name))
  return isTaken ? [fault(path, rules.twice, { name })] : []
}

/** Every combination of the values is one SKU, and there is no other. */
function comboFaults({ attributes, skus }: SpecValue, type: 'single' | 'multi', max: number): SpecFault[] {
  if (skus.length > max) return [fault(['skus'], 'specSkusMax', { max, count: skus.length })]
  if (type === 'single')
    return attributes.length === 0 && skus.length === 1 && skus[0]?.values.length === 0 ? [] : [fault(['skus'], 'specIncomplete')]
  if (skus.length === 0) return [fault(['skus'], 'specNone')]
  const known = attributes.map((each) => new Set(each.values.map(({ value }) => specName(value))))
  const seen = new Set<string>()
  const odd = skus.findIndex(({ values }) => {
    const key = comboKey(values)
    const fits = values.length === known.length && values.every((value, i) => known[i]?.has(specName(value))) && !seen.has(key)
    seen.add(key)
    return !fits
  })
  if (odd >= 0) return [fault(['skus', odd, 'values'], 'specIncomplete')]
  return seen.size === known.reduce((product, each) => product * each.size, 1) ? [] : [fault(['skus'], 'specIncomplete')]
}

function skuFaults(sku: SpecSku, row: number): SpecFault[] {
  const at = () => ({ at: skuTitle(sku, row) })
  const found = specColumnNames.flatMap((column): SpecFault[] => {
    const value = sku[column]
    const { least, max, code } = specColumns[column]
    const isFine = value === null ? least === undefined : typeof value === 'number' && value >= (least ?? 0) && value <= max
    return isFine ? [] : [fault(['skus', row, column], code, at())]
  })
  const { price, origin_price: origin } = sku
  if (typeof price === 'number' && typeof origin === 'number' && origin >= 0 && origin < price)
    found.push(fault(['skus', row, 'origin_price'], 'specOrigin', at()))
  if (sku.sku_code.length > specLimits.code)
    found.push(fault(['skus', row, 'sku_code'], 'specCode', { ...at(), max: specLimits.code }))
  return found
}

/** A code that is given names one SKU. */
function codeFaults({ skus }: SpecValue): SpecFault[] {
  const first = new Map<string, number>()
  return skus.flatMap((sku, row): SpecFault[] => {
    const code = specName(sku.sku_code)
    if (code === '') return []
    const before = first.get(code)
    if (before === undefined) {
      first.set(code, row)
      return []
    }
    const params = { at: skuTitle(sku, row), code: sku.sku_code, other: skuTitle(skus[before] ?? sku, before) }
    return [fault(['skus', row, 'sku_code'], 'specCodeTwice', params)]
  })
}
