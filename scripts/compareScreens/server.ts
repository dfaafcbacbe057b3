import { z } from 'zod/mini'
import { controllerOf, type Page } from '../../src/schemas/language/page.ts'
import type { Listed } from './catalogue.ts'
import type { Comparison, Count } from './comparison.ts'
import { notYet, routes } from './names.ts'
import type { Product } from './screens.ts'

/** A running server and the password of its administrator `admin`. */
export interface Running {
  url: string
  password: string
}

const envelope = z.object({ code: z.number(), msg: z.string(), data: z.unknown() })
const signedIn = z.object({ userInfo: z.object({ token: z.string() }) })
/** The tree of rules as the server delivers it. */
const rule = z.object({
  name: z.string(),
  get children() {
    return z.optional(z.array(rule))
  },
})
type Rule = z.output<typeof rule>

type Ask = (path: string, init?: { body?: unknown; token?: string }) => Promise<z.output<typeof envelope>>

/** Asks a server: that its rules have all nodes of the listed screens, that the screens answer, and that pages of the site are there. */
export async function compareServer(
  running: Running,
  listed: readonly Listed[],
  product: Product,
  found: Comparison,
): Promise<Count> {
  const count = { has: 0, of: 0 }
  const ask = asking(running.url)
  const token = await signIn(ask, running.password)
  const nodes = await rulesOf(ask, token)
  for (const { id } of listed.filter((each) => !notYet.includes(each.id))) {
    const page = product.schema.pages.get(id)
    if (id in routes)
      found.add(count, await isSite(running.url, routes[id] ?? '/'), `server: ${routes[id]} is no page of the site`)
    if (!page) continue
    const wanted = [...product.nodes].filter((node) => node.slice(0, node.lastIndexOf('/')) === id)
    for (const node of wanted) found.add(count, nodes.has(node.toLowerCase()), `server: no rule ${node}`)
    // A member's screen knows nobody by an administrator's token: it answers that somebody has to sign in.
    const { code, msg } = await ask(addressOf(page), page.area === 'admin' ? { token } : {})
    found.add(count, code === (page.area === 'admin' ? 1 : needLogin), `server: ${id} answers ${code} ${msg}`)
  }
  return count
}

const needLogin = 303

/** Where a screen's rows or record are read. */
function addressOf({ area, controller, kind, table }: Page): string {
  const list = kind === 'crud' && table.columns.length > 0 ? '?limit=1' : ''
  return `/${area === 'admin' ? 'admin' : 'api'}/${controller}/index${list}`
}

function asking(url: string): Ask {
  return async (path, { body, token } = {}) => {
    const headers: Record<string, string> = { accept: 'application/json', server: 'true', 'think-lang': 'en', origin: url }
    if (token !== undefined) headers.batoken = token
    if (body !== undefined) headers['content-type'] = 'application/json'
    const answer = await fetch(new URL(path, url), {
      method: body === undefined ? 'GET' : 'POST',
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    // An address that no handler has answers a status, and perhaps no envelope.
    const read = answer.headers.get('content-type')?.includes('json') ? envelope.safeParse(JSON.parse(text)) : undefined
    return read?.success ? read.data : { code: answer.status, msg: answer.statusText, data: null }
  }
}

async function signIn(ask: Ask, password: string): Promise<string> {
  const answer = await ask('/admin/Index/login', { body: { username: 'admin', password, keep: false } })
  if (answer.code !== 1) throw new Error(`admin could not sign in: ${answer.msg}`)
  return z.parse(signedIn, answer.data).userInfo.token
}

/** Names of all rules of administrators and of members, in small letters. */
async function rulesOf(ask: Ask, token: string): Promise<Set<string>> {
  const trees = await Promise.all(
    ['auth/rule', 'user/rule'].map(async (id) => {
      const answer = await ask(`/admin/${controllerOf(id)}/index`, { token })
      if (answer.code !== 1) throw new Error(`${id} could not be read: ${answer.msg}`)
      return z.parse(z.object({ list: z.array(rule) }), answer.data).list
    }),
  )
  const names = (rules: readonly Rule[]): string[] =>
    rules.flatMap(({ name, children }) => [name.toLowerCase(), ...names(children ?? [])])
  return new Set(names(trees.flat()))
}

/** Does the site answer this path with a page? */
async function isSite(url: string, path: string): Promise<boolean> {
  const answer = await fetch(new URL(path, url), { headers: { accept: 'text/html' } })
  return answer.ok && (answer.headers.get('content-type') ?? '').includes('text/html')
}
