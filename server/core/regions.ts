import { areaList } from '@vant/area-data'
import { chainOf } from '../../src/schemas/kinds/regions.ts'

/** One province, city or district: its code (GB/T 2260) and its name. */
export interface Area {
  value: number
  label: string
}

interface Level {
  /** Name of a code. */
  names: ReadonlyMap<number, string>
  /** Areas by parent code; provinces under 0. */
  inside: ReadonlyMap<number, readonly Area[]>
}

/** The significant part of a parent's code: 330106 is in 330100, that in 330000. */
const around = [() => 0, (code: number) => code - (code % 10_000), (code: number) => code - (code % 100)] as const

/** Provinces, cities and districts, read once. */
const levels: readonly Level[] = [areaList.province_list, areaList.city_list, areaList.county_list].map((list, depth) => {
  const names = new Map<number, string>()
  const inside = new Map<number, Area[]>()
  for (const [text, label] of Object.entries(list)) {
    const value = Number(text)
    const outer = around[depth]?.(value) ?? 0
    names.set(value, label)
    inside.set(outer, [...(inside.get(outer) ?? []), { value, label }])
  }
  return { names, inside }
})

/** The provinces; the cities of a province; the districts of a city. Empty for a code that is none of that level. */
export function areasIn(province?: number, city?: number): readonly Area[] {
  if (province === undefined) return levels[0]?.inside.get(0) ?? []
  const depth = city === undefined ? 1 : 2
  if (city !== undefined && around[1](city) !== province) return []
  return levels[depth]?.inside.get(city ?? province) ?? []
}

/** Are these codes of a province, a city and a district? The kind checks that each is in the one before. */
export function areAreas(codes: readonly unknown[]): boolean {
  return codes.every((code, depth) => levels[depth]?.names.has(Number(code)) === true)
}

/** The names of a region from the outside in, as BuildAdmin writes them: `浙江省,杭州市,西湖区`. A code without a name is written as it is. */
export function areaText(codes: unknown): string {
  if (!Array.isArray(codes)) return ''
  return codes.map((code, depth) => levels[depth]?.names.get(Number(code)) ?? String(code)).join(',')
}

/**
 * The codes of a region that is written as the names of province, city and district, with or without signs between them (`浙江省,杭州市,西湖区`).
 * Undefined for a text that is not exactly that.
 */
export function areaCodes(text: string): number[] | undefined {
  const bare = text.replace(/[\s,，、/·-]+/g, '')
  for (const province of areasIn()) {
    for (const city of bare.startsWith(province.label) ? areasIn(province.value) : []) {
      const rest = bare.slice(province.label.length)
      const district = areasIn(province.value, city.value).find(({ label }) => rest === city.label + label)
      if (district) return [province.value, city.value, district.value]
    }
  }
  return undefined
}

/** The codes of the innermost region whose names a text begins with, from the outside in; none where it begins with no province. */
export function regionOf(text: string): number[] {
  const code = areaOf(text)
  return code === undefined ? [] : chainOf(code)
}

/** Is each of these codes that of a province, a city or a district? */
export function areRegions(codes: readonly unknown[]): boolean {
  return codes.every((code) => levels[chainOf(Number(code)).length - 1]?.names.has(Number(code)) === true)
}

/** The names of regions, each after its parents: `浙江省、江苏省/苏州市`. */
export function regionsText(codes: unknown): string {
  if (!Array.isArray(codes)) return ''
  return codes.map((code) => areaText(chainOf(Number(code))).replaceAll(',', '/')).join('、')
}

/**
 * The code of the innermost region whose names a text begins with (`江苏省,苏州市,工业园区` is in 苏州市 when the list has no such district).
 * Undefined when it begins with no province.
 */
export function areaOf(text: string): number | undefined {
  const bare = text.replace(/[\s,，、/·-]+/g, '')
  const within = (areas: readonly Area[], rest: string): number | undefined => {
    const area = areas.find(({ label }) => rest.startsWith(label))
    if (!area) return undefined
    const [province, city] = [area.value - (area.value % 10_000), area.value - (area.value % 100)]
    const inner = area.value === province ? areasIn(province) : area.value === city ? areasIn(province, city) : []
    return within(inner, rest.slice(area.label.length)) ?? area.value
  }
  return within(areasIn(), bare)
}
