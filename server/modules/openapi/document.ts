import type { Schema as Pages } from '../../../codegen/schema/schema.ts'
import type { Page } from '../../../src/schemas/language/page.ts'
import type { Lang } from '../../core/context.ts'
import type { Handler } from '../../core/handler.ts'
import type { Access } from '../../core/route.ts'
import { accountTypes } from '../../core/session/accountTypes.ts'
import { actionCall, builtInCall, type Call, moduleCall } from './calls.ts'
import { parameters, sharedResponses, sharedSchemas } from './common.ts'
import { pageSchemas, refTo } from './pageSchemas.ts'
import type { Schema } from './valueSchema.ts'

/** What the document says of itself. */
export interface Version {
  title: string
  version: string
  /** Where the server is; absent: where the document comes from. */
  url?: string | undefined
  /** Language of the titles; default: English. What a schema means is said in English always. */
  lang?: Lang
}

/** The OpenAPI 3.1 document of these addresses. */
export function openApiDocument(
  handlers: readonly Handler[],
  schema: Pages,
  { title, version, url, lang = 'en' }: Version,
): object {
  const documented = handlers.filter(({ raw }) => !raw)
  const pages = [...new Set(documented.flatMap(({ controller, page }) => pageOf(schema, controller, page) ?? []))]
  const paths: Record<string, Record<string, object>> = {}
  for (const handler of documented) {
    const path = `/${handler.app}/${handler.controller}/${handler.action}`
    paths[path] = { ...paths[path], [handler.method.toLowerCase()]: operation(handler, schema, lang) }
  }
  return {
    openapi: '3.1.0',
    info: { title, version },
    servers: [{ url: url ?? '/' }],
    tags: pages.map((page) => ({ name: page.id, description: schema.words.text(lang, page.id, 'title') })),
    paths: sorted(paths),
    components: {
      schemas: sorted({ ...sharedSchemas, ...Object.assign({}, ...pages.map((page) => pageSchemas(page, schema))) }),
      parameters,
      responses: sharedResponses,
      securitySchemes: {
        admin: tokenHeader(accountTypes.admin.header, 'The access token of an administrator, from POST /admin/Index/login.'),
        user: tokenHeader(accountTypes.user.header, 'The access token of a member, from POST /api/user/checkIn.'),
      },
    },
  }
}

function tokenHeader(name: string, description: string) {
  return { type: 'apiKey', in: 'header', name, description }
}

function sorted<T>(object: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** The page whose screen an address belongs to. */
function pageOf(schema: Pages, controller: string, id?: string): Page | undefined {
  const own = id === undefined ? undefined : schema.pages.get(id)
  return own ?? [...schema.pages.values()].find((page) => page.controller === controller)
}

function operation(handler: Handler, schema: Pages, lang: Lang): object {
  const { app, controller, action, method, access } = handler
  const page = pageOf(schema, controller, handler.page)
  const word = (key: string, params?: Record<string, string>) => schema.words.text(lang, page?.id ?? null, key, params)
  const say = {
    title: (name: string) => word(`actions.${name}.title`),
    firstValues: (name: string) => word('apiDocument.call.firstValues', { action: name }),
  }
  const call = page && (builtInCall(page, handler) ?? actionCall(page, handler, say) ?? moduleCall(handler))
  const { summary, shared = [], own = [], body, data }: Call = call ?? { summary: ownCall(handler) }
  const said = /^(?:apiDocument|calls)\./.test(summary) ? word(summary) : summary
  return {
    operationId: `${app}.${controller}.${action}.${method.toLowerCase()}`,
    tags: [page?.id ?? controller],
    // A module's own calls may have no word.
    summary: said.startsWith('calls.') ? action : said,
    ...accessOf(access, app),
    parameters: [...['language', ...shared].map((name) => ({ $ref: `#/components/parameters/${name}` })), ...own],
    ...bodyOf(handler, body),
    responses: {
      '200': { description: 'What came of the call, in an envelope.', content: json(answerOf(data)) },
      '403': { $ref: '#/components/responses/Forbidden' },
      '429': { $ref: '#/components/responses/TooMany' },
      '500': { $ref: '#/components/responses/Broken' },
    },
  }
}

/** The word for a call that belongs to no list: `calls.api.shop.Cart.add.post`. */
function ownCall({ app, controller, action, method }: Handler): string {
  return `calls.${app}.${controller}.${action}.${method.toLowerCase()}`
}

/** Who may call it: the token that is sent, and the right in words and for programs. */
function accessOf(access: Access, app: Handler['app']): object {
  const security = access.type === 'public' ? [] : [{ [app === 'admin' ? 'admin' : 'user']: [] }]
  const said: Readonly<Record<Access['type'], string>> = {
    public: 'Everybody may call it.',
    login: 'Whoever is signed in may call it.',
    super: 'Super administrators may call it.',
    node: access.type === 'node' ? `Needs the right \`${access.node}\`.` : '',
    anyNode: access.type === 'anyNode' ? `Needs one of the rights ${access.nodes.map((node) => `\`${node}\``).join(', ')}.` : '',
  }
  const nodes = access.type === 'node' ? [access.node] : access.type === 'anyNode' ? access.nodes : undefined
  return { description: said[access.type], security, ...(nodes ? { 'x-kontor-nodes': nodes } : {}) }
}

function bodyOf({ method, multipart }: Handler, body: Schema | undefined): object {
  if (method === 'GET' || (method === 'DELETE' && !body)) return {}
  if (multipart) {
    const file = { type: 'object', properties: { file: { type: 'string', contentMediaType: 'application/octet-stream' } } }
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema: file } } } }
  }
  return { requestBody: { required: body !== undefined, content: json(body ?? { type: 'object' }) } }
}

function json(schema: unknown): object {
  return { 'application/json': { schema } }
}

/** The envelope of what the call answers, or of its refusal. */
function answerOf(data: Schema | undefined): object {
  const worked = {
    allOf: [refTo('Envelope'), { type: 'object', properties: { code: { const: 1 }, ...(data ? { data } : {}) } }],
  }
  return { oneOf: [worked, refTo('Refusal')] }
}
