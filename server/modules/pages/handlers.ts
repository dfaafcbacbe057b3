import { readPageAddress } from '../../../src/schemas/api/pages.ts'
import type { Context } from '../../core/context.ts'
import type { Handler } from '../../core/handler.ts'
import { encodingFor } from '../../core/http/compression.ts'
import { RawAnswer } from '../../core/http/envelope.ts'
import { HttpRefused } from '../../core/refuse.ts'
import { askToSignIn } from '../../core/session/askToSignIn.ts'
import { deliveredFile } from './files.ts'
import { mayHave } from './rights.ts'

const file = { controller: 'pages', action: 'file', method: 'GET', access: { type: 'public' }, raw: true, run } as const

/** The files of pages, each read with the session of its area. */
export const pageFileHandlers: readonly Handler[] = [
  { app: 'admin', ...file },
  { app: 'api', ...file },
]

/**
 * The file of a page, for who may have it; everybody else gets 404 and never learns whether there is one. Under its hash it may be kept for
 * ever. Under another hash (the page has changed, or nobody knows its hash) the file of now is answered, and not kept.
 */
async function run(ctx: Context): Promise<RawAnswer> {
  if (ctx.token !== '' && !ctx.actor) await askToSignIn(ctx)
  const asked = readPageAddress(ctx.raw?.path ?? '')
  const page = asked && ctx.schema.pages.get(asked.id)
  const found = asked && deliveredFile(ctx.schema, asked.id, asked.locale)
  if (!page || !found || !(await mayHave(ctx, page))) throw new HttpRefused(404)
  const encoding = encodingFor(ctx.raw?.header('accept-encoding') ?? '', found.length)
  return new RawAnswer('application/json; charset=utf-8', await found.body(encoding), {
    'cache-control': asked.hash === found.hash ? 'private, max-age=31536000, immutable' : 'no-store',
    vary: 'accept-encoding',
    ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
  })
}
