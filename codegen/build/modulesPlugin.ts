import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Plugin } from 'vite'
import { enabledModules } from '../load/schemaSources.ts'

const listModule = 'virtual:kontor/modules'
// Not below \0virtual:kontor/, which kontorPages loads.
const resolved = '\0kontor-modules.js'

/**
 * Importing `virtual:kontor/modules` yields the browser halves (`modules/<name>/browser/module.ts`) of the modules that are on, in their
 * order. A module that is off is imported by nobody, so nothing of it is in the bundle.
 */
export function kontorModules(env: NodeJS.ProcessEnv = process.env): Plugin {
  return {
    name: 'kontor-modules',
    resolveId: (id) => (id === listModule ? resolved : undefined),
    load: (id) => (id === resolved ? { code: listOf(env), moduleType: 'js' } : undefined),
  }
}

function listOf(env: NodeJS.ProcessEnv): string {
  const files = enabledModules(env)
    .map((name) => resolve('modules', name, 'browser/module.ts').replaceAll('\\', '/'))
    .filter((file) => existsSync(file))
  const imports = files.map((file, i) => `import { browserModule as module${i} } from ${JSON.stringify(file)}`)
  return [...imports, `export default [${files.map((_, i) => `module${i}`).join(', ')}]`].join('\n')
}
