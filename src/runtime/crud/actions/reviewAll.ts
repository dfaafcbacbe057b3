import { ref } from 'valtio/vanilla'
import type { BulkReview } from '../../../schemas/api/bulk.ts'
import type { CallOptions } from '../../http/client.ts'
import type { Row } from '../../rows.ts'
import type { CrudContext } from '../context.ts'
import { toRequest } from '../query.ts'

/** What an action would do to all rows that the list finds; nothing is done. Rejects with the call's error. */
export async function reviewAll(
  { http, url, state, page }: Pick<CrudContext, 'http' | 'url' | 'state' | 'page'>,
  asked: { action: string; entered?: Row },
  options: CallOptions = {},
): Promise<BulkReview> {
  const { page: _page, limit: _limit, ...query } = toRequest(state.query, page)
  const body = { action: asked.action, entered: asked.entered ?? {}, query }
  return (await http.post<BulkReview>(url('bulk'), body, options)).data
}

/** The same of what was entered in a form, then shown over the list. */
export async function openReview(
  context: CrudContext,
  asked: { action: string; entered: Row },
  options: CallOptions,
): Promise<null> {
  const review = await reviewAll(context, asked, options)
  context.state.bulk = ref({ ...asked, review })
  return null
}
