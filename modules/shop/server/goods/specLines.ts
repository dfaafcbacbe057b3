import type { Join, PartFault, PartLine } from '../../../../server/modules/dataio/import/lines/joins.ts'
import { isSpec, specEditor } from '../../../../src/schemas/kinds/specEditor.ts'
import { comboKey, plainAmount, specColumnNames, specName } from '../../../../src/schemas/kinds/specRules.ts'

/** A SKU as the wire has it; its other members go through as they are. */
type WireSku = Record<string, unknown> & { values: string[] }
type Attribute = { name: string; values: { value: string; image: string }[] }

/** A spec and its value as a cell names them. */
type Choice = readonly [name: string, value: string]

/**
 * The specs of goods as lines of a file say them: a line that names no combination is the one SKU of a single spec; others are a SKU each.
 * What lines do not say stays, SKUs that none of them names among it.
 */
export const joinSpec: Join = (lines, before, field, record) => {
  const is = isSpec(before) ? before : null
  const wire = is ? (specEditor.toWire(before, field) as { attributes: Attribute[]; skus: WireSku[] }) : null
  const isMulti = wire !== null && (wire.attributes.length > 0 || wire.skus.length > 1)
  const said = field.type === undefined ? undefined : record[field.type]
  if (lines.every(({ cells }) => cells.spec === undefined)) {
    if (isMulti || (said !== undefined && said !== 'single')) return [{ at: 0, column: 'spec', code: 'specParts' }]
    if (lines.length > 1) return unnamed(lines.slice(1), 1)
    const [sku] = wire?.skus ?? []
    return { value: { attributes: [], skus: [skuOf(lines[0], sku ?? { values: [] })] }, beside: {}, lineOf: () => 0 }
  }
  if (said === 'single' || (wire && !isMulti && said === undefined)) return [{ at: 0, column: 'spec', code: 'specSingle' }]
  const read = lines.map(({ cells }) => choicesOf(cells.spec ?? ''))
  const stored = isMulti ? wire : null
  const names = stored?.attributes.map(({ name }) => name) ?? read.find((choices) => choices)?.map(([name]) => name) ?? []
  const faults = [...textFaults(lines, read), ...nameFaults(read, names), ...stateFaults(lines)]
  if (faults.length > 0) return faults
  return merged(lines, read as Choice[][], names, { stored, beside: field.type === undefined ? {} : { [field.type]: 'multi' } })
}

/** Puts the lines over the SKUs that are there. */
function merged(
  lines: readonly PartLine[],
  read: readonly (readonly Choice[])[],
  names: readonly string[],
  { stored, beside }: { stored: { attributes: Attribute[]; skus: WireSku[] } | null; beside: Record<string, unknown> },
): ReturnType<Join> {
  const attributes = names.map((name, i) => ({ name, values: [...(stored?.attributes[i]?.values ?? [])] }))
  const skus = [...(stored?.skus ?? [])]
  const places = new Map(skus.map(({ values }, i) => [comboKey(values), i]))
  const lineBySku = new Map<number, number>()
  const lineByValue = new Map<string, number>()
  const faults: PartFault[] = []
  for (const [at, choices] of read.entries()) {
    const values = attributes.map(({ name, values: known }, i) => {
      const [, said = ''] = choices.find(([each]) => specName(each) === specName(name)) ?? []
      const found = known.findIndex(({ value }) => specName(value) === specName(said))
      if (found < 0) known.push({ value: said, image: '' })
      const place = found < 0 ? known.length - 1 : found
      if (found < 0) lineByValue.set(`${i}.${place}`, at)
      return known[place]?.value ?? said
    })
    const place = places.get(comboKey(values)) ?? skus.length
    const first = lineBySku.get(place)
    if (first !== undefined) {
      faults.push({ at, column: 'spec', code: 'specLineTwice', params: { line: lines[first]?.line ?? 0 } })
      continue
    }
    places.set(comboKey(values), place)
    lineBySku.set(place, at)
    skus[place] = skuOf(lines[at], skus[place] ?? { values })
  }
  if (faults.length > 0) return faults
  const lineOf = ([part, i, , j]: readonly string[]) =>
    (part === 'skus' ? lineBySku.get(Number(i)) : lineByValue.get(`${i}.${j}`)) ?? 0
  return { value: { attributes, skus }, beside, lineOf }
}

/** A SKU with what a line says of it. */
function skuOf(line: PartLine | undefined, sku: WireSku): WireSku {
  const { spec: _spec, enabled, ...cells } = line?.cells ?? {}
  const numbers = specColumnNames.flatMap((name) => (cells[name] === undefined ? [] : [[name, plainAmount(cells[name])]]))
  return { ...sku, ...cells, ...Object.fromEntries(numbers), ...(enabled === undefined ? {} : { status: stateOf(enabled) }) }
}

/** `Colour:Red;Size:M`, also with the signs of Chinese; a sign of a name or value stands behind `\`. Undefined for anything else. */
function choicesOf(text: string): Choice[] | undefined {
  const plain = (part = '') => part.replace(/\\(.)/g, '$1').trim()
  const parts = text.match(/(?:\\.|[^;；\\])+/g)?.filter((part) => part.trim() !== '') ?? []
  const choices = parts.map((part): Choice => {
    const [, name, value] = /^((?:\\.|[^:：\\])*)[:：](.*)$/su.exec(part) ?? []
    return [plain(name), plain(value)]
  })
  return choices.length > 0 && choices.every(([name, value]) => name !== '' && value !== '') ? choices : undefined
}

function textFaults(lines: readonly PartLine[], read: readonly (readonly Choice[] | undefined)[]): PartFault[] {
  return lines.flatMap(({ cells }, at): PartFault[] => {
    if (cells.spec === undefined) return unnamed([lines[at]], at)
    return read[at] ? [] : [{ at, column: 'spec', code: 'specText', params: { text: cells.spec.slice(0, 50) } }]
  })
}

function unnamed(lines: readonly unknown[], from: number): PartFault[] {
  return lines.map((_, i) => ({ at: from + i, column: 'spec', code: 'specParts' }))
}

/** Every line names each spec of the goods once, and no other. */
function nameFaults(read: readonly (readonly Choice[] | undefined)[], names: readonly string[]): PartFault[] {
  const wanted = names.map(specName).sort().join('\n')
  return read.flatMap((choices, at): PartFault[] => {
    if (!choices) return []
    const own = choices.map(([name]) => specName(name)).sort()
    return own.join('\n') === wanted && new Set(own).size === own.length
      ? []
      : [{ at, column: 'spec', code: 'specOther', params: { names: names.join(', ') } }]
  })
}

const words: Readonly<Record<string, 0 | 1>> = Object.fromEntries([
  ...['1', 'on', 'yes', 'true', 'enabled', '启用', '是', '开'].map((word) => [word, 1] as const),
  ...['0', 'off', 'no', 'false', 'disabled', '禁用', '停用', '否', '关'].map((word) => [word, 0] as const),
])

function stateOf(text: string): 0 | 1 | undefined {
  return words[text.trim().toLowerCase()]
}

function stateFaults(lines: readonly PartLine[]): PartFault[] {
  return lines.flatMap(({ cells }, at): PartFault[] =>
    cells.enabled === undefined || stateOf(cells.enabled) !== undefined
      ? []
      : [{ at, column: 'enabled', code: 'option', params: { value: cells.enabled.slice(0, 50) } }],
  )
}
