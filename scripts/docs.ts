import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { type ActionTypes, actionsOfPage, actionTypes } from '../codegen/emit/actionTypes.ts'
import { glossaryText } from '../codegen/emit/glossaryText.ts'
import { menuSchema } from '../codegen/emit/menuSchema.ts'
import { moduleSchema } from '../codegen/emit/moduleSchema.ts'
import { type NamedOptions, namedOptions, optionConstants } from '../codegen/emit/optionConstants.ts'
import { overlaySchema } from '../codegen/emit/overlaySchema.ts'
import { pageSchema } from '../codegen/emit/pageSchema.ts'
import { type PageReads, readsOfPage, readTypes } from '../codegen/emit/readTypes.ts'
import { type RowType, rowTypeOf, rowTypes } from '../codegen/emit/rowTypes.ts'
import { schemaReference } from '../codegen/emit/schemaReference.ts'
import { schemaText } from '../codegen/emit/schemaText.ts'
import { wordsSchema } from '../codegen/emit/wordsSchema.ts'
import { readFolders } from '../codegen/load/folders.ts'
import { readGlossaries } from '../codegen/load/glossary.ts'
import { type Loaded, loadSchema } from '../codegen/load/pages.ts'
import { firstPartyModules, schemaSources } from '../codegen/load/schemaSources.ts'
import { columnsOf } from '../server/core/db/columns.ts'
import { settingRows } from '../server/core/settings.ts'
import { type Issue, SchemaError } from '../src/schemas/language/issue.ts'

/** Every generated file with the text it should have; README.md is generated between its marks only. */
export async function generatedFiles(): Promise<[path: string, text: string][]> {
  return [
    ['docs/schemas/page.schema.json', schemaText(pageSchema())],
    ['docs/schemas/menu.schema.json', schemaText(menuSchema())],
    ['docs/schemas/module.schema.json', schemaText(moduleSchema())],
    ['docs/schemas/words.schema.json', schemaText(wordsSchema())],
    ['docs/schemas/overlay.schema.json', schemaText(overlaySchema())],
    ['docs/schema.md', schemaReference()],
    ['docs/glossary.md', await glossary()],
    ...(await generatedTypes()),
    ['README.md', withSettings(await readFile('README.md', 'utf8'))],
  ]
}

async function glossary(): Promise<string> {
  const issues: Issue[] = []
  const found = await readGlossaries(await readFolders(schemaSources(firstPartyModules()), issues), issues)
  if (issues.length > 0) throw new SchemaError(issues)
  return glossaryText(found.map(([file, each]) => [/^modules\/(\w+)\//.exec(file.name)?.[1] ?? 'Platform', each]))
}

/** Types of rows, of what computed fields read and of what actions get: of the platform's schemas, and of each module's, whichever modules are on. */
async function generatedTypes(): Promise<[path: string, text: string][]> {
  const platform = await load([])
  const own: [path: string, text: string][] = [
    ['server/core/rows.generated.ts', rowTypes(rowsOf(platform), 'src/schemas')],
    ['server/crud/reads.generated.ts', readTypes(readsOf(platform), 'src/schemas')],
    [
      'server/crud/actions.generated.ts',
      actionTypes(actionsOf(platform), { folder: 'src/schemas', rowsOf: () => '../core/rows.generated.ts' }),
    ],
  ]
  for (const module of firstPartyModules().filter((name) => existsSync(`modules/${name}/server`))) {
    const all = await load([module])
    const folder = `modules/${module}`
    const rows = changed(rowsOf(all), rowsOf(platform))
    const rowsFile = (table: string) => (rows.has(table) ? './rows.generated.ts' : '../../../server/core/rows.generated.ts')
    own.push([`${folder}/server/rows.generated.ts`, rowTypes(rows, folder)])
    own.push([`${folder}/server/options.generated.ts`, optionConstants(changed(optionsOf(all), optionsOf(platform)), folder)])
    own.push([`${folder}/server/reads.generated.ts`, readTypes(changed(readsOf(all), readsOf(platform)), folder)])
    const actions = changed(actionsOf(all), actionsOf(platform))
    own.push([`${folder}/server/actions.generated.ts`, actionTypes(actions, { folder, rowsOf: rowsFile })])
  }
  return own
}

/** What is not there, or otherwise, without the module: its own, and what its overlays extend. */
function changed<T>(all: ReadonlyMap<string, T>, platform: ReadonlyMap<string, T>): Map<string, T> {
  return new Map([...all].filter(([name, value]) => JSON.stringify(platform.get(name)) !== JSON.stringify(value)))
}

/** The schema with these modules. Throws a SchemaError for faults of the pages. */
async function load(modules: readonly string[]): Promise<Loaded['schema']> {
  const { schema, issues } = await loadSchema(schemaSources(modules))
  if (issues.length > 0) throw new SchemaError(issues)
  return schema
}

/** The type of a row of every table with all modules on, by name. Throws a SchemaError for faults of the pages. */
export async function tableRows(): Promise<Map<string, RowType>> {
  return rowsOf(await load(firstPartyModules()))
}

function rowsOf(schema: Loaded['schema']): Map<string, RowType> {
  return new Map([...schema.entities].map(([table, entity]) => [table, rowTypeOf(entity, columnsOf(entity))]))
}

/** The named options of the fields of every table that has some, by the table's name. */
function optionsOf(schema: Loaded['schema']): Map<string, Record<string, NamedOptions>> {
  const tables = [...schema.entities].map(([table, entity]) => [table, namedOptions(entity)] as const)
  return new Map(tables.filter(([, fields]) => Object.keys(fields).length > 0))
}

/** What the computed fields of every page read, by the page's id. */
function readsOf(schema: Loaded['schema']): Map<string, PageReads> {
  return new Map([...schema.pages].map(([id, page]) => [id, readsOfPage(page, columnsOf(page.entity))]))
}

/** What the actions of every page get, by the page's id; pages without actions are left out. */
function actionsOf(schema: Loaded['schema']): Map<string, Record<string, ActionTypes>> {
  const pages = [...schema.pages].map(([id, page]) => [id, actionsOfPage(page, columnsOf(page.entity))] as const)
  return new Map(pages.filter(([, actions]) => Object.keys(actions).length > 0))
}

function withSettings(readme: string): string {
  const rows = settingRows.map(
    (row) => `| \`${row.name}\` | ${row.default ? `\`${row.default}\`` : '–'} | ${row.what} Allowed: ${row.allowed}. |\n`,
  )
  return readme.replace(
    /(<!-- settings -->\n)[\s\S]*?(<!-- \/settings -->)/,
    (_, start: string, end: string) => `${start}${tableHead}${rows.join('')}${end}`,
  )
}

const tableHead = '| variable | default | meaning |\n| --- | --- | --- |\n'

// npm run docs            writes the generated files
// npm run docs -- --check says which of them are not what would be generated
if (import.meta.main) {
  const check = process.argv.includes('--check')
  const files = await generatedFiles().catch((error: unknown) => {
    if (!(error instanceof SchemaError)) throw error
    console.error(error.message)
    process.exitCode = 1
    return []
  })
  for (const [path, text] of files) {
    const before = await readFile(path, 'utf8').catch(() => '')
    if (before === text) continue
    if (!check) await writeFile(path, text)
    console.log(`${check ? 'out of date, run npm run docs' : 'wrote'}: ${path}`)
    if (check) process.exitCode = 1
  }
}
