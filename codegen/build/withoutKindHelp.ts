import type { Plugin } from 'vite'

/** Leaves the help of the kinds, which is for authors of schemas and their documents, out of the browser's bundle. */
export function withoutKindHelp(): Plugin {
  return {
    name: 'kontor-without-kind-help',
    apply: 'build',
    enforce: 'pre',
    transform: (code, id) => (/\/src\/schemas\/kinds\/\w+\.ts$/.test(id) ? stripHelp(code) : null),
  }
}

/** The source of a kind without its help. */
export function stripHelp(code: string): string {
  return code.replace(/\bhelp:\s*'(?:[^'\\]|\\.)*',?/g, '')
}
