import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { build } from 'vite'
import { enabledModules, schemaSources } from '../../../codegen/load/schemaSources.ts'

const root = resolve(import.meta.dirname, '../../..')

/** The product with other pages, in a directory of its own. */
export interface Variant {
  schemaDir: readonly string[]
  siteDir: string
  remove(): void
}

/** Builds the front end with changed JSON files: each path below src/schemas, or `modules/…`, with what changes its content; one that is not there starts empty. */
export async function buildVariant(changes: Record<string, (json: Record<string, unknown>) => void>): Promise<Variant> {
  const dir = mkdtempSync(join(tmpdir(), 'kontor-variant-'))
  for (const name of ['src', 'modules', 'codegen', 'public', 'index.html', 'vite.config.ts', 'package.json', 'tsconfig.json'])
    cpSync(join(root, name), join(dir, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(dir, 'node_modules'))
  for (const [path, change] of Object.entries(changes)) {
    const file = join(dir, path.startsWith('modules/') ? '' : 'src/schemas', path)
    mkdirSync(dirname(file), { recursive: true })
    const json = JSON.parse(existsSync(file) ? readFileSync(file, 'utf8') : '{}') as Record<string, unknown>
    change(json)
    writeFileSync(file, JSON.stringify(json))
  }
  const before = process.cwd()
  process.chdir(dir) // the plugin of pages reads src/schemas of where it runs
  try {
    await build({ root: dir, configFile: join(dir, 'vite.config.ts'), logLevel: 'error' })
  } finally {
    process.chdir(before)
  }
  return {
    schemaDir: schemaSources(enabledModules(), dir),
    siteDir: join(dir, 'dist'),
    remove: () => rmSync(dir, { recursive: true, force: true }),
  }
}
