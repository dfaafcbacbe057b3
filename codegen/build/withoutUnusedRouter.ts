import type { Plugin } from 'vite'

/**
 * Leaves the parts of react-router out of the browser's bundle that Kontor never calls (6.9 kB gz): routes have neither loaders nor actions,
 * so nothing is fetched, submitted, revalidated or redirected by it, all routes are known from the beginning, and nothing is watched or
 * loaded ahead for a server of its own. A call of such a part throws with its name. Throws while building where react-router has another
 * form than the one this was written for.
 */
export function withoutUnusedRouter(): Plugin {
  return {
    name: 'kontor-without-unused-router',
    apply: 'build',
    transform(code, id) {
      if (!/\/react-router\/dist\/production\/chunk-\w+\.mjs$/.test(id.replaceAll('\\', '/'))) return null
      if (!code.includes('function createRouter(')) return null
      const cut = unused.reduce((text, part) => without(text, part, id), code)
      return { code: onlyWhenUsed(cut), map: null }
    },
  }
}

/** Functions by what stands before them: those inside of `createRouter`, and those of the module. */
const unused: readonly { indent: string; name: string }[] = [
  ...[
    'handleAction',
    'fetch2',
    'handleFetcherAction',
    'handleFetcherLoader',
    'startRedirectNavigation',
    'setFetcherError',
    'enableScrollRestoration',
    'discoverRoutes',
    'revalidate',
  ].map((name) => ({ indent: '  ', name })),
  ...['getRouteInstrumentationUpdates', 'instrumentClientSideRouter', 'recurseRight', 'PrefetchPageLinks', 'RSCErrorHandler'].map(
    (name) => ({
      indent: '',
      name,
    }),
  ),
]

function without(code: string, { indent, name }: { indent: string; name: string }, id: string): string {
  const whole = new RegExp(`^${indent}((?:async )?function ${name})\\([\\s\\S]*?^${indent}\\}$`, 'm')
  if (!whole.test(code)) throw new Error(`${id} has no function ${name}: see codegen/build/withoutUnusedRouter.ts`)
  const said = `${name} of react-router is not in this build (codegen/build/withoutUnusedRouter.ts)`
  return code.replace(whole, `${indent}$1() { throw new Error(${JSON.stringify(said)}) }`)
}

/** The build keeps a component that nobody uses for its name, and for what makes it: neither does anything else. */
function onlyWhenUsed(code: string): string {
  return code
    .replace(/^[A-Z]\w*\.displayName = "\w+";$/gm, '')
    .replace(/^var (\w+) = (React\d*\.forwardRef\()$/gm, 'var $1 = /* @__PURE__ */ $2')
    .replace(/^var (\w+) = (class extends React\d*\.Component \{[\s\S]*?^\});$/gm, 'var $1 = /* @__PURE__ */ (() => $2)();')
}
