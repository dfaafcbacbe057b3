import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { findMenu, type MenuItem, menuTrail } from '../../runtime/menu.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Input } from '../ui/Input.tsx'
import { useRuntime, useT } from './context.tsx'
import { MenuBranch } from './MenuBranch.tsx'
import { searchMenu } from './searchMenu.ts'

/** The menu of the server as a tree: arrow keys walk, right and left open and close, a search line finds. */
export function SideMenu({ path, narrow, onChosen }: { path: string; narrow: boolean; onChosen?: () => void }) {
  const runtime = useRuntime()
  const t = useT()
  const { menuUniqueOpened } = useSnapshot(runtime.stores.layout)
  const menus = runtime.menus()
  const [query, setQuery] = useState('')
  const here = findMenu(menus, path)
  const trail = useMemo(() => (here ? menuTrail(menus, here.id).map((item) => item.id) : []), [menus, here])
  const [open, setOpen] = useState<ReadonlySet<number>>(() => new Set(trail))
  const nav = useRef<HTMLElement>(null)
  const trailKey = trail.join('/')

  // biome-ignore lint/correctness/useExhaustiveDependencies: `trailKey` spells `trail` out; going somewhere opens the way there once
  useEffect(() => {
    setOpen((before) => new Set(menuUniqueOpened ? trail : [...before, ...trail]))
    requestAnimationFrame(() => nav.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: 'nearest' }))
  }, [trailKey])

  const fold = (item: MenuItem, next: boolean) => {
    const above = menuTrail(menus, item.id).map((one) => one.id)
    setOpen((before) => {
      if (!next) return new Set([...before].filter((id) => id !== item.id))
      return new Set(menuUniqueOpened ? above : [...before, item.id])
    })
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-entry]')].filter((el) => el.checkVisibility())
    const at = stops.indexOf(document.activeElement as HTMLElement)
    const step: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: stops.length - 1 }
    const to = step[event.key]
    if (at < 0 || to === undefined) return
    event.preventDefault()
    stops[Math.max(0, Math.min(stops.length - 1, to))]?.focus()
  }
  const found = query.trim() === '' ? null : searchMenu(menus, query)
  return (
    <>
      {narrow ? null : (
        <div className="k-side-search">
          <Input
            type="search"
            label={t('ui.shell.searchMenu')}
            placeholder={t('ui.shell.searchMenu')}
            icon="search"
            clearable
            value={query}
            onChange={setQuery}
          />
        </div>
      )}
      <nav ref={nav} className="k-side-nav" aria-label={t('ui.shell.menu')} onKeyDown={onKeyDown}>
        {found && found.length === 0 ? (
          <EmptyState icon="search" title={t('ui.shell.noEntry')} />
        ) : (
          <MenuBranch
            items={found ? found.map((item) => ({ ...item, children: [] })) : menus}
            depth={0}
            hereId={here?.id}
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
}
