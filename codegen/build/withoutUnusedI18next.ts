import type { Plugin } from 'vite'

/**
 * Leaves the parts of i18next out of the browser's bundle that ask a backend for words, and that write values by a format named in a text
 * (2 kB gz): Kontor loads its words itself and hands them over, and writes numbers and times itself. Throws where i18next has another form
 * than the one this was written for.
 */
export function withoutUnusedI18next(): Plugin {
  return {
    name: 'kontor-without-unused-i18next',
    apply: 'build',
    transform(code, id) {
      if (!id.replaceAll('\\', '/').endsWith('/i18next/dist/esm/i18next.js')) return null
      return { code: Object.entries(replacements).reduce((text, each) => replaced(text, each, id), code), map: null }
    },
  }
}

function replaced(code: string, [name, by]: [string, string], id: string): string {
  const whole = new RegExp(`^class ${name}( extends EventEmitter)? \\{\\n[\\s\\S]*?^\\}$`, 'm')
  if (!whole.test(code)) throw new Error(`${id} has no class ${name}: see codegen/build/withoutUnusedI18next.ts`)
  return code.replace(whole, `class ${name}$1 {${by}}`)
}

/** What classes do instead: without a backend nothing is waited for, without formats values stay as they are. */
const replacements: Readonly<Record<string, string>> = {
  Connector: `
  state = {}
  load(languages, namespaces, callback) { callback() }
  reload(languages, namespaces, callback) { callback() }
`,
  Formatter: `
  format(value) { return value }
`,
}
