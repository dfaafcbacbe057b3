import { isObject } from '../../src/schemas/isObject.ts'
import type { Entity } from '../../src/schemas/language/entity/entity.ts'
import { parseEntity, parseEntityFile } from '../../src/schemas/language/entity/parseEntity.ts'
import { type Issue, issueAt } from '../../src/schemas/language/issue.ts'
import type { Page } from '../../src/schemas/language/page.ts'
import { type PageSurroundings, parsePage } from '../../src/schemas/language/parsePage.ts'
import { causesOf, type Read } from '../check/faults/causes.ts'
import { doubtsOfPages } from '../check/faults/doubts.ts'
import { checkReferences } from '../check/references.ts'
import { isDoubted, runRules } from '../check/rules.ts'
import { checkNarrower, checkNarrowerTable } from '../overlay/narrow.ts'
import { makePauses } from '../schema/pauses.ts'
import type { JsonFile } from '../schema/readJson.ts'
import type { Schema } from '../schema/schema.ts'
import { type Folder, foldersOf, misplaced, optionSourcesOf, readFolders } from './folders.ts'
import { readMenus } from './menus.ts'
import { entriesOfWorkspace } from './ownMenu.ts'
import { barePageOnce, entityOnce, pageOnce, relatedOnce } from './parseOnce.ts'
import { withRelated } from './relatedFields.ts'
import type { SchemaDirs } from './schemaSources.ts'
import { readSources, type Source, type Sources } from './sources.ts'
import { loadWords } from './words.ts'

/** What came of reading all schemas. */
export interface Loaded {
  schema: Schema
  issues: Issue[]
  warnings: Issue[]
  /** The schema folder of each page, and of the owner of each table. */
  places: { pages: ReadonlyMap<string, string>; tables: ReadonlyMap<string, string> }
}

interface Loading {
  issues: Issue[]
  folders: readonly Folder[]
  /** The folder of each page that could be read as JSON, by id. */
  folderOf: ReadonlyMap<string, Folder>
  pages: Map<string, { page: Page; file: JsonFile }>
  entities: Map<string, Entity>
  /** Tables of pages that are still to be parsed. */
  foreseen: Map<string, Entity>
  /** Pages that cannot be read, by id; and those that can, with findings. */
  broken: Set<string>
  faulty: Set<string>
  /** Files of tables without a page of their own. */
  files: Map<string, JsonFile>
  /** By table, the file that owns it, and the page's id if it is that of a page. */
  owners: Map<string, Owner>
  /** Pages and tables with overlays as they are without. */
  base: Map<string, Page>
  baseEntities: Map<string, Entity>
}

/** The file that a table belongs to. */
interface Owner {
  name: string
  /** The folder of schemas. */
  dir: string
  page: string | undefined
}

/**
 * Reads and checks all schemas of the folders as one (defaults: codegen/load/schemaSources.ts). Never throws for faults of schemas: they
 * are all in `issues`; callers that need faultless ones throw `new SchemaError(issues)`. `warnings` are what could not be proven and are
 * not fatal.
 */
export async function loadSchema(dirs?: SchemaDirs): Promise<Loaded> {
  const issues: Issue[] = []
  const folders = await readFolders(foldersOf(dirs), issues)
  const { pages: read, tables, overlays } = await readSources(folders, issues)
  const loading: Loading = {
    issues,
    folders,
    folderOf: new Map(read.map(({ id, folder }) => [id, folder])),
    pages: new Map(),
    entities: new Map(),
    foreseen: new Map(),
    broken: new Set(),
    faulty: new Set(),
    files: new Map(),
    owners: new Map(),
    base: new Map(),
    baseEntities: new Map(),
  }
  const pause = makePauses()
  for (const table of tables) {
    addEntity(table, loading)
    await pause()
  }
  for (const { file } of read) {
    collectTableStubs(file, loading)
    await pause()
  }
  for (const page of inOrder(read)) {
    addPage(page, loading)
    await pause()
  }
  const pages = resolveRelated(loading)
  const { menus, files: menuFiles, unreadable } = await readMenus(folders, issues)
  menus.admin = [...menus.admin, ...(await entriesOfWorkspace(folders, pages, loading.folderOf, menus.admin))]
  const found: Issue[] = []
  const files = new Map([...loading.pages].map(([id, { file }]) => [id, file]))
  const words = await loadWords(folders, pages, found, {
    folderOf: (id) => loading.folderOf.get(id),
    words: overlays.words,
    base: loading.base,
    files,
    tables: loading.files,
  })
  const schema: Schema = { pages, entities: loading.entities, menus, words, optionSources: optionSourcesOf(folders) }
  const known = { ...schema, entities: new Map([...loading.foreseen, ...loading.entities]) }
  const meaning: Issue[] = []
  await checkReferences(known, loading.pages, { files: menuFiles, isWhole: !unreadable }, meaning)
  const faulty = { doubts: doubtsOfPages(issues, pages), menu: unreadable, isBroken: loading.broken.size > 0 }
  await runRules({ schema: known, pages: files, entities: loading.files }, (page, rule) => isDoubted(rule, page, faulty), meaning)
  const own = causesOf({ structure: issues, meaning, words: found }, whatWasRead({ pages: read, tables }, pages, loading))
  const of = (severity: Issue['severity']) => own.filter((each) => each.severity === severity)
  return { schema, issues: of('error'), warnings: of('warning'), places: placesOf(loading) }
}

function placesOf({ folderOf, owners }: Loading): Loaded['places'] {
  return {
    pages: new Map([...folderOf].map(([id, { dir }]) => [id, dir])),
    tables: new Map([...owners].map(([table, { dir }]) => [table, dir])),
  }
}

/** What is known of the sources, for telling causes from what follows from them. */
function whatWasRead(
  { pages: read, tables }: Omit<Sources, 'overlays'>,
  pages: ReadonlyMap<string, Page>,
  loading: Loading,
): Read {
  const { owners, entities, foreseen, broken, files } = loading
  const written = new Map(read.map(({ id, file }) => [id, file.value]))
  const known = (table: string) => entities.get(table) ?? foreseen.get(table)
  const isWhole = (table: string) => {
    const id = owners.get(table)?.page
    const json = id === undefined ? files.get(table)?.value : written.get(id)
    return Object.keys((isObject(json) && json.fields) || {}).every((name) => known(table)?.fields[name])
  }
  const hasLostTable = ({ id, file }: Source) =>
    broken.has(id) && !isDashboard(file) && !usesTable(file.value) && !foreseenIn.get(file)
  const isTableLost = read.some(hasLostTable) || tables.some(({ id }) => !entities.has(id))
  return {
    pages,
    ownerOf: (table) => owners.get(table)?.page,
    isBorrowed: (table) => !entities.has(table) && (foreseen.has(table) || isTableLost),
    isUnresolved: (table) => (known(table) ? !isWhole(table) : isTableLost),
    broken,
    written,
  }
}

const none = () => undefined

/** A table without a page of its own. */
function addEntity({ id, file, base, folder }: Source, loading: Loading): void {
  const read = (json: unknown, issues: Issue[]) => {
    const result = parseEntityFile(json, issues)
    if (result && result.table !== id)
      issues.push(issueAt(['table'], `the file is called ${id}.json`, 'name file and table alike'))
    return result
  }
  const before = loading.issues.length
  const entity = entityOnce(file, { entityOf: none, issues: loading.issues, make: (_, issues) => parsed(file, issues, read) })
  if (!entity) return
  owned(entity, { file, folder, page: undefined }, loading)
  loading.files.set(entity.table, file)
  const own: Issue[] = []
  const without = base && entityOnce(base, { entityOf: none, issues: own, make: (_, issues) => parsed(base, issues, read) })
  if (loading.issues.length === before) loading.issues.push(...own)
  if (!without) return
  loading.baseEntities.set(entity.table, without)
  checkNarrowerTable(without, entity, (path, what, fix) => loading.issues.push(file.locate(issueAt(path, what, fix))))
}

/** What `foresee` found in a file: it stands there alone, so it is the same each time. */
const foreseenIn = new WeakMap<JsonFile, Entity | null>()

/** Tables of pages are known to all pages before the first is parsed: conditions name their fields. `addPage` reports faults. */
function collectTableStubs(file: JsonFile, loading: Loading): void {
  const known = foreseenIn.get(file)
  const found = known === undefined ? foreseeTable(file) : known
  foreseenIn.set(file, found)
  if (found) loading.foreseen.set(found.table, found)
}

function foreseeTable(file: JsonFile): Entity | null {
  const { entity, fields } = isObject(file.value) ? file.value : {}
  if (!isObject(entity) || 'use' in entity || (fields !== undefined && !isObject(fields))) return null
  // With a fault in its options the table still has its fields for whoever reads them: they are not to blame.
  return parseEntity(entity, fields ?? {}, [], []) ?? parseEntity({ table: entity.table }, fields ?? {}, [], []) ?? null
}

/** By id, and whoever reads of others after them: pages that own their table, those that use one, dashboards. */
function inOrder(read: readonly Source[]): Source[] {
  const round = (file: JsonFile) => (isDashboard(file) ? 2 : Number(usesTable(file.value)))
  return [...read].sort((a, b) => round(a.file) - round(b.file) || (a.id < b.id ? -1 : 1))
}

/** Is it a page that reads of other pages? */
function isDashboard({ value }: JsonFile): boolean {
  return isObject(value) && value.kind === 'dashboard'
}

/** Does the page say `"entity": { "use": … }`? */
function usesTable(json: unknown): boolean {
  return isObject(json) && isObject(json.entity) && 'use' in json.entity
}

function addPage({ id, file, base, folder }: Source, loading: Loading): void {
  const entityOf = (table: string) => loading.entities.get(table) ?? loading.foreseen.get(table)
  const before = loading.issues.length
  const page = isDashboard(file)
    ? parsed(file, loading.issues, (json, issues) => parsePage(id, json, { entityOf, targets: targetsIn(loading) }, issues))
    : pageOnce(file, {
        entityOf,
        issues: loading.issues,
        make: (get, found) => parsed(file, found, (json, issues) => parsePage(id, json, get, issues)),
      })
  const place = misplaced(id, 'page', folder, loading.folders)
  if (place) loading.issues.push(file.locate(issueAt([], place.what, place.fix)))
  if (!page) {
    loading.broken.add(id)
    return
  }
  if (loading.issues.length > before) loading.faulty.add(id)
  loading.pages.set(id, { page, file })
  // What an overlay may narrow is measured by a page that is right without it, and without the overlays of its table.
  const own: Issue[] = []
  const bareTable = usesTable(file.value) ? loading.baseEntities.get(page.entity.table) : undefined
  const isLaid = base !== undefined || bareTable !== undefined
  const without = isLaid ? parsedBare({ id, file: base ?? file }, loading, own) : undefined
  if (loading.issues.length === before) loading.issues.push(...own)
  if (without) {
    loading.base.set(id, without)
    checkNarrower(without, page, (path, what, fix) => loading.issues.push(file.locate(issueAt(path, what, fix))))
  }
  if (page.entity.table !== '' && !usesTable(file.value)) owned(page.entity, { file, folder, page: id }, loading)
}

/** What pages that read of others may name so far. */
function targetsIn({ pages, entities, foreseen, broken, faulty }: Loading) {
  return {
    pages: new Map([...pages].map(([id, { page }]) => [id, page])),
    tables: new Map([...foreseen, ...entities]),
    broken,
    faulty,
  }
}

function parsedBare({ id, file }: Pick<Source, 'id' | 'file'>, loading: Loading, issues: Issue[]): Page | undefined {
  const entityOf = (table: string) =>
    loading.baseEntities.get(table) ?? loading.entities.get(table) ?? loading.foreseen.get(table)
  const read = (from: PageSurroundings | PageSurroundings['entityOf'], found: Issue[]) =>
    parsed(file, found, (json, own) => parsePage(id, json, from, own))
  if (isDashboard(file)) return read({ entityOf, targets: targetsIn(loading) }, issues)
  return barePageOnce(file, { entityOf, issues, make: read })
}

function owned(entity: Entity, by: { file: JsonFile; folder: Folder; page: string | undefined }, loading: Loading): void {
  const { table } = entity
  const { file, folder, page } = by
  const report = (path: Issue['path'], what: string, fix: string) => loading.issues.push(file.locate(issueAt(path, what, fix)))
  const owner = loading.owners.get(table)
  const place = misplaced(table, 'table', folder, loading.folders)
  if (owner) report(['entity'], `the table "${table}" belongs to ${owner.name} already`, 'use { "use": "…" }')
  else {
    const at = page === undefined ? ['table'] : ['entity', 'table']
    const isNamed = !loading.issues.some((issue) => issue.file === file.name && issue.path.join('.') === at.join('.'))
    if (place && isNamed) report(at, place.what, place.fix)
    loading.owners.set(table, { name: file.name, dir: folder.dir, page })
    loading.entities.set(table, entity)
  }
}

/** Runs a parser over a file's value; its findings get the file's places. */
function parsed<T>(file: JsonFile, issues: Issue[], parse: (json: unknown, issues: Issue[]) => T | undefined): T | undefined {
  if (file.issues.length > 0) {
    issues.push(...file.issues)
    return undefined
  }
  const found: Issue[] = []
  const result = parse(file.value, found)
  issues.push(...found.map(file.locate))
  return result
}

/** Pages with the fields of other tables that they show, search or nest (`user.nickname`, `lines.title`). */
function resolveRelated(loading: Loading): Map<string, Page> {
  const entityOf = (name: string) => loading.entities.get(name) ?? loading.foreseen.get(name)
  const whole = (page: Page) => relatedOnce(page, { entityOf, issues: loading.issues, make: (get) => withRelated(page, { get }) })
  for (const [id, page] of loading.base) loading.base.set(id, whole(page))
  const sorted = [...loading.pages].sort(([a], [b]) => (a < b ? -1 : 1))
  return new Map(sorted.map(([id, { page }]) => [id, whole(page)]))
}
