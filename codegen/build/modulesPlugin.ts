import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Plugin } from 'vite'
import { enabledModules } from '../load/schemaSources.ts'
import { workspacePlugins } from '../load/workspaceBrowser.ts'

const listModule = 'virtual:kontor/modules'
// Not below \0virtual:kontor/, which kontorPages loads.
const resolved = '\0kontor-modules.js'
const face = resolve(import.meta.dirname, '../../src/renderers/face.ts')

/**
 * Importing `virtual:kontor/modules` yields the browser halves (`modules/<name>/browser/module.ts`) of the modules that are on, in their
 * order, then that of the workspace (`browser/*`). A module that is off is imported by nobody, so nothing of it is in the bundle.
 * `kontor/plugin` is this Kontor's own face, wherever the workspace is.
 */
export function kontorModules(env: NodeJS.ProcessEnv = process.env): Plugin {
  return {
    name: 'kontor-modules',
    enforce: 'pre',
    // A workspace has no React of its own, or another one.
    config: () => ({ resolve: { dedupe: ['react', 'react-dom'] } }),
    resolveId: (id) => (id === listModule ? resolved : id === 'kontor/plugin' ? face : undefined),
    load: (id) => (id === resolved ? { code: listOf(env), moduleType: 'js' } : undefined),
  }
}

function listOf(env: NodeJS.ProcessEnv): string {
  const files = enabledModules(env)
    .map((name) => resolve('modules', name, 'browser/module.ts'))
    .filter((file) => existsSync(file))
  const plugins = workspacePlugins(env.KONTOR_WORKSPACE)
  const from = (file: string) => `from ${JSON.stringify(file.replaceAll('\\', '/'))}`
  const list = files.map((_, i) => `module${i}`)
  if (plugins.length > 0) list.push(`{ plugins: [${plugins.map((_, i) => `plugin${i}`).join(', ')}] }`)
  return [
    ...files.map((file, i) => `import { browserModule as module${i} } ${from(file)}`),
    ...plugins.map((file, i) => `import plugin${i} ${from(resolve(file))}`),
    `export default [${list.join(', ')}]`,
  ].join('\n')
}
