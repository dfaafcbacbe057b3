import { useMemo } from 'react'
import type { Crud } from '../../../../runtime/crud/crud.ts'
import { isActive } from '../../../../runtime/crud/query.ts'
import type { CellEnvironment } from '../../../define.ts'
import { Button } from '../../../ui/Button.tsx'
import { Chip } from '../../../ui/display/Chip.tsx'
import { useValue } from '../../../useValue.ts'
import { filterText, itemOf } from '../search/searchItems.ts'
import { useFilterNames } from '../search/useFilterNames.ts'

interface ChipsProps {
  crud: Crud
  env: CellEnvironment
  /** Opens the panel of filters; absent where there is none. */
  onOpen: (() => void) | undefined
}

/** The filters in force as chips, and the way to take all away. */
export default function Chips({ crud, env, onOpen }: ChipsProps) {
  const chips = useChips(crud, env)
  return (
    <>
      {chips.map((chip) => (
        <Chip key={chip.id} name={chip.label} onRemove={chip.onRemove} removeLabel={chip.removeLabel} onClick={onOpen}>
          {chip.text}
        </Chip>
      ))}
      {chips.length > 1 && (
        <Button look="link" size="small" onClick={() => void crud.setSearch([])}>
          {crud.loaded.t('ui.list.clearFilters')}
        </Button>
      )}
    </>
  )
}

/** The filters in force, each with the way to take it away. */
function useChips(crud: Crud, env: CellEnvironment) {
  const { page, loaded } = crud
  const { t, find } = loaded
  const filters = useValue(crud.state, (s) => s.query.filters)
  const names = useFilterNames(crud, env, filters)
  return useMemo(
    () =>
      filters.filter(isActive).map((filter) => {
        const item = itemOf(page, filter.field, filter.operator, find)
        return {
          id: `${filter.field} ${filter.operator}`,
          label: item.label,
          text: filterText(item, filter.value, { say: t, find }, { zone: env.zone, areas: env.areas, names }),
          removeLabel: t('ui.list.removeFilter', { filter: item.label }),
          onRemove: () => void crud.setSearch(filters.filter((f) => f !== filter)),
        }
      }),
    [filters, page, find, t, crud, env, names],
  )
}
