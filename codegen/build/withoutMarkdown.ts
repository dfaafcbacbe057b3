import type { Plugin } from 'vite'

const id = '\0kontor:markdown-to-jsx'

/**
 * Leaves the Markdown parser out of the browser's bundle (28 kB gz). rjsf imports it for rich descriptions, which Kontor's forms do not
 * have: words are plain text.
 */
export function withoutMarkdown(): Plugin {
  return {
    name: 'kontor-without-markdown',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source) => (source === 'markdown-to-jsx' || source.startsWith('markdown-to-jsx/') ? id : undefined),
    load: (each) => (each === id ? 'export const Markdown = ({ children }) => children ?? null' : undefined),
  }
}
