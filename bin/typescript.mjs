// Node runs TypeScript by itself, but not of installed packages. Where Kontor is one, its types are taken away here, as Node does elsewhere.
import { readFileSync } from 'node:fs'
import { registerHooks, stripTypeScriptTypes } from 'node:module'
import { fileURLToPath } from 'node:url'

const own = new URL('..', import.meta.url).href

registerHooks({
  load(url, context, next) {
    if (!url.startsWith(own) || !new URL(url).pathname.endsWith('.ts')) return next(url, context)
    const source = stripTypeScriptTypes(readFileSync(fileURLToPath(url), 'utf8'))
    return { format: 'module', source, shortCircuit: true }
  },
})
