import { Ajv } from 'ajv'
import standalone from 'ajv/dist/standalone/index.js'
import type { Plugin } from 'vite'
import { limitsOptions, limitsSchema } from '../../src/schemas/language/form/limitsSchema.ts'

/** Puts ajv's standalone code in the place of `limits.ts`: the browser gets a function and no compiler. */
export function standaloneLimits(): Plugin {
  return {
    name: 'kontor-standalone-limits',
    config: () => ({ optimizeDeps: { include: helpers } }),
    load: (id) => (/\/language\/form\/limits\.ts$/.test(id.replaceAll('\\', '/')) ? { code: code(), moduleType: 'js' } : null),
  }
}

/** What the generated code needs of ajv. */
const helpers = ['ajv/dist/runtime/equal.js', 'ajv/dist/runtime/ucs2length.js']

function code(): string {
  const ajv = new Ajv({ ...limitsOptions, code: { source: true, esm: true } }).addSchema(limitsSchema, 'limits')
  // Bundlers differ in what they take for the default of such a module.
  const imports = helpers.map(
    (path, i) => `import module${i} from '${path}'\nconst helper${i} = module${i}.default ?? module${i}\n`,
  )
  return imports.join('') + withoutRequire(standalone(ajv, { limits: 'limits' }))
}

/** ajv writes `require`, also in modules. */
function withoutRequire(generated: string): string {
  return generated.replace(/require\("([^"]+)"\)\.default/g, (_call, path: string) => `helper${helpers.indexOf(`${path}.js`)}`)
}
