import { useMemo, useRef, useState } from 'react'
import type { Crud } from '../../../../runtime/crud/crud.ts'
import { type Filter, isActive } from '../../../../runtime/crud/query.ts'
import type { CellEnvironment } from '../../../define.ts'
import { useLoadedWords } from '../../../loadedWords.ts'
import { Button } from '../../../ui/Button.tsx'
import { Chip } from '../../../ui/display/Chip.tsx'
import { Popover } from '../../../ui/overlays/Popover.tsx'
import { useValue } from '../../../useValue.ts'
import { filterWords } from '../search/filterWords.ts'
import { itemOf } from '../search/searchItems.ts'
import { saidByTab } from '../search/tabs.ts'
import { useFilterNames } from '../search/useFilterNames.ts'
import { FilterEditor } from './FilterEditor.tsx'
import { filterText } from './filterText.ts'
import './filters.css'

interface ChipsProps {
  crud: Crud
  env: CellEnvironment
}

/** The filters in force as chips, but for the one that a tab says: a press changes one, its cross, Delete or Backspace take it away. */
export default function Chips(props: ChipsProps) {
  return useLoadedWords(filterWords) ? <Row {...props} /> : null
}

function Row({ crud, env }: ChipsProps) {
  const { page, loaded } = crud
  const chips = useChips(crud, env)
  const [open, setOpen] = useState<string | null>(null)
  const anchor = useRef<HTMLElement | null>(null)
  const chip = chips.find(({ id }) => id === open)
  const close = () => {
    setOpen(null)
    anchor.current?.focus()
  }
  return (
    <>
      <span className="s-chips">
        {chips.map((each) => (
          <OneChip
            key={each.id}
            crud={crud}
            chip={each}
            isOpen={each === chip}
            onOpen={(at) => {
              anchor.current = at
              setOpen(each === chip ? null : each.id)
            }}
          />
        ))}
      </span>
      {chips.length > 1 && <ClearAll crud={crud} />}
      {chip && (
        <Popover
          anchor={anchor}
          onClose={close}
          role="dialog"
          label={loaded.t('ui.filters.of', { filter: chip.label })}
          className="k-list-pop"
        >
          <FilterEditor
            crud={crud}
            env={env}
            item={itemOf(page, chip.filter.field, chip.filter.operator, loaded.find)}
            onDone={close}
          />
        </Popover>
      )}
    </>
  )
}

interface OneChipProps {
  crud: Crud
  chip: ReturnType<typeof useChips>[number]
  isOpen: boolean
  onOpen(at: HTMLElement): void
}

function OneChip({ crud, chip: { id, label, text }, isOpen, onOpen }: OneChipProps) {
  const remove = (at: Element) => {
    const one = at.closest('.k-chip')
    const next = one?.nextElementSibling ?? one?.previousElementSibling
    if (next) next.querySelector<HTMLElement>('.k-chip-text')?.focus()
    else focusAdd(at)
    // By its name: the address may have been read again since the chip was drawn, which makes other objects.
    void crud.setSearch(crud.state.query.filters.filter((each) => idOf(each) !== id))
  }
  return (
    <Chip
      name={label}
      removeLabel={crud.loaded.t('ui.list.removeFilter', { filter: label })}
      onRemove={(event) => remove(event.currentTarget)}
      expanded={isOpen}
      onClick={(event) => onOpen(event.currentTarget)}
      onKeyDown={(event) => {
        if (event.key !== 'Delete' && event.key !== 'Backspace') return
        event.preventDefault()
        remove(event.currentTarget)
      }}
    >
      {text}
    </Chip>
  )
}

/** Takes away what chips say; what a tab says stays. */
function ClearAll({ crud }: { crud: Crud }) {
  const clear = (at: Element) => {
    focusAdd(at)
    const kept = saidByTab(crud.page, crud.state.query)
    void crud.setSearch(kept ? [kept] : [])
  }
  return (
    <Button look="link" size="small" onClick={(event) => clear(event.currentTarget)}>
      {crud.loaded.t('ui.list.clearFilters')}
    </Button>
  )
}

/** What is left when the last chip is gone. */
function focusAdd(at: Element): void {
  at.closest('.s-tools-chips')?.querySelector<HTMLElement>('.s-add-filter')?.focus()
}

/** A field is filtered by an operator once. */
const idOf = ({ field, operator }: Pick<Filter, 'field' | 'operator'>): string => `${field} ${operator}`

function useChips(crud: Crud, env: CellEnvironment) {
  const { page, loaded } = crud
  const { t, find } = loaded
  const query = useValue(crud.state, (s) => s.query)
  const { filters } = query
  const names = useFilterNames(crud, env, filters)
  return useMemo(() => {
    const said = saidByTab(page, query)
    const shown = filters.filter((filter) => isActive(filter) && filter !== said)
    return shown.map((filter) => {
      const item = itemOf(page, filter.field, filter.operator, find)
      const text = filterText(item, filter.value, { say: t, find }, { ...env, names })
      return { id: idOf(filter), filter, label: item.label, text }
    })
  }, [query, filters, page, find, t, env, names])
}
