import { memo, useEffect, useMemo, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { findMenu, type MenuItem, menuTrail } from '../../../runtime/navigation/menu.ts'
import { useRuntime, useT } from '../../context.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Input } from '../../ui/inputs/Input.tsx'
import { MenuBranch } from './MenuBranch.tsx'
import { searchMenu } from './searchMenu.ts'
import { useFavourites } from './useFavourites.ts'
import { useMenus } from './useMenus.ts'
import { walkMenu } from './walkMenu.ts'

const favouritesId = 0

export interface SideMenuProps {
  path: string
  /** Icons only. */
  narrow: boolean
  /** Only the entries of this directory, without search and favourites, which are elsewhere. */
  below?: MenuItem
  onChosen?: () => void
}

/** The menu of the server as a tree: arrow keys walk, right and left open and close, a search line finds. */
export const SideMenu = memo(function SideMenu({ path, narrow, below, onChosen }: SideMenuProps) {
  const runtime = useRuntime()
  const t = useT()
  const { menuUniqueOpened } = useSnapshot(runtime.stores.layout)
  const favourites = useFavourites()
  const menus = useMenus()
  const [query, setQuery] = useState('')
  const here = findMenu(menus, path)
  const trail = useMemo(() => directoriesTo(menus, here), [menus, here])
  const [open, setOpen] = useState<ReadonlySet<number>>(() => new Set([favouritesId, ...trail]))
  const nav = useRef<HTMLElement>(null)
  const trailKey = trail.join('/')
  const hereId = here?.id

  const unique = useRef(menuUniqueOpened)
  unique.current = menuUniqueOpened
  // Going somewhere opens the way there, once: who folds it again has it folded.
  useEffect(() => {
    const way = trailKey === '' ? [] : trailKey.split('/').map(Number)
    setOpen((before) => {
      const next = new Set([...before].filter((id) => !unique.current || id === favouritesId).concat(way))
      return next.size === before.size && [...next].every((id) => before.has(id)) ? before : next
    })
    if (hereId === undefined) return
    requestAnimationFrame(() => nav.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: 'nearest' }))
  }, [trailKey, hereId])

  const fold = (item: MenuItem, next: boolean) => {
    const above = menuTrail(menus, item.id).map((one) => one.id)
    setOpen((before) => {
      if (!next) return new Set([...before].filter((id) => id !== item.id))
      return new Set(menuUniqueOpened ? above : [...before, item.id])
    })
  }
  const shown = below ? below.children : favourites ? [favourites, ...menus] : menus
  const found = query.trim() === '' ? null : searchMenu(menus, query)
  return (
    <>
      {narrow || below ? null : <SearchLine value={query} onChange={setQuery} />}
      <nav ref={nav} className="k-side-nav" aria-label={t('ui.shell.menu')} onKeyDown={(event) => walkMenu(event)}>
        {found && found.length === 0 ? (
          <EmptyState icon="search" title={t('ui.shell.noEntry')} />
        ) : (
          <MenuBranch
            items={found ? found.map((item) => ({ ...item, children: [] })) : shown}
            depth={0}
            hereId={hereId}
            trail={trail}
            open={open}
            narrow={narrow}
            onFold={fold}
            onChosen={onChosen}
          />
        )}
      </nav>
    </>
  )
})

/** Ids of the directories on the way to an entry, from the top. */
function directoriesTo(menus: readonly MenuItem[], entry: MenuItem | undefined): number[] {
  if (!entry) return []
  return menuTrail(menus, entry.id).flatMap(({ id, children }) => (children.length > 0 ? [id] : []))
}

/** Finds entries of the menu by their titles. */
function SearchLine({ value, onChange }: { value: string; onChange(text: string): void }) {
  const t = useT()
  const name = t('ui.shell.searchMenu')
  return (
    <div className="k-side-search">
      <Input type="search" label={name} placeholder={name} icon="search" clearable value={value} onChange={onChange} />
    </div>
  )
}
