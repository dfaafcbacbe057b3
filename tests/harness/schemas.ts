import { cpSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { loadSchema } from '../../codegen/load/pages.ts'
import { firstPartyModules } from '../../codegen/load/schemaSources.ts'
import type { Schema } from '../../codegen/schema/schema.ts'
import { SchemaError } from '../../src/schemas/language/issue.ts'

/** What of a module is data. */
const data = new Set(['module.json', 'glossary.json', 'pages', 'entities', 'words', 'menus', 'overlays'])

let product: Promise<Schema> | undefined

/** The schemas of the product, read once per worker: to read and check them takes most of the start of a server. */
export function productSchema(): Promise<Schema> {
  product ??= loadSchema().then(({ schema, issues }) => {
    if (issues.length > 0) throw new SchemaError(issues)
    return schema
  })
  return product
}

/**
 * Copies the schemas of the product: those of the platform into `dir`, those of modules below it, so that each file is where findings say
 * (`modules/shop/pages/…`). Returns the folders to read them from.
 */
export function copySchemas(dir: string): string[] {
  cpSync('src/schemas', dir, { recursive: true })
  for (const module of firstPartyModules())
    for (const name of readdirSync(join('modules', module)))
      if (data.has(name)) cpSync(join('modules', module, name), join(dir, 'modules', module, name), { recursive: true })
  return schemasIn(dir)
}

/** The folders of schemas copied to `dir`. */
export function schemasIn(dir: string): string[] {
  return [dir, ...firstPartyModules().map((module) => join(dir, 'modules', module))]
}
