import type { Plugin } from 'vite'

/**
 * Builds the browser's bundle with react-router's code for production, which its package keeps beside the one for development but offers by
 * no name: the same without the warnings to developers.
 */
export function routerForProduction(): Plugin {
  return {
    name: 'kontor-router-for-production',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      if (source !== 'react-router' && source !== 'react-router/dom') return null
      const found = await this.resolve(source, importer, { ...options, skipSelf: true })
      return found && { ...found, id: found.id.replace(/([\\/]dist[\\/])development([\\/])/, '$1production$2') }
    },
  }
}
