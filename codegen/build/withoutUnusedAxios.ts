import type { Plugin } from 'vite'

/**
 * Leaves the parts of axios out of the browser's bundle that Kontor never calls. The adapter for `fetch`: axios takes the one for
 * XMLHttpRequest, which reports the progress of uploads, wherever it exists, and that is every browser. Then its list of status codes, its
 * older way to cancel (calls are cancelled by an AbortSignal), and forms sent as JSON (a form is sent as multipart).
 */
export function withoutUnusedAxios(): Plugin {
  return {
    name: 'kontor-without-unused-axios',
    apply: 'build',
    load: (id) => replacements[/\/axios\/lib\/(.+)\.js$/.exec(id.replaceAll('\\', '/'))?.[1] ?? ''] ?? null,
  }
}

/** What is imported in the place of each part, by its path in axios. */
const replacements: Readonly<Record<string, string>> = {
  'adapters/fetch': 'export const getFetch = () => false; export default false',
  'helpers/HttpStatusCode': 'export default {}',
  'cancel/CancelToken': refusing('CancelToken'),
  'helpers/formDataToJSON': refusing('formDataToJSON'),
}

/** A function that says that it was left out, so that a later use of it does not go unnoticed. */
function refusing(name: string): string {
  return `export default function () { throw new Error('${name} of axios is not in this build (codegen/build/withoutUnusedAxios.ts)') }`
}
