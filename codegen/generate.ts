import { suggest } from '../src/schemas/language/issue.ts'
import { changedFiles, type EmittedFile, emitScreens, writeFiles } from './emit/files.ts'
import { type Inferred, inferScreen, type KnownTable, showOf } from './infer/infer.ts'
import { screenIds } from './infer/screenIds.ts'
import type { TableFacts } from './introspect/facts.ts'
import type { Schema } from './schema/schema.ts'

export interface GenerateOptions {
  /** Tables to make screens of. */
  tables: readonly string[]
  facts: ReadonlyMap<string, TableFacts>
  /** The screens there are; foreign keys to their tables become lists of choices. */
  schema: Schema
  dir: string
  /** Overwrite files that differ. */
  force: boolean
  dryRun: boolean
}

export interface Generated {
  screens: readonly Inferred[]
  files: readonly EmittedFile[]
  /** Files that exist with other content; nothing is written while there are any and `force` is off. */
  conflicts: readonly EmittedFile[]
}

/** Makes screens of tables and writes them. Unknown tables throw, naming the nearest one; nothing is written then. */
export async function generate(options: GenerateOptions): Promise<Generated> {
  for (const table of options.tables)
    if (!options.facts.has(table)) throw new Error(`no such table "${table}"; ${suggest(table, [...options.facts.keys()])}`)
  const ids = screenIds(options.tables, options.schema)
  for (const table of options.tables) {
    const owner = [...options.schema.pages.values()].find((p) => p.entity.table === table && p.id !== ids.get(table))
    if (owner) throw new Error(`the table "${table}" has the screen ${owner.id} already`)
  }
  const known = new Map<string, KnownTable>()
  for (const page of options.schema.pages.values()) {
    const facts = options.facts.get(page.entity.table)
    if (facts) known.set(page.entity.table, { page: page.id, show: showOf(facts) })
  }
  for (const table of options.tables) {
    const facts = options.facts.get(table)
    if (facts && facts.primaryKey.length === 1) known.set(table, { page: ids.get(table) ?? '', show: showOf(facts) })
  }
  const screens = options.tables.flatMap((table) => {
    const facts = options.facts.get(table)
    return facts ? [inferScreen(facts, known, ids.get(table))] : []
  })
  const files = await emitScreens(screens, options.dir)
  const menu = files.at(-1)
  const conflicts = (await changedFiles(files)).filter((f) => f !== menu)
  if (!options.dryRun && (conflicts.length === 0 || options.force)) await writeFiles(files, options.dir)
  return { screens, files, conflicts }
}
