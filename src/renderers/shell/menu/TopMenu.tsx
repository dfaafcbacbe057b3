import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { findMenu, type MenuItem, menuTrail } from '../../../runtime/navigation/menu.ts'
import { useRuntime, useT } from '../../context.tsx'
import { useGo } from '../../routing/useGo.ts'
import { cx } from '../../ui/control.ts'
import { Entry, EntryIcon, Flyout, type MenuBranchProps } from './MenuBranch.tsx'
import { openEntry } from './openEntry.ts'
import { useFavourites } from './useFavourites.ts'
import { useMenus } from './useMenus.ts'
import { walkMenu } from './walkMenu.ts'
import '../../theme/top.css'

/**
 * The menu in the header. Directories open below themselves (Streamline), or go to their first entry and show the others in the sidebar
 * (Double, `jumps`). What does not fit is under "More".
 */
export function TopMenu({ path, jumps }: { path: string; jumps: boolean }) {
  const t = useT()
  const favourites = useFavourites()
  const menus = useMenus()
  const here = findMenu(menus, path)
  const trail = here ? menuTrail(menus, here.id).map((item) => item.id) : []
  const items = favourites ? [favourites, ...menus] : menus
  const list = useRef<HTMLUListElement>(null)
  const fits = useFitting(list, items.map((item) => item.title).join())
  const rest = items.slice(fits)
  const more: MenuItem = {
    id: -1,
    title: t('ui.shell.moreMenu'),
    icon: 'ellipsis-h',
    name: '',
    type: 'dir',
    path: '',
    pageId: null,
    children: rest,
  }
  const branch: MenuBranchProps = {
    items,
    depth: 0,
    hereId: here?.id,
    trail,
    open: new Set(),
    narrow: false,
    onFold: () => undefined,
  }
  return (
    <nav className="k-top" aria-label={t('ui.shell.menu')} onKeyDown={(event) => walkMenu(event, true)}>
      <ul ref={list} className="k-top-list">
        {items.map((item, at) => (
          <li key={item.id} className={cx(at >= fits && 'is-out')} inert={at >= fits}>
            <TopEntry branch={branch} item={item} jumps={jumps} />
          </li>
        ))}
      </ul>
      {rest.length > 0 ? <Flyout {...branch} item={more} above /> : null}
    </nav>
  )
}

function TopEntry({ branch, item, jumps }: { branch: MenuBranchProps; item: MenuItem; jumps: boolean }) {
  const runtime = useRuntime()
  const navigate = useGo()
  if (item.type !== 'dir') return <Entry item={item} depth={0} isHere={item.id === branch.hereId} narrow={false} />
  if (!jumps || item.id === 0) return <Flyout {...branch} item={item} above />
  const isHere = branch.trail.includes(item.id)
  return (
    <button
      type="button"
      data-entry=""
      className="k-side-item"
      aria-current={isHere ? 'true' : undefined}
      onClick={() => openEntry(item, runtime, navigate)}
    >
      <EntryIcon item={item} />
      <span className="cut">{item.title}</span>
    </button>
  )
}

/** How many entries fit on the first line of a wrapping list; measured again when the space or the `titles` change. */
function useFitting(list: RefObject<HTMLUListElement | null>, titles: string): number {
  const [fits, setFits] = useState(Number.POSITIVE_INFINITY)
  useLayoutEffect(() => {
    const element = list.current
    if (!element || titles === '') return
    const measure = () => {
      const entries = [...element.children].filter((child) => child instanceof HTMLElement)
      const line = entries[0]?.offsetTop
      setFits(entries.filter((entry) => entry.offsetTop === line).length)
    }
    measure()
    const watch = new ResizeObserver(measure)
    watch.observe(element)
    return () => watch.disconnect()
  }, [list, titles])
  return fits
}
