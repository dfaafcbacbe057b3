import { chainOf } from '../../../../src/schemas/kinds/regions.ts'

/** What a template counts: pieces, weight in Kg, volume in m³ (specification: by number, weight, volume). */
export type Billing = 1 | 2 | 3

/** What delivery costs in some regions. Quantities are decimals in the unit of the billing (pieces, Kg, m³), fees are fen. */
export interface FreightArea {
  /** The row for the rest of the country; it names no regions. */
  isDefault: boolean
  /** Codes of provinces and cities; each includes everything inside it. */
  regions: readonly number[]
  firstQuantity: number | string
  firstFee: number
  continueQuantity: number | string
  continueFee: number
}

/** When delivery is free. No regions: everywhere. */
export interface FreeRule {
  regions: readonly number[]
  condition: 'amount' | 'quantity' | 'both'
  /** Fen of the goods, from which on. */
  amount: number
  /** Pieces of the goods, from which on, whatever the template counts. */
  quantity: number
}

/** The parts of a delivery template that determine the fee. */
export interface FreightTemplate {
  billing: Billing
  areas: readonly FreightArea[]
  free: readonly FreeRule[]
  /** Codes of regions that nothing is delivered to. */
  refused: readonly number[]
}

/** Goods of one kind: how many pieces, and what one of them costs (fen), weighs (g) and takes up (cm³). All whole numbers from 0. */
export interface FreightLine {
  quantity: number
  price: number
  weight: number
  volume: number
}

/** The components of the fee, and their origin; list indexes count from 0. */
export type Freight =
  | { by: 'refused'; fee: null; units: bigint; region: number }
  | { by: 'nowhere'; fee: null; units: bigint }
  | { by: 'nothing'; fee: 0; units: bigint }
  | { by: 'free'; fee: 0; units: bigint; rule: number }
  | { by: 'area'; fee: number; units: bigint; area: number; steps: number }

/** Decimals of the unit of a billing down to the whole unit it is counted in: pieces, g of a Kg, cm³ of a m³. */
export const unitDecimals: Readonly<Record<Billing, number>> = { 1: 0, 2: 3, 3: 6 }

/**
 * The delivery fee of lines that share a template, in fen; null where they are not delivered. `region` is the code of a district, city or
 * province. In this order: a region that is refused, nothing to deliver, the first free rule that is met, the row of the region or else
 * that of the rest: first_fee up to first_quantity, then continue_fee for every continue_quantity begun (screens.md, delivery templates).
 * Counted in whole units only. Throws RangeError for numbers that are none of these, or a fee beyond what a number can hold exactly.
 */
export function freight(template: FreightTemplate, lines: readonly FreightLine[], region: number): Freight {
  const around = chainOf(region)
  const covers = (codes: readonly number[]) => codes.find((code) => around.includes(code))
  const units = unitsOf(template.billing, lines)
  const refused = covers(template.refused)
  if (refused !== undefined) return { by: 'refused', fee: null, units, region: refused }
  const pieces = sum(lines, (line) => whole(line.quantity))
  if (pieces === 0n) return { by: 'nothing', fee: 0, units }
  const amount = sum(lines, (line) => whole(line.quantity) * whole(line.price))
  const rule = template.free.findIndex(
    (free) => (free.regions.length === 0 || covers(free.regions)) && isMet(free, amount, pieces),
  )
  if (rule >= 0) return { by: 'free', fee: 0, units, rule }
  const own = template.areas.findIndex((area) => !area.isDefault && covers(area.regions) !== undefined)
  const place = own >= 0 ? own : template.areas.findIndex((area) => area.isDefault)
  const area = template.areas[place]
  if (!area) return { by: 'nowhere', fee: null, units }
  return { by: 'area', units, area: place, ...priceOf(template.billing, area, units) }
}

/** What is counted of all lines together: pieces, g or cm³. */
export function unitsOf(billing: Billing, lines: readonly FreightLine[]): bigint {
  const each = { 1: () => 1n, 2: (line: FreightLine) => whole(line.weight), 3: (line: FreightLine) => whole(line.volume) }[
    billing
  ]
  return sum(lines, (line) => whole(line.quantity) * each(line))
}

function isMet({ condition, ...from }: FreeRule, amount: bigint, pieces: bigint): boolean {
  const dear = amount >= whole(from.amount)
  const many = pieces >= whole(from.quantity)
  return { amount: dear, quantity: many, both: dear && many }[condition]
}

function priceOf(billing: Billing, area: FreightArea, units: bigint): { fee: number; steps: number } {
  const first = countOf(area.firstQuantity, billing)
  const next = countOf(area.continueQuantity, billing)
  if (next === 0n) throw new RangeError('a continue quantity of 0')
  const steps = units > first ? (units - first + next - 1n) / next : 0n
  return { steps: exact(steps), fee: exact(whole(area.firstFee) + steps * whole(area.continueFee)) }
}

/** Whole units of a decimal in the unit of a billing: 1.25 Kg → 1250n g. Read from its text, so that no digit is lost on the way. */
export function countOf(quantity: number | string, billing: Billing): bigint {
  const [, whole = '', decimals = ''] = /^(\d+)(?:\.(\d+?)0*)?$/.exec(String(quantity)) ?? []
  if (whole === '' || decimals.length > unitDecimals[billing])
    throw new RangeError(`no quantity of billing ${billing}: ${quantity}`)
  return BigInt(whole + decimals.padEnd(unitDecimals[billing], '0'))
}

/** Decimal text of whole units in the unit of a billing: 1250n g → "1.25". */
export function quantityText(units: bigint, billing: Billing): string {
  const decimals = unitDecimals[billing]
  const digits = String(units).padStart(decimals + 1, '0')
  const behind = digits.slice(digits.length - decimals).replace(/0+$/, '')
  const before = digits.slice(0, digits.length - decimals)
  return decimals === 0 || behind === '' ? before : `${before}.${behind}`
}

function whole(value: number): bigint {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`no whole number from 0: ${value}`)
  return BigInt(value)
}

function exact(value: bigint): number {
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw new RangeError(`beyond exact numbers: ${value}`)
  return Number(value)
}

function sum(lines: readonly FreightLine[], of: (line: FreightLine) => bigint): bigint {
  return lines.reduce((total, line) => total + of(line), 0n)
}
