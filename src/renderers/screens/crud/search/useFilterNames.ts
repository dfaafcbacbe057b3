import { useEffect, useState } from 'react'
import type { Crud } from '../../../../runtime/crud/crud.ts'
import type { Filter } from '../../../../runtime/crud/query.ts'
import type { CellEnvironment } from '../../../define.ts'
import { codesOf, type FilterNames, itemOf } from './searchItems.ts'

const nothing: FilterNames = () => undefined

/** Loads the names of the regions and rows that are filtered by. Returns a new function whenever names arrive. */
export function useFilterNames(crud: Crud, env: CellEnvironment, filters: readonly Filter[]): FilterNames {
  const [names, setNames] = useState<FilterNames>(() => nothing)
  useEffect(() => {
    let here = true
    const take = (found: FilterNames) => {
      if (here) setNames((before: FilterNames) => (field: string, key: string) => found(field, key) ?? before(field, key))
    }
    const unknown = () => undefined // codes and keys stay in sight
    for (const { field, operator, value } of filters) {
      const { input } = itemOf(crud.page, field, operator, crud.loaded.find)
      const codes = codesOf(value)
      if (input === 'area' && !env.areas.known(codes)) env.areas.names(codes).then(() => take(nothing), unknown)
      const keys = [value].flat().filter((key) => key !== '' && names(field, key) === undefined)
      if (input !== 'remote' || keys.length === 0 || !isListed(crud, field)) continue
      crud.options(field, { action: 'index', values: keys, limit: keys.length }).then(({ list }) => {
        const found = new Map(list.map(({ value: key, label }) => [String(key), label]))
        if (found.size > 0) take((name, key) => (name === field ? found.get(key) : undefined))
      }, unknown)
    }
    return () => {
      here = false
    }
  }, [crud, env, filters, names])
  return names
}

/** Whoever may see the list may read the labels of what it shows and searches. */
function isListed({ page }: Crud, name: string): boolean {
  return page.table.search.some(({ field }) => field === name) || page.table.columns.some(({ field }) => field === name)
}
