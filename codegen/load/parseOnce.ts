import type { Entity } from '../../src/schemas/language/entity/entity.ts'
import type { Issue } from '../../src/schemas/language/issue.ts'
import type { Page } from '../../src/schemas/language/page.ts'
import type { JsonFile } from '../schema/readJson.ts'

type EntityOf = (table: string) => Entity | undefined

/** What came of a source, and the tables it asked for meanwhile with the answers. */
interface Made<T> {
  result: T
  issues: readonly Issue[]
  asked: ReadonlyMap<string, Entity | undefined>
}

/**
 * Makes something that depends on nothing but its source and the tables it asks for: while these stay the same, what came of it before is
 * given again, so that after a change of one file the others cost nothing. Its findings, with their places, are added to `issues`.
 */
function makeOnce<Source extends object, T>() {
  const made = new WeakMap<Source, Made<T>>()
  return (
    source: Source,
    { entityOf, issues, make }: { entityOf: EntityOf; issues: Issue[]; make(entityOf: EntityOf, issues: Issue[]): T },
  ): T => {
    const known = made.get(source)
    if (known && [...known.asked].every(([table, entity]) => entityOf(table) === entity)) {
      issues.push(...known.issues)
      return known.result
    }
    const asked = new Map<string, Entity | undefined>()
    const own: Issue[] = []
    const result = make((table) => {
      const entity = entityOf(table)
      asked.set(table, entity)
      return entity
    }, own)
    made.set(source, { result, issues: own, asked })
    issues.push(...own)
    return result
  }
}

/** Pages as they are, and as they are without overlays: of themselves or of their tables. */
export const pageOnce = makeOnce<JsonFile, Page | undefined>()
export const barePageOnce = makeOnce<JsonFile, Page | undefined>()
/** Tables without a page of their own. */
export const entityOnce = makeOnce<JsonFile, Entity | undefined>()
/** Pages with the fields of other tables that they show. */
export const relatedOnce = makeOnce<Page, Page>()
