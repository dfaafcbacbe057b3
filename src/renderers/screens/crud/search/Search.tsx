import { useCallback, useMemo } from 'react'
import type { Crud } from '../../../../runtime/crud/crud.ts'
import type { CellEnvironment } from '../../../define.ts'
import type { RemoteRequest } from '../../../ui/pickers/remoteOptions.ts'
import { useValue } from '../../../useValue.ts'
import SearchPanel from './SearchPanel.tsx'
import { searchItems } from './searchItems.ts'

/** The search panel of a screen. */
export default function Search({ crud, env }: { crud: Crud; env: CellEnvironment }) {
  const filters = useValue(crud.state, (s) => s.query.filters)
  const { loaded, page } = crud
  const items = useMemo(
    () => searchItems(page, loaded.find).filter((item) => crud.supports(item.name, 'search')),
    [page, loaded, crud],
  )
  const load = useCallback(
    (field: string) =>
      ({ query, page: number, limit, initValue, signal }: RemoteRequest) =>
        crud.options(field, {
          action: 'index',
          search: query,
          page: number,
          limit,
          signal,
          ...(initValue ? { values: initValue } : {}),
        }),
    [crud],
  )
  return (
    <SearchPanel
      items={items}
      filters={filters}
      onSearch={(next) => void crud.setSearch(next)}
      find={loaded.find}
      t={loaded.t}
      zone={env.zone}
      areas={env.areas}
      load={load}
    />
  )
}
