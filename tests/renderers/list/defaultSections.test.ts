import { expect, it } from 'vitest'
import { sectionsOf } from '../../../src/renderers/screens/crud/detail/defaultSections.ts'
import type { Page } from '../../../src/schemas/language/page.ts'
import { productSchema } from '../../harness/schemas.ts'

const { pages, words } = await productSchema()

/** The facts of a record, and the names of the parts below them. */
function recordOf(id: string, change: Partial<Page> = {}) {
  const found = pages.get(id)
  if (!found) throw new Error(`no screen ${id}`)
  const page = { ...found, ...change } as Page
  const sections = sectionsOf(page, (name) => words.text('en', id, `fields.${name}.label`))
  return {
    facts: sections.flatMap((section) => (section.as === 'fields' ? section.fields : [])),
    parts: sections.flatMap(({ name }) => (name === '' ? [] : [name])),
  }
}

it('a record without sections of its own says each fact once, by its name where the list has it', () => {
  const { facts } = recordOf('user/user')
  expect(facts).toContain('group.name')
  expect(facts).not.toContain('group_id')
  expect(new Set(facts).size).toBe(facts.length)
})

it('of two fields with one name a record shows what is read at full length, else what the list shows', () => {
  const template = recordOf('shop/goods/paramsTemplate').facts
  expect(template).toEqual(expect.arrayContaining(['params', 'classify']))
  expect(template).not.toContain('param_names')
  expect(template).not.toContain('classify_ids')
  const admin = recordOf('auth/admin').facts
  expect(admin).toContain('group_name_arr')
  expect(admin).not.toContain('group_arr')
})

it('a record whose page has only rows to show says above them what it is', () => {
  const { facts, parts } = recordOf('shop/notify/setting')
  expect(parts).toEqual(['sends'])
  expect(facts).toEqual(expect.arrayContaining(['message_type', 'title', 'template', 'merge_seconds']))
})

it('a page of one record with rows alone shows nothing above them', () => {
  expect(recordOf('shop/notify/setting', { kind: 'detail' })).toEqual({ facts: [], parts: ['sends'] })
})

it('the sections of a page that say what a record is are all that there is', () => {
  expect(recordOf('shop/order/order').facts).not.toContain('update_time')
})
