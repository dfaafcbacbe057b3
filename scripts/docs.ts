import { readFile, writeFile } from 'node:fs/promises'
import { menuSchema } from '../codegen/emit/menuSchema.ts'
import { overlaySchema } from '../codegen/emit/overlaySchema.ts'
import { pageSchema } from '../codegen/emit/pageSchema.ts'
import { type PageReads, readsOfPage, readTypes } from '../codegen/emit/readTypes.ts'
import { type RowType, rowTypeOf, rowTypes } from '../codegen/emit/rowTypes.ts'
import { schemaReference } from '../codegen/emit/schemaReference.ts'
import { loadSchema } from '../codegen/load/pages.ts'
import { columnsOf } from '../server/core/db/columns.ts'
import { settingRows } from '../server/core/settings.ts'
import { SchemaError } from '../src/schemas/language/issue.ts'

/** Every generated file with the text it should have; README.md is generated between its marks only. */
export async function generatedFiles(): Promise<[path: string, text: string][]> {
  return [
    ['page.schema.json', `${JSON.stringify(pageSchema(), null, 1)}\n`],
    ['menu.schema.json', `${JSON.stringify(menuSchema(), null, 1)}\n`],
    ['overlay.schema.json', `${JSON.stringify(overlaySchema(), null, 1)}\n`],
    ['docs/schema.md', schemaReference()],
    ['server/core/rows.generated.ts', rowTypes(await tableRows())],
    ['server/crud/reads.generated.ts', readTypes(await pageReads())],
    ['README.md', withSettings(await readFile('README.md', 'utf8'))],
  ]
}

/** The type of a row of every table, by name. Throws a SchemaError for faults of the pages. */
export async function tableRows(): Promise<Map<string, RowType>> {
  const { schema, issues } = await loadSchema()
  if (issues.length > 0) throw new SchemaError(issues)
  return new Map([...schema.entities].map(([table, entity]) => [table, rowTypeOf(entity, columnsOf(entity))]))
}

/** What the computed fields of every page read, by the page's id. Throws a SchemaError for faults of the pages. */
async function pageReads(): Promise<Map<string, PageReads>> {
  const { schema, issues } = await loadSchema()
  if (issues.length > 0) throw new SchemaError(issues)
  return new Map([...schema.pages].map(([id, page]) => [id, readsOfPage(page, columnsOf(page.entity))]))
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
