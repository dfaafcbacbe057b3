import type { Plugin } from 'vite'

/**
 * Leaves out of the browser's bundle what links and hooks of react-router bring along for its data router (2.5 kB gz), which Kontor does not
 * use: nothing is loaded ahead for a server of its own. A call of such a part throws with its name. Throws while building where react-router
 * has another form than the one this was written for.
 */
export function withoutUnusedRouter(): Plugin {
  return {
    name: 'kontor-without-unused-router',
    apply: 'build',
    transform(code, id) {
      if (!/\/react-router\/dist\/production\/chunk-\w+\.mjs$/.test(id.replaceAll('\\', '/'))) return null
      if (!code.includes('function useNavigateUnstable(')) return null
      const cut = Object.entries(bodies).reduce((text, [name, body]) => replaced(text, name, body, id), code)
      return { code: onlyWhenUsed(cut), map: null }
    },
  }
}

const never = (name: string) => {
  const said = `${name} of react-router is not in this build (codegen/build/withoutUnusedRouter.ts)`
  return `throw new Error(${JSON.stringify(said)})`
}

/** What functions of the module do instead. */
const bodies: Readonly<Record<string, string>> = {
  useNavigateStable: never('useNavigateStable'),
  PrefetchPageLinks: never('PrefetchPageLinks'),
  usePrefetchBehavior: 'return [false, null, {}]', // as it does without a server of its own: nothing is loaded ahead, no element looked at
}

function replaced(code: string, name: string, body: string, id: string): string {
  const whole = new RegExp(`^function ${name}\\([\\s\\S]*?^\\}$`, 'm')
  if (!whole.test(code)) throw new Error(`${id} has no function ${name}: see codegen/build/withoutUnusedRouter.ts`)
  return code.replace(whole, `function ${name}() { ${body} }`)
}

/** The build keeps a component that nobody uses for its name, its context and what makes it: none of these does anything else. */
function onlyWhenUsed(code: string): string {
  return code
    .replace(/^[A-Z]\w*\.displayName = "\w+";$/gm, '')
    .replace(/^RenderErrorBoundary\.contextType = \w+;$/m, '')
    .replace(/^var (\w+) = (React\d*\.(?:forwardRef|memo|createContext)\()/gm, 'var $1 = /* @__PURE__ */ $2')
    .replace(/^var (\w+) = (class extends React\d*\.Component \{[\s\S]*?^\});$/gm, 'var $1 = /* @__PURE__ */ (() => $2)();')
}
