import { specName } from '../../../schemas/kinds/specRules.ts'
import { settle } from './generate.ts'
import { type Attribute, type Choice, emptySheet, type Sheet } from './sheet.ts'

/** A template as the server tells it: specs with the texts of their values. */
export interface Template {
  name: string
  values: readonly string[]
  /** Its values are to have pictures. */
  pictured?: boolean
}

/** Adds a spec at the end; one of a name that was taken away comes back with its rows. */
export function addAttribute(sheet: Sheet, name: string): Sheet {
  const before = sheet.gone.find(
    (each) => specName(each.name) === specName(name) && !sheet.attributes.some((a) => a.key === each.key),
  )
  const attribute: Attribute = { key: name.trim() !== '' && before ? before.key : sheet.next, name, values: [] }
  return { ...sheet, attributes: [...sheet.attributes, attribute], next: sheet.next + 1 }
}

/** Gives a spec its name; one without values that is called like one that was taken away becomes that one. */
export function renameAttribute(sheet: Sheet, key: number, name: string): Sheet {
  const back = sheet.gone.find(
    (each) => specName(each.name) === specName(name) && !sheet.attributes.some((a) => a.key === each.key),
  )
  const isFresh = sheet.attributes.some((each) => each.key === key && each.values.length === 0)
  if (back && isFresh && name.trim() !== '') return withAttribute(sheet, key, () => ({ key: back.key, name, values: [] }))
  return withAttribute(sheet, key, (each) => ({ ...each, name }))
}

/** Takes a spec away. Its rows stay until SKUs are generated. */
export function removeAttribute(sheet: Sheet, key: number): Sheet {
  const attribute = sheet.attributes.find((each) => each.key === key)
  if (!attribute) return sheet
  return { ...withGone(sheet, attribute, attribute.values), attributes: sheet.attributes.filter((each) => each !== attribute) }
}

/** Moves a spec by so many places. */
export function moveAttribute(sheet: Sheet, key: number, by: number): Sheet {
  return settle({ ...sheet, attributes: moved(sheet.attributes, key, by) })
}

/** Adds values at the end of a spec; what it has already is left out, what was taken away comes back. */
export function addValues(sheet: Sheet, key: number, texts: readonly string[]): Sheet {
  return texts.reduce((all, text) => addValue(all, key, text.trim()), sheet)
}

function addValue(sheet: Sheet, key: number, text: string): Sheet {
  const attribute = sheet.attributes.find((each) => each.key === key)
  if (!attribute || text === '' || attribute.values.some((each) => specName(each.value) === specName(text))) return sheet
  const back = sheet.gone.find((each) => each.key === key)?.values.find((each) => specName(each.value) === specName(text))
  const choice: Choice = back ? { ...back, value: text } : { key: sheet.next, value: text, image: '' }
  const gone = back
    ? sheet.gone.map((each) => (each.key === key ? { ...each, values: each.values.filter((one) => one !== back) } : each))
    : sheet.gone
  const added = withAttribute(sheet, key, (each) => ({ ...each, values: [...each.values, choice] }))
  return settle({ ...added, gone, next: sheet.next + 1 })
}

export function renameValue(sheet: Sheet, key: number, value: string): Sheet {
  return withValue(sheet, key, (each) => ({ ...each, value }))
}

/** Gives a value its picture; '' for none. */
export function setValueImage(sheet: Sheet, key: number, image: string): Sheet {
  return withValue(sheet, key, (each) => ({ ...each, image }))
}

/** Takes a value away. Its rows stay until SKUs are generated. */
export function removeValue(sheet: Sheet, key: number): Sheet {
  const attribute = ownerOf(sheet, key)
  const values = attribute?.values.filter((each) => each.key === key)
  if (!attribute || !values) return sheet
  return withAttribute(withGone(sheet, attribute, values), attribute.key, (each) => ({
    ...each,
    values: each.values.filter((one) => one.key !== key),
  }))
}

/** Moves a value inside its spec by so many places. */
export function moveValue(sheet: Sheet, key: number, by: number): Sheet {
  const attribute = ownerOf(sheet, key)
  if (!attribute) return sheet
  return settle(withAttribute(sheet, attribute.key, (each) => ({ ...each, values: moved(each.values, key, by) })))
}

/** Brings the specs of a template: specs of a name that is there get the values they lack, others come after them. */
export function applyTemplate(sheet: Sheet, template: readonly Template[]): Sheet {
  return template.reduce((all, { name, values, pictured }) => {
    const known = all.attributes.find((each) => specName(each.name) === specName(name))
    const next = known ? all : addAttribute(all, name)
    const key = known?.key ?? next.attributes.at(-1)?.key ?? 0
    const withValues = addValues(next, key, values)
    return pictured ? withAttribute(withValues, key, (each) => ({ ...each, pictured })) : withValues
  }, sheet)
}

/** Empties everything, for a product of the other type. */
export function switchType(type: 'single' | 'multi'): Sheet {
  return emptySheet(type)
}

function ownerOf(sheet: Sheet, value: number): Attribute | undefined {
  return sheet.attributes.find((each) => each.values.some(({ key }) => key === value))
}

function withAttribute(sheet: Sheet, key: number, change: (attribute: Attribute) => Attribute): Sheet {
  return { ...sheet, attributes: sheet.attributes.map((each) => (each.key === key ? change(each) : each)) }
}

function withValue(sheet: Sheet, key: number, change: (choice: Choice) => Choice): Sheet {
  const attribute = ownerOf(sheet, key)
  if (!attribute) return sheet
  return withAttribute(sheet, attribute.key, (each) => ({
    ...each,
    values: each.values.map((one) => (one.key === key ? change(one) : one)),
  }))
}

function withGone(sheet: Sheet, attribute: Attribute, values: readonly Choice[]): Sheet {
  const before = sheet.gone.find((each) => each.key === attribute.key)?.values ?? []
  const gone = [...sheet.gone.filter((each) => each.key !== attribute.key), { ...attribute, values: [...before, ...values] }]
  return { ...sheet, gone }
}

function moved<T extends { key: number }>(list: readonly T[], key: number, by: number): readonly T[] {
  const from = list.findIndex((each) => each.key === key)
  const to = Math.min(list.length - 1, Math.max(0, from + by))
  if (from < 0 || from === to) return list
  const next = [...list]
  next.splice(to, 0, ...next.splice(from, 1))
  return next
}
