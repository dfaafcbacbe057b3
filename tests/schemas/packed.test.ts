import { beforeAll, describe, expect, test } from 'vitest'
import { packPage, unpackPage } from '../../src/schemas/language/packed.ts'
import type { Page } from '../../src/schemas/language/page.ts'
import { productSchema } from '../harness/schemas.ts'

const shown = (page: Page) =>
  JSON.parse(
    JSON.stringify({ ...page, entity: { ...page.entity, index: [], bounds: [] } }, (key, value) =>
      key === 'unindexedBecause' ? undefined : value,
    ),
  )
const travel = <T>(value: T): T => JSON.parse(JSON.stringify(value))

describe('a page that travels to the browser', () => {
  let pages: ReadonlyMap<string, Page>
  beforeAll(async () => {
    pages = (await productSchema()).pages
  })

  test('arrives as it was, whichever it is; but what is for the database alone', () => {
    expect(pages.size).toBeGreaterThan(50)
    for (const [id, page] of pages) expect(unpackPage(travel(packPage(page))), id).toEqual(shown(page))
  })

  test('weighs less on the way', () => {
    for (const [id, page] of pages) {
      if (Object.keys(page.fields).length > 0)
        expect(JSON.stringify(packPage(page)).length, id).toBeLessThan(JSON.stringify(page).length)
    }
  })
})
