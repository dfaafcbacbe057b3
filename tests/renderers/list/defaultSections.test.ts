import { expect, it } from 'vitest'
import { defaultSections } from '../../../src/renderers/screens/crud/detail/defaultSections.ts'
import { productSchema } from '../../harness/schemas.ts'

const { pages } = await productSchema()

it('a record without sections of its own says each fact once, by its name where the list has it', () => {
  const page = pages.get('user/user')
  if (!page) throw new Error('no members')
  const names = defaultSections(page).flatMap(({ fields }) => fields)
  expect(names).toContain('group.name')
  expect(names).not.toContain('group_id')
  expect(new Set(names).size).toBe(names.length)
})
