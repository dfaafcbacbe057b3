import type { Entity } from '../../src/schemas/language/entity/entity.ts'
import type { Issue } from '../../src/schemas/language/issue.ts'
import type { Page } from '../../src/schemas/language/page.ts'
import type { JsonFile } from '../schema/readJson.ts'
import type { Schema } from '../schema/schema.ts'

export type Path = readonly (string | number)[]

/** Says what is wrong at a place of the file that is being looked at. */
export type Report = (path: Path, what: string, fix?: string, severity?: Issue['severity']) => void

/** Everything that is known when all files have been read. */
export interface Known {
  schema: Schema
  /** Files by page id and by table, for what they hold as written. */
  pages: ReadonlyMap<string, JsonFile>
  entities: ReadonlyMap<string, JsonFile>
}

/** One thing that is proven over all pages and tables. A rule says why in one sentence, the same for all its findings. */
export interface Rule {
  name: string
  why: string
  /** Sections of a page that it reads as wholes: with a fault in one of them it proves nothing. `menu`: the menus; `everything`: all pages. */
  needs?: readonly string[]
  page?(page: Page, report: Report, known: Known): void
  /** Of tables with a file of their own; those of pages are looked at with the page. */
  entity?(entity: Entity, report: Report, known: Known): void
}

/** The names of the fields that a page's own file declares. */
export function declaredIn(page: Page, known: Known): string[] {
  const value = known.pages.get(page.id)?.value as { fields?: object } | undefined
  return Object.keys(value?.fields ?? {})
}
