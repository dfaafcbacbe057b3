import { type KeyboardEvent, useEffect, useRef, useState, type WheelEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import type { Tab } from '../../runtime/stores/tabs.ts'
import { ContextMenu } from '../ui/ContextMenu.tsx'
import { cx } from '../ui/control.ts'
import { Icon } from '../ui/Icon.tsx'
import { Menu } from '../ui/Menu.tsx'
import type { MenuEntry } from '../ui/MenuList.tsx'
import { useRuntime, useT } from './context.tsx'
import { useTabActions } from './useTabActions.ts'

/** The open screens: arrow keys walk, Delete and the middle button close, a menu for the rest. */
export function TabBar() {
  const runtime = useRuntime()
  const t = useT()
  const navigate = useNavigate()
  const { tabsView, activeRoute } = useSnapshot(runtime.stores.tabs)
  const actions = useTabActions()
  const list = useRef<HTMLUListElement>(null)
  const [menuAt, setMenuAt] = useState<{ x: number; y: number; id: string } | null>(null)
  const active = activeRoute?.id

  // biome-ignore lint/correctness/useExhaustiveDependencies: the active tab comes into sight whenever it changes
  useEffect(() => {
    list.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [active, tabsView.length])

  const entries = (id: string): MenuEntry[] => [
    {
      id: 'reload',
      label: t('ui.shell.reloadTab'),
      icon: 'refresh',
      disabled: id !== active,
      onSelect: () => actions.reload(id),
    },
    { id: 'full', label: t('ui.shell.fullTab'), icon: 'window-maximize', onSelect: () => actions.fullScreen(id) },
    {
      id: 'close',
      label: t('ui.shell.closeTab'),
      icon: 'times',
      shortcut: 'Del',
      divided: true,
      disabled: tabsView.length < 2,
      onSelect: () => actions.close(id),
    },
    { id: 'others', label: t('ui.shell.closeOthers'), disabled: tabsView.length < 2, onSelect: () => actions.closeOthers(id) },
    { id: 'all', label: t('ui.shell.closeAll'), disabled: tabsView.length < 2, onSelect: actions.closeAll },
  ]
  const onKeyDown = (event: KeyboardEvent<HTMLUListElement>) =>
    walkTabs(event, (at) => tabsView.length > 1 && actions.close(tabsView[at]?.id ?? ''))
  const onWheel = (event: WheelEvent<HTMLUListElement>) => {
    if (event.deltaX === 0) event.currentTarget.scrollLeft += event.deltaY
  }
  return (
    <nav className="k-tabbar" aria-label={t('ui.shell.openTabs')}>
      <ul ref={list} className="k-tabbar-list" onKeyDown={onKeyDown} onWheel={onWheel}>
        {tabsView.map((tab) => (
          <OneTab
            key={tab.id}
            tab={tab as Tab}
            active={tab.id === active}
            closable={tabsView.length > 1}
            onGo={() => navigate(tab.fullPath)}
            onClose={() => actions.close(tab.id)}
            onMenu={(x, y) => setMenuAt({ x, y, id: tab.id })}
          />
        ))}
      </ul>
      <Menu
        label={t('ui.shell.tabActions')}
        icon="chevron-down"
        items={[
          ...tabsView.map((tab) => ({
            id: tab.id,
            label: tab.title,
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
}

/** Arrow keys, Home and End move along the tabs; Delete closes the focused one and leaves the focus beside it. */
function walkTabs(event: KeyboardEvent<HTMLUListElement>, close: (at: number) => void) {
  const list = event.currentTarget
  const links = [...list.querySelectorAll<HTMLElement>('a')]
  const at = links.indexOf(document.activeElement as HTMLElement)
  if (at < 0) return
  const last = links.length - 1
  const to: Record<string, number> = {
    ArrowRight: at === last ? 0 : at + 1,
    ArrowLeft: at === 0 ? last : at - 1,
    Home: 0,
    End: last,
  }
  const next = to[event.key]
  if (next === undefined && event.key !== 'Delete') return
  event.preventDefault()
  if (next !== undefined) return links[next]?.focus()
  close(at)
  requestAnimationFrame(() => {
    const left = list.querySelectorAll<HTMLElement>('a')
    left[Math.min(at, left.length - 1)]?.focus()
  })
}

interface OneTabProps {
  tab: Tab
  active: boolean
  closable: boolean
  onGo: () => void
  onClose: () => void
  onMenu: (x: number, y: number) => void
}

function OneTab({ tab, active, closable, onGo, onClose, onMenu }: OneTabProps) {
  const t = useT()
  return (
    <li className={cx('k-tabbar-tab', active && 'is-active')}>
      <a
        href={tab.fullPath}
        tabIndex={active ? 0 : -1}
        aria-current={active ? 'page' : undefined}
        aria-keyshortcuts={closable ? 'Delete' : undefined}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return
          event.preventDefault()
          onGo()
        }}
        onAuxClick={(event) => {
          if (event.button !== 1 || !closable) return
          event.preventDefault()
          onClose()
        }}
        onContextMenu={(event) => {
          event.preventDefault()
          const box = event.currentTarget.getBoundingClientRect()
          onMenu(event.clientX || box.left, event.clientY || box.bottom)
        }}
      >
        <span className="cut">{tab.title}</span>
      </a>
      {closable ? (
        <button
          type="button"
          tabIndex={-1}
          className="k-tabbar-x"
          aria-label={t('ui.shell.closeNamed', { title: tab.title })}
          onClick={onClose}
        >
          <Icon name="times" />
        </button>
      ) : null}
    </li>
  )
}
