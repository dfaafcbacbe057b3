import { useCallback, useMemo } from 'react'
import type { Crud } from '../../../../runtime/crud/crud.ts'
import type { CellEnvironment } from '../../../define.ts'
import { useLoadedWords } from '../../../loadedWords.ts'
import { useValue } from '../../../useValue.ts'
import { filterWords } from './filterWords.ts'
import { loadOptions } from './loadOptions.ts'
import SearchPanel from './SearchPanel.tsx'
import { searchItems } from './searchItems.ts'

interface SearchProps {
  crud: Crud
  env: CellEnvironment
}

/** The search panel of a screen. */
export default function Search(props: SearchProps) {
  return useLoadedWords(filterWords) ? <Panel {...props} /> : null
}

function Panel({ crud, env }: SearchProps) {
  const filters = useValue(crud.state, (s) => s.query.filters)
  const { loaded, page } = crud
  const items = useMemo(
    () => searchItems(page, loaded.find).filter((item) => crud.supports(item.name, 'search')),
    [page, loaded, crud],
  )
  const load = useCallback((field: string) => loadOptions(crud, field), [crud])
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
