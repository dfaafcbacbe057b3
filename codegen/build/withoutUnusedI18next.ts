import type { Plugin } from 'vite'

/**
 * Leaves the part of i18next out of the browser's bundle that asks a backend for words (1 kB gz): Kontor loads its words itself and hands
 * them over. Throws where i18next has another form than the one this was written for.
 */
export function withoutUnusedI18next(): Plugin {
  return {
    name: 'kontor-without-unused-i18next',
    apply: 'build',
    transform(code, id) {
      if (!id.replaceAll('\\', '/').endsWith('/i18next/dist/esm/i18next.js')) return null
      const connector = /^class Connector extends EventEmitter \{\n[\s\S]*?^\}$/m
      if (!connector.test(code)) throw new Error(`${id} has no class Connector: see codegen/build/withoutUnusedI18next.ts`)
      return { code: code.replace(connector, withoutBackend), map: null }
    },
  }
}

/** What i18next does without a backend: nothing is waited for. */
const withoutBackend = `class Connector extends EventEmitter {
  state = {}
  load(languages, namespaces, callback) { callback() }
  reload(languages, namespaces, callback) { callback() }
}`
