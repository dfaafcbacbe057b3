import { join, relative, resolve } from 'node:path'
import { tableName } from '../src/schemas/language/entity/parseEntity.ts'
import { suggest } from '../src/schemas/language/issue.ts'
import { type Inferred, inferPairs, inferScreen } from './infer/infer.ts'
import { labelOf } from './infer/label.ts'
import { menuGroups } from './infer/menuGroups.ts'
import { type Speech, sayAllowed } from './infer/naming/speech.ts'
import type { Choice, KnownTable } from './infer/plan.ts'
import { withRowKey } from './infer/rowKey.ts'
import { directoryNames, screenIds } from './infer/screenIds.ts'
import { worldOf } from './infer/world.ts'
import type { TableFacts } from './introspect/facts.ts'
import type { Schema } from './schema/schema.ts'
import { changedFiles, type EmittedFile, emitFiles, writeFiles } from './write/files.ts'
import type { MenuDirectory } from './write/menuText.ts'
import { recordedTables } from './write/records.ts'

export interface GenerateOptions {
  /** Tables to make screens of. */
  tables: readonly string[]
  facts: ReadonlyMap<string, TableFacts>
  /** The screens there are; foreign keys to their tables become lists of choices. */
  schema: Schema
  dir: string
  /** Take what is generated as it is, whatever people changed. */
  force: boolean
  dryRun: boolean
  /** What words may not say. */
  speech?: Speech
}

export interface Generated {
  screens: readonly Inferred[]
  /** Every file of the run, changed or not. */
  files: readonly EmittedFile[]
  /** Files with places where a hand edit stays against what is generated now. */
  conflicts: readonly EmittedFile[]
  notes: readonly string[]
  choices: readonly Choice[]
}

/**
 * Makes screens of tables and writes them, merged with what people changed. Tables that were generated before are around them: a screen that is
 * made again keeps its choices from them. Unknown tables throw, naming the nearest one; nothing is written then.
 */
export async function generate(options: GenerateOptions): Promise<Generated> {
  const { facts, schema, dir } = options
  const told = { notes: [] as string[], choices: [] as Choice[] }
  const asked = options.tables.flatMap((name) => usable(name, facts, told.notes).map(withRowKey))
  const before = await recordedTables(dir)
  const tables = [
    ...asked,
    ...[...before.keys()].flatMap((name) =>
      asked.some((t) => t.name === name) ? [] : [facts.get(name) ?? []].flat().map(withRowKey),
    ),
  ]
  const ids = idsOf(asked, before, schema)
  for (const { name } of asked) refuseSecond(name, ids, schema)
  const world = worldOf({ tables, ids, known: knownTables(facts, schema) }, told)
  const isPair = (table: TableFacts) => world.joins.some((join) => join.table === table)
  const screens = asked
    .filter((table) => !isPair(table))
    .map((table) => inferScreen(table, world, ids.get(table.name)))
    .map((screen) => ({
      ...screen,
      page: { $schema: schemaFrom(join(dir, 'pages', screen.id)), ...screen.page },
      words: sayAllowed(screen.words, options.speech),
    }))
  const pairs = world.joins
    .filter(({ owner }) => screens.some(({ table }) => table === owner))
    .map((join) => inferPairs(join, world))
  const directories = directoriesOf(
    tables.filter((table) => !isPair(table)),
    { ids, schema, told },
  )
  const files = await emitFiles({ screens, pairs, directories }, dir, options.force)
  if (!options.dryRun) await writeFiles(changedFiles(files), dir)
  return {
    screens,
    files,
    conflicts: files.filter((f) => f.conflicts.length > 0),
    notes: [...told.notes, ...screens.flatMap((s) => s.notes)],
    choices: [...told.choices, ...screens.flatMap((s) => s.choices)],
  }
}

const pageSchema = resolve(import.meta.dirname, '../docs/schemas/page.schema.json')

/** The way from a page's folder to the JSON Schema that editors read: that of the Kontor that generates it, wherever the workspace is. */
function schemaFrom(folder: string): string {
  return relative(resolve(folder), pageSchema).replaceAll('\\', '/')
}

/** Ids of screens: those of tables generated before stay. */
function idsOf(asked: readonly TableFacts[], before: ReadonlyMap<string, string | null>, schema: Schema): Map<string, string> {
  const ids = screenIds(
    asked.map(({ name }) => name),
    schema,
  )
  for (const [table, id] of before) if (id !== null && !ids.has(table)) ids.set(table, id)
  return ids
}

/** The facts of a table that a page can name. */
function usable(name: string, facts: ReadonlyMap<string, TableFacts>, notes: string[]): TableFacts[] {
  const table = facts.get(name)
  if (!table) throw new Error(`no such table "${name}"; ${suggest(name, [...facts.keys()])}`)
  for (const each of table.leftOut ?? []) notes.push(`${name}: PostgreSQL may not keep "${each}", left out`)
  if (tableName.test(name)) return [table]
  notes.push(`"${name}": not a name a page can use, left out`)
  return []
}

function refuseSecond(table: string, ids: ReadonlyMap<string, string>, schema: Schema): void {
  const owner = [...schema.pages.values()].find((p) => p.entity.table === table && p.id !== ids.get(table))
  if (owner) throw new Error(`the table "${table}" has the screen ${owner.id} already`)
}

/** Screens that there are, and what their rows are called by: of what the page may show. */
function knownTables(facts: ReadonlyMap<string, TableFacts>, schema: Schema): Map<string, KnownTable> {
  const known = new Map<string, KnownTable>()
  for (const { id, area, entity } of schema.pages.values()) {
    const table = facts.get(entity.table)
    if (!table || !entity.key || entity.keyParts || area === 'user' || known.has(entity.table)) continue
    const isShown = ({ name }: { name: string }) => {
      const field = entity.fields[name]
      return field?.store != null && !field.secret && !field.mask
    }
    known.set(entity.table, { page: id, ...labelOf(table, isShown), key: entity.key, ...(entity.tree ? { isTree: true } : {}) })
  }
  return known
}

function directoriesOf(
  tables: readonly TableFacts[],
  { ids, schema, told }: { ids: ReadonlyMap<string, string>; schema: Schema; told: { choices: Choice[] } },
): MenuDirectory[] {
  const groups = menuGroups(tables)
  const names = directoryNames(groups, ids, schema)
  return groups.map(({ title, titleChinese, icon, tables: own, because }, i) => {
    told.choices.push({ of: 'menu', rule: 'directory', made: `${title}: ${own.join(', ')}`, because })
    return { name: names[i] ?? '', title: titleChinese, title_en: title, icon, entries: own.map((table) => ids.get(table) ?? '') }
  })
}
