import { type RefObject, useId, useMemo, useState } from 'react'
import type { Crud } from '../../../../runtime/crud/crud.ts'
import { isActive } from '../../../../runtime/crud/query.ts'
import type { CellEnvironment } from '../../../define.ts'
import { useLoadedWords } from '../../../loadedWords.ts'
import type { Option } from '../../../ui/control.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { Popover } from '../../../ui/overlays/Popover.tsx'
import { OptionList } from '../../../ui/pickers/OptionList.tsx'
import { usePickerKeys } from '../../../ui/pickers/pickerKeys.ts'
import { useValue } from '../../../useValue.ts'
import { filterWords } from '../search/filterWords.ts'
import { type SearchItem, searchItems } from '../search/searchItems.ts'
import { FilterEditor } from './FilterEditor.tsx'

interface FilterPickerProps {
  crud: Crud
  env: CellEnvironment
  anchor: RefObject<HTMLElement | null>
  onClose(): void
}

/** What a list can be filtered by, found by typing; the one that is chosen asks for its value in the same place. */
export default function FilterPicker({ crud, env, anchor, onClose }: FilterPickerProps) {
  const { page, loaded } = crud
  const { t, find } = loaded
  const hasWords = useLoadedWords(filterWords)
  const [item, setItem] = useState<SearchItem | null>(null)
  const items = useMemo(() => searchItems(page, find).filter(({ name }) => crud.supports(name, 'search')), [page, find, crud])
  if (!hasWords) return null
  const label = item ? t('ui.filters.of', { filter: item.label }) : t('ui.filters.pick')
  return (
    // What is shown next takes the focus when it is drawn.
    <Popover key={item?.name ?? ''} anchor={anchor} onClose={onClose} role="dialog" label={label} className="k-list-pop">
      {item ? (
        <FilterEditor crud={crud} env={env} item={item} onDone={onClose} />
      ) : (
        <Fields crud={crud} items={items} onChoose={setItem} />
      )}
    </Popover>
  )
}

interface FieldsProps {
  crud: Crud
  items: readonly SearchItem[]
  onChoose(item: SearchItem): void
}

/** The fields, narrowed by what is typed: arrow keys move, Enter chooses. */
function Fields({ crud, items, onChoose }: FieldsProps) {
  const { t } = crud.loaded
  const filters = useValue(crud.state, (s) => s.query.filters)
  const [text, setText] = useState('')
  const listId = useId()
  const wanted = text.trim().toLowerCase()
  const options: Option[] = items
    .filter(({ label }) => label.toLowerCase().includes(wanted))
    .map(({ name, label }) => ({ value: name, label }))
  const inForce = filters.filter(isActive).map(({ field }) => field)
  const choose = (option: Option | undefined) => {
    const item = items.find(({ name }) => name === option?.value)
    if (item) onChoose(item)
  }
  const keys = usePickerKeys({
    options,
    selected: [],
    open: true,
    filtered: true,
    disabled: false,
    onOpen: () => undefined,
    onPick: choose,
  })
  return (
    <>
      <span className="k-list-search">
        <Icon name="search" />
        <input
          data-autofocus=""
          role="combobox"
          aria-expanded="true"
          aria-controls={listId}
          aria-activedescendant={options[keys.active] ? `${listId}-${keys.active}` : undefined}
          aria-label={t('ui.filters.pick')}
          placeholder={t('ui.filters.pick')}
          className="k-input"
          autoComplete="off"
          value={text}
          onChange={(event) => {
            keys.setActive(0)
            setText(event.target.value)
          }}
          onKeyDown={keys.onKeyDown}
        />
      </span>
      <OptionList
        id={listId}
        label={t('ui.filters.pick')}
        options={options}
        selected={inForce}
        active={keys.active}
        onHover={keys.setActive}
        onChoose={choose}
      />
    </>
  )
}
