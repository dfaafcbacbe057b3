import { regionsText } from '../../../../server/core/regions.ts'
import type { FieldMessage, Row } from '../../../../server/crud/domain.ts'
import { chainOf } from '../../../../src/schemas/kinds/regions.ts'
import type { Billing, FreeRule, FreightArea, FreightTemplate } from './freight.ts'

/** Model values of a row of `areas`, as the page stores them. */
interface StoredArea {
  is_default?: number
  regions?: readonly number[]
  first_quantity: number | string
  first_fee: number
  continue_quantity: number | string
  continue_fee: number
}

/** Model values of a row of `free`; what its condition hides is empty. */
interface StoredRule {
  regions?: readonly number[]
  condition: FreeRule['condition']
  amount?: number | null
  quantity?: number | string | null
}

/** The model values of a template that determine the freight. */
export function freightTemplate(row: Row): FreightTemplate {
  return {
    billing: Number(row.billing) as Billing,
    areas: listOf<StoredArea>(row.areas).map(areaOf),
    free: listOf<StoredRule>(row.free).map(({ regions = [], condition, amount, quantity }) => ({
      regions,
      condition,
      amount: amount ?? 0,
      quantity: Number(quantity ?? 0),
    })),
    refused: listOf<number>(row.refuse_regions),
  }
}

function areaOf(area: StoredArea): FreightArea {
  const isDefault = area.is_default === 1
  return {
    isDefault,
    regions: isDefault ? [] : (area.regions ?? []),
    firstQuantity: area.first_quantity,
    firstFee: area.first_fee,
    continueQuantity: area.continue_quantity,
    continueFee: area.continue_fee,
  }
}

/**
 * What is wrong with the rows of areas together, by field of the row: a region stands in one row only (a province covers its cities), one
 * row is for the rest, and pieces are counted in whole numbers.
 */
export function areaErrors(row: Row): Record<string, FieldMessage> {
  const { billing, areas } = freightTemplate(row)
  const found: Record<string, FieldMessage> = {}
  const rests = areas.filter((area) => area.isDefault).length
  const second = areas.map((area) => area.isDefault).lastIndexOf(true)
  if (rests === 0) found.areas = { code: 'shop.oneRest' }
  else if (rests > 1) found[`areas.${second}.is_default`] = { code: 'shop.oneRest' }
  for (const [i, area] of areas.entries()) {
    const overlap = area.regions.map((code) => overlapOf(code, areas.slice(0, i))).find((each) => each !== undefined)
    if (overlap) found[`areas.${i}.regions`] = overlap
    if (billing !== 1) continue
    if (!isWhole(area.firstQuantity)) found[`areas.${i}.first_quantity`] = { code: 'shop.wholePieces' }
    if (!isWhole(area.continueQuantity)) found[`areas.${i}.continue_quantity`] = { code: 'shop.wholePieces' }
  }
  return found
}

/** How a region meets one of the rows before its own: it is there already, lies in one of theirs, or has one of theirs in it. */
function overlapOf(code: number, before: readonly FreightArea[]): FieldMessage | undefined {
  for (const [i, { regions }] of before.entries()) {
    const other = regions.find((each) => chainOf(each).includes(code) || chainOf(code).includes(each))
    if (other === undefined) continue
    const kind = other === code ? 'regionTwice' : chainOf(code).includes(other) ? 'regionWithin' : 'regionAround'
    return { code: `shop.${kind}`, params: { region: regionsText([code]), other: regionsText([other]), row: i + 1 } }
  }
  return undefined
}

const isWhole = (quantity: number | string) => Number.isInteger(Number(quantity))

/** A stored list; [] for what is none. */
function listOf<T>(value: unknown): readonly T[] {
  return Array.isArray(value) ? (value as T[]) : []
}
