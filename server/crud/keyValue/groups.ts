import type { Schema } from '../../../codegen/schema/schema.ts'
import { isObject } from '../../../src/schemas/isObject.ts'
import type { ItemGroup } from '../../../src/schemas/language/items/items.ts'
import type { ItemRow } from '../../../src/schemas/language/items/parseItem.ts'
import type { Page } from '../../../src/schemas/language/page.ts'
import type { Reader } from '../../core/db/connect.ts'
import type { FieldMessage, Row } from '../domain.ts'
import { readKeyValues } from './keyValues.ts'

/** A tab's name is part of ids and words. */
const key = /^[a-z][a-z0-9_]{0,29}$/

/** Tabs of the page itself, in their order. */
export function fixedTabs(page: Page): string[] {
  return [...new Set(page.form.sections.flatMap(({ tab }) => tab ?? []))]
}

/** The tabs that people made for items of a form, in their order; what could be no tab is left out. */
export async function readGroups(db: Reader, schema: Schema, page: Page): Promise<ItemGroup[]> {
  const field = page.fields[page.items?.groups ?? '']
  if (!field) return []
  const { values } = await readKeyValues(db, schema, { ...page, fields: { [field.name]: field } })
  const fixed = fixedTabs(page)
  return groupsIn(values[field.name]).filter(({ key: name }) => key.test(name) && !fixed.includes(name))
}

function groupsIn(value: unknown): ItemGroup[] {
  return (Array.isArray(value) ? value : [])
    .filter(isObject)
    .map((row) => ({ key: String(row.key ?? '').trim(), value: String(row.value ?? '').trim() }))
}

/** What is wrong with the groups that are being saved, by the field that holds them; a group that has items stays. */
export function groupFaults(page: Page, rows: readonly ItemRow[], values: Readonly<Row>): Record<string, FieldMessage> {
  const field = page.items?.groups ?? ''
  if (!Object.hasOwn(values, field)) return {}
  const groups = groupsIn(values[field])
  const fixed = fixedTabs(page)
  const names = groups.map((group) => group.key)
  const bad = groups.find((group) => !key.test(group.key))
  if (bad) return { [field]: { code: 'groupKey', params: { key: bad.key } } }
  const twice = names.find((name, i) => fixed.includes(name) || names.indexOf(name) < i)
  if (twice !== undefined) return { [field]: { code: 'groupTaken', params: { key: twice } } }
  const nameless = groups.find((group) => group.value === '')
  if (nameless) return { [field]: { code: 'groupTitle', params: { key: nameless.key } } }
  const left = rows.filter(({ group }) => !fixed.includes(group) && !names.includes(group))
  const [first] = left
  if (!first) return {}
  const titles = left.filter(({ group }) => group === first.group).map(({ title }) => title)
  return { [field]: { code: 'groupUsed', params: { key: first.group, titles: titles.join(', ') } } }
}
