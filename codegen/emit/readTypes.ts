import type { Field } from '../../src/schemas/field.ts'
import type { ColumnDefinition } from '../../src/schemas/language/entity/entity.ts'
import { computeOf, readsOf } from '../../src/schemas/language/entity/virtual/compute.ts'
import { fieldSchema } from '../../src/schemas/language/form/formSchema.ts'
import type { Page } from '../../src/schemas/language/page.ts'
import { type RowType, typeOfSchema, typeText, type ValueType } from './rowTypes.ts'

/** What the functions of a page get of a row, by the name of the function. */
export type PageReads = Readonly<Record<string, RowType>>

/** By function of the page's computed fields: the model values of the fields that it reads. Two fields of one function read the same. */
export function readsOfPage(page: Page, columns: readonly ColumnDefinition[]): PageReads {
  const reads: Record<string, RowType> = {}
  for (const field of Object.values(page.fields)) {
    const name = computeOf(field)?.compute
    if (name === undefined) continue
    const rows = readsOf(field).flatMap((each): [string, ValueType][] => {
      const read = page.entity.fields[each]
      return read ? [[each, modelType(read, columns)]] : []
    })
    reads[name] = { ...reads[name], ...Object.fromEntries(rows) }
  }
  return reads
}

/** What the model holds for a field: what the schema of its values says, and null where the column may be empty. */
export function modelType(field: Field, columns: readonly ColumnDefinition[]): ValueType {
  const type = typeOfSchema(fieldSchema(field, true))
  return columns.find(({ name }) => name === field.name)?.nullable ? { ...type, nullable: true } : type
}

/**
 * The text of a reads.generated.ts: one member for each page of the folder of schemas that has computed fields, in the order of their ids. Rows are interfaces: those
 * do not pass for a row of any fields (`Row`), in which every name could be read.
 */
export function readTypes(pages: ReadonlyMap<string, PageReads>, folder: string): string {
  const sorted = [...pages].filter(([, reads]) => Object.keys(reads).length > 0).sort(([a], [b]) => (a < b ? -1 : 1))
  const members = sorted.map(([id, reads]) => {
    const lines = Object.keys(reads).map((name) => `    ${name}: ${nameOf(id, name)}\n`)
    return `  '${id}': {\n${lines.join('')}  }\n`
  })
  const rows = sorted.flatMap(([id, reads]) => Object.entries(reads).map(([name, row]) => rowText(nameOf(id, name), row)))
  return `${head(folder)}${members.join('')}}\n${rows.join('')}`
}

const head = (
  folder: string,
) => `// Written by \`npm run docs\` from the computed fields of ${folder}/pages. Change their "reads", then run it again.

/** What the functions of computed fields get of each row, by page and function: model values of the fields that they declare. */
export interface Reads {
`

/** `auth/admin`, `groupNames` → `AuthAdminGroupNames`. */
function nameOf(id: string, name: string): string {
  return [...id.split('/'), name].map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`).join('')
}

function rowText(name: string, row: RowType): string {
  const members = Object.entries(row).map(([field, type]) => `  readonly ${field}: ${typeText(type)}\n`)
  return `\ninterface ${name} {\n${members.join('') || '  readonly [none: string]: never\n'}}\n`
}
