import type { Plugin } from 'vite'

/**
 * Leaves axios's adapter for `fetch` out of the browser's bundle: axios takes the one for XMLHttpRequest, which reports the progress of
 * uploads, wherever it exists, and that is every browser.
 */
export function withoutFetchAdapter(): Plugin {
  return {
    name: 'kontor-without-fetch-adapter',
    apply: 'build',
    load: (id) => (/\/axios\/lib\/adapters\/fetch\.js$/.test(id.replaceAll('\\', '/')) ? stub : null),
  }
}

/** An adapter that is not there, as axios asks for it. */
const stub = 'export const getFetch = () => false; export default false'
