import type { Runtime } from '../../../runtime/app/runtime.ts'
import { confirm } from '../../ui/overlays/confirm.ts'
import type { Translate } from '../../ui/words.tsx'

/** Confirms, has the server clear its caches, and shows which. The call itself reports errors. */
export async function clearCache(runtime: Runtime, t: Translate): Promise<void> {
  if (!(await confirm(t('ui.cache.confirm'), { title: t('ui.cache.title'), yes: t('ui.cache.title') }))) return
  const answer = await runtime.http.post<{ cleared?: string[] }>('/admin/ajax/clearCache', { type: 'all' }).catch(() => undefined)
  if (!answer) return
  // A BuildAdmin server names nothing.
  const cleared = answer.data?.cleared ?? []
  const said = answer.msg || t('ui.cache.done')
  runtime.notices.push(
    'success',
    cleared.length > 0 ? t('ui.cache.said', { said, cleared: cleared.join(t('ui.cache.and')) }) : said,
  )
}
