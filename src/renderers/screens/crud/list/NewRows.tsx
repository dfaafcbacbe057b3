import { useEffect } from 'react'
import type { Crud } from '../../../../runtime/crud/crud.ts'
import { useRuntime } from '../../../context.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { useValue } from '../../../useValue.ts'

/** "3 new – show": what the live feed reported about this list since it was loaded. The list changes only on request. */
export function NewRows({ crud }: { crud: Crud }) {
  const runtime = useRuntime()
  const { news } = runtime.feed
  const path = runtime.routes().find((route) => route.pageId === crud.page.id)?.path ?? ''
  const count = useValue(news.state, (s) => s.byPath[path]?.length ?? 0)
  useEffect(() => crud.hooks.after('load', () => news.seen(path)), [crud, news, path])
  const show = () => void (crud.state.query.page > 1 ? crud.setPage(1) : crud.load())
  return (
    <div role="status">
      {count > 0 && (
        <button type="button" className="s-news" onClick={show}>
          <Icon name="refresh" />
          {crud.loaded.t('ui.list.news', { count })}
        </button>
      )}
    </div>
  )
}
