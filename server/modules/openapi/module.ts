import type { Schema } from '../../../codegen/schema/schema.ts'
import { type Context, mayCall } from '../../core/context.ts'
import type { Handler } from '../../core/handler.ts'
import { RawAnswer } from '../../core/http/envelope.ts'
import { type Assembly, defineModule } from '../module.ts'
import { openApiDocument } from './document.ts'

/**
 * The OpenAPI document of the addresses that the caller may call: GET /admin/Openapi/index for programs, in English, and
 * GET /admin/crud.Api/document for the screen that shows it, in the language of the person.
 */
export const openapi = defineModule({
  name: 'openapi',
  handlersOver: ({ schema }: Assembly, handlers) => [
    {
      app: 'admin',
      controller: 'Openapi',
      action: 'index',
      method: 'GET',
      access: { type: 'login' },
      run: async (ctx) => {
        const document = await documentFor(ctx, { schema, handlers, lang: 'en' })
        return new RawAnswer('application/json', JSON.stringify(document), { 'cache-control': 'no-store' })
      },
    },
    {
      app: 'admin',
      controller: 'crud.Api',
      action: 'document',
      method: 'GET',
      access: { type: 'node', node: 'crud/api/index' },
      page: 'crud/api',
      run: async (ctx) => ({ document: await documentFor(ctx, { schema, handlers, lang: ctx.lang }) }),
    },
  ],
})

interface Documented {
  schema: Schema
  handlers: readonly Handler[]
  lang: Context['lang']
}

async function documentFor(ctx: Context, { schema, handlers, lang }: Documented): Promise<object> {
  const own = handlers.filter(({ app, access }) => app === 'admin' && mayCall(access, ctx.actor))
  const { site_name: title = 'Kontor' } = await ctx.services.site.config()
  return openApiDocument(own, schema, { title: String(title), version: '1', lang })
}
