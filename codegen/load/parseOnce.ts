import type { Entity } from '../../src/schemas/language/entity/entity.ts'
import type { Issue } from '../../src/schemas/language/issue.ts'
import type { Page } from '../../src/schemas/language/page.ts'
import type { JsonFile } from '../schema/readJson.ts'

type EntityOf = (table: string) => Entity | undefined

/** What came of a file, and the tables it asked for meanwhile with the answers. */
interface Made {
  page: Page | undefined
  issues: readonly Issue[]
  asked: ReadonlyMap<string, Entity | undefined>
}
const made = new WeakMap<JsonFile, Made>()

/**
 * Parses a page that depends on nothing but its file and the tables it asks for: while these stay the same, what came of it before is
 * given again, so that after a change of one file the others cost nothing. Its findings, with their places, are added to `issues`.
 */
export function parseOnce(
  file: JsonFile,
  entityOf: EntityOf,
  issues: Issue[],
  parse: (entityOf: EntityOf, issues: Issue[]) => Page | undefined,
): Page | undefined {
  const known = made.get(file)
  if (known && [...known.asked].every(([table, entity]) => entityOf(table) === entity)) {
    issues.push(...known.issues)
    return known.page
  }
  const asked = new Map<string, Entity | undefined>()
  const own: Issue[] = []
  const page = parse((table) => {
    const entity = entityOf(table)
    asked.set(table, entity)
    return entity
  }, own)
  made.set(file, { page, issues: own, asked })
  issues.push(...own)
  return page
}
