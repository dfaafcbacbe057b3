import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { enabledModules, schemaSources } from '../../../codegen/load/schemaSources.ts'

const root = resolve(import.meta.dirname, '../../..')

/** The product with other pages, in a directory of its own. */
export interface Variant {
  schemaDir: readonly string[]
  siteDir: string
  remove(): void
}

/**
 * Copies the schemas and changes JSON files of them: each path below src/schemas, or `modules/…`, with what changes its content; one that is
 * not there starts empty. The front end stays the product's: the server delivers pages with their words, so nothing is built.
 */
export async function buildVariant(changes: Record<string, (json: Record<string, unknown>) => void>): Promise<Variant> {
  const dir = mkdtempSync(join(tmpdir(), 'kontor-variant-'))
  for (const name of ['src/schemas', 'modules', 'package.json', 'dist'])
    cpSync(join(root, name), join(dir, name), { recursive: true })
  for (const [path, change] of Object.entries(changes)) {
    const file = join(dir, path.startsWith('modules/') ? '' : 'src/schemas', path)
    mkdirSync(dirname(file), { recursive: true })
    const json = JSON.parse(existsSync(file) ? readFileSync(file, 'utf8') : '{}') as Record<string, unknown>
    change(json)
    writeFileSync(file, JSON.stringify(json))
  }
  return {
    schemaDir: schemaSources(enabledModules(), dir),
    siteDir: join(dir, 'dist'),
    remove: () => rmSync(dir, { recursive: true, force: true }),
  }
}
