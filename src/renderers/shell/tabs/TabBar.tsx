import { type KeyboardEvent, memo, type RefObject, useEffect, useRef, useState, type WheelEvent } from 'react'
import { useSnapshot } from 'valtio'
import type { Tab } from '../../../runtime/stores/tabs.ts'
import { useRuntime, useT } from '../../context.tsx'
import { useGo } from '../../routing/useGo.ts'
import { pressed } from '../../shortcuts.ts'
import { focusedAt } from '../../ui/focused.ts'
import { ContextMenu } from '../../ui/overlays/ContextMenu.tsx'
import { Menu } from '../../ui/overlays/Menu.tsx'
import { OneTab, type TabMenuAt } from './OneTab.tsx'
import { useTabActions } from './useTabActions.ts'
import { useTabDrag } from './useTabDrag.ts'
import { useTabEntries } from './useTabEntries.ts'

/**
 * The open screens: arrow keys walk, Delete and the middle button close, Ctrl+Shift with an arrow key or dragging moves, a menu for the
 * rest. `path` is that of the menu's entry in front.
 */
export const TabBar = memo(function TabBar({ path }: { path: string }) {
  const runtime = useRuntime()
  const t = useT()
  const navigate = useGo()
  const { tabsView, activeRoute } = useSnapshot(runtime.stores.tabs)
  const unsaved = useSnapshot(runtime.unsaved.state).tabs
  const actions = useTabActions()
  const entries = useTabEntries(path)
  const drag = useTabDrag()
  const list = useRef<HTMLUListElement>(null)
  const [menuAt, setMenuAt] = useState<TabMenuAt | null>(null)
  const active = activeRoute?.id

  useInSight(list, active, tabsView.length)
  const onKeyDown = (event: KeyboardEvent<HTMLUListElement>) =>
    walkTabs(event, {
      close: async (at) => tabsView.length > 1 && actions.close(tabsView[at]?.id ?? ''),
      move: (at, by) => actions.move(tabsView[at]?.id ?? '', by),
    })
  return (
    <nav className="k-tabbar" aria-label={t('ui.shell.openTabs')}>
      <ul ref={list} className="k-tabbar-list" onKeyDown={onKeyDown} onWheel={scrollAlong}>
        {tabsView.map((tab) => (
          <OneTab
            key={tab.id}
            tab={tab as Tab}
            active={tab.id === active}
            unsaved={tab.id in unsaved}
            closable={tabsView.length > 1}
            drag={drag}
            onMenu={setMenuAt}
          />
        ))}
      </ul>
      <Menu
        label={t('ui.shell.tabActions')}
        icon="chevron-down"
        items={[
          ...tabsView.map((tab) => ({
            id: tab.id,
            label: tab.id in unsaved ? t('ui.unsaved.tab', { title: tab.title }) : tab.title,
            checked: tab.id === active,
            onSelect: () => navigate(tab.fullPath),
          })),
          ...entries(active ?? '').map((entry) => (entry.id === 'reload' ? { ...entry, divided: true } : entry)),
        ]}
      />
      <ContextMenu
        label={t('ui.shell.tabActions')}
        at={menuAt}
        items={menuAt ? entries(menuAt.id) : []}
        onClose={() => setMenuAt(null)}
      />
    </nav>
  )
})

/** A wheel that turns up and down scrolls the tabs along. */
function scrollAlong(event: WheelEvent<HTMLUListElement>): void {
  if (event.deltaX === 0) event.currentTarget.scrollLeft += event.deltaY
}

/** Brings the active tab into sight whenever it, or the number of tabs, changes. */
function useInSight(list: RefObject<HTMLElement | null>, active: string | undefined, count: number): void {
  useEffect(() => {
    if (active === undefined || count === 0) return
    // With the frame, which lays everything out anyway.
    const frame = requestAnimationFrame(() =>
      list.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' }),
    )
    return () => cancelAnimationFrame(frame)
  }, [list, active, count])
}

/**
 * Arrow keys, Home and End move along the tabs; with Ctrl (⌘) and Shift they move the tab; Delete closes the focused one and leaves the
 * focus beside it.
 */
function walkTabs(
  event: KeyboardEvent<HTMLUListElement>,
  { close, move }: { close: (at: number) => Promise<boolean>; move: (at: number, by: number) => void },
) {
  const list = event.currentTarget
  const links = [...list.querySelectorAll<HTMLElement>('a')]
  const at = focusedAt(links)
  if (at < 0) return
  const moved = pressed(event, 'tabs.moveTab')
  if (moved >= 0) {
    event.preventDefault()
    return move(at, [-1, 1][moved] ?? 0)
  }
  const last = links.length - 1
  const walked = pressed(event, 'tabs.tabs')
  const next = walked >= 0 ? [at === 0 ? last : at - 1, at === last ? 0 : at + 1][walked] : { Home: 0, End: last }[event.key]
  if (next === undefined && pressed(event, 'tabs.closeTab') < 0) return
  event.preventDefault()
  if (next !== undefined) return links[next]?.focus()
  void close(at).then((closed) => {
    // A tab that is kept has the focus back from the question already.
    if (!closed) return
    requestAnimationFrame(() => {
      const left = list.querySelectorAll<HTMLElement>('a')
      left[Math.min(at, left.length - 1)]?.focus()
    })
  })
}
