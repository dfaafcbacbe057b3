import { mayCall } from '../../core/context.ts'
import type { Handler } from '../../core/handler.ts'
import { RawAnswer } from '../../core/http/envelope.ts'
import { type Assembly, defineModule } from '../module.ts'
import { openApiDocument } from './document.ts'

/** GET /admin/Openapi/index: the OpenAPI document of the addresses that the caller may call. */
export const openapi = defineModule({
  name: 'openapi',
  handlersOver: (assembly, handlers) => [documentHandler(assembly, handlers)],
})

function documentHandler({ schema }: Assembly, handlers: readonly Handler[]): Handler {
  return {
    app: 'admin',
    controller: 'Openapi',
    action: 'index',
    method: 'GET',
    access: { type: 'login' },
    run: async (ctx) => {
      const own = handlers.filter(({ app, access }) => app === 'admin' && mayCall(access, ctx.actor))
      const { site_name: title = 'Kontor' } = await ctx.services.site.config()
      const document = openApiDocument(own, schema, { title: String(title), version: '1' })
      return new RawAnswer('application/json', JSON.stringify(document), { 'cache-control': 'no-store' })
    },
  }
}
