import { type Filter, filtersQuery } from '../../../runtime/crud/query.ts'
import { useRuntime } from '../../context.tsx'

/** The address of a screen's list with filters; undefined when no menu entry leads to it. */
export function useListPath(page: string | null, filters: readonly Filter[]): string | undefined {
  const route = useRuntime()
    .routes()
    .find((each) => each.pageId === page)
  if (page === null || !route) return undefined
  const query = filtersQuery(filters)
  return query === '' ? route.path : `${route.path}?${query}`
}
