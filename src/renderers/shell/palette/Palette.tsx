import { type KeyboardEvent, type Ref, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import { flatMenu, menuTrail } from '../../../runtime/navigation/menu.ts'
import { linkPath } from '../../../runtime/navigation/recordPath.ts'
import { useRuntime, useT } from '../../context.tsx'
import { keyTexts } from '../../shortcuts.ts'
import { cx } from '../../ui/control.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { useLoad } from '../../useLoad.ts'
import { openEntry, prefetchEntry } from '../menu/openEntry.ts'
import type { Overlay } from '../overlay.ts'
import { type Command, findCommands } from './findCommands.ts'
import { useCommands } from './useCommands.ts'
import { useFound, useInitials } from './useFound.ts'

/** Every screen of the menu as a command, also found by the initials of its Chinese title. */
function useScreens(close: () => void): Command[] {
  const runtime = useRuntime()
  const navigate = useNavigate()
  const initials = useInitials()
  return useMemo(() => {
    const menus = runtime.menus()
    return [...flatMenu(menus)]
      .filter((item) => item.type !== 'dir')
      .map((item) => ({
        id: `menu-${item.id}`,
        title: item.title,
        note: menuTrail(menus, item.id)
          .slice(0, -1)
          .map((one) => one.title)
          .join(' / '),
        icon: item.icon,
        also: `${item.name} ${initials[item.title] ?? ''}`,
        preload: () => prefetchEntry(item, runtime),
        run: () => {
          close()
          openEntry(item, runtime, navigate)
        },
      }))
  }, [runtime, navigate, close, initials])
}

/** The open tabs as commands, the newest first, without the one in front. */
function useRecent(close: () => void): Command[] {
  const navigate = useNavigate()
  const t = useT()
  const { tabsView, activeRoute } = useSnapshot(useRuntime().stores.tabs)
  return useMemo(() => {
    const others = tabsView.filter(({ id }) => id !== activeRoute?.id)
    return others.reverse().map(({ id, title, fullPath, route }) => ({
      id: `tab-${id}`,
      title,
      note: t('ui.shell.openTab'),
      icon: route.icon.replace(/^pi pi-/, ''),
      run: () => {
        close()
        navigate(fullPath)
      },
    }))
  }, [navigate, t, close, tabsView, activeRoute])
}

/** The records that were looked at as commands, the latest first; until the server has answered those that are known without it. */
function useRecords(close: () => void): Command[] {
  const runtime = useRuntime()
  const navigate = useNavigate()
  const [known] = useState(runtime.palette.known)
  const { value = known } = useLoad(runtime.palette.recent, [runtime])
  return useMemo(
    () =>
      value.flatMap(({ page, key, title }) => {
        const route = runtime.routes().find(({ pageId }) => pageId === page)
        const path = route && linkPath(route.path, { id: key })
        if (!path || path === window.location.pathname) return []
        return {
          id: `recent-${path}`,
          title,
          note: route.title,
          icon: route.icon.replace(/^pi pi-/, ''),
          preload: () => runtime.prefetch(page),
          run: () => {
            close()
            void navigate(path)
          },
        }
      }),
    [runtime, navigate, close, value],
  )
}

/** What can be done in the screen in front, as commands; none until it is known. */
function useOffered(close: () => void): Command[] {
  const { palette } = useRuntime()
  const { value } = useLoad(palette.offers, [palette])
  return useMemo(
    () =>
      (value ?? []).map((offer) => ({
        ...offer,
        run: () => {
          close()
          offer.run()
        },
      })),
    [value, close],
  )
}

/**
 * For an empty text what was looked at last and what can be done here, before everything else; else whatever fits it, and then the records that
 * the server finds.
 */
function useShown(text: string, commands: readonly Command[], close: () => void) {
  const screens = useScreens(close)
  const tabs = useRecent(close)
  const records = useRecords(close)
  const offered = useOffered(close)
  const { found, searching } = useFound(text, close)
  const shown = useMemo(() => {
    const all = [...screens, ...commands]
    if (text.trim() === '') return [...records.slice(0, 4), ...tabs.slice(0, 4), ...offered, ...findCommands(all, '')]
    return [...findCommands([...offered, ...all, ...records], text), ...found]
  }, [screens, commands, records, tabs, offered, found, text])
  return { shown, searching }
}

/**
 * A scanner presses Enter before the server has answered: what it finds for this text is opened then, if that is called just so or is one
 * thing only. Returns what says that Enter was pressed.
 */
function useEnterLater(text: string, shown: readonly Command[], searching: boolean): () => void {
  const [entered, setEntered] = useState<string>()
  useEffect(() => {
    if (entered === undefined || (entered === text && searching)) return
    setEntered(undefined)
    const [first, ...others] = shown
    if (entered === text && (others.length === 0 || first?.title === text.trim())) first?.run()
  }, [entered, text, shown, searching])
  return () => setEntered(text)
}

/** Ctrl+K: type, arrow, Enter. */
export function Palette({ path, show }: { path: string; show: (overlay: Overlay) => void }) {
  const onClose = useCallback(() => show(null), [show])
  const commands = useCommands(show, path)
  const t = useT()
  const [text, setText] = useState('')
  // By its id: what else comes meanwhile takes its place, but not its turn.
  const [chosen, choose] = useState<string>()
  const listId = useId()
  const list = useRef<HTMLDivElement>(null)
  const { shown, searching } = useShown(text, commands, onClose)
  const at = Math.max(
    0,
    shown.findIndex(({ id }) => id === chosen),
  )
  const active = shown[at]
  const enterLater = useEnterLater(text, shown, searching)
  useEffect(() => {
    active?.preload?.()
    list.current?.children[at]?.scrollIntoView({ block: 'nearest' })
  }, [active, at])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const to: Record<string, number> = { ArrowDown: Math.min(shown.length - 1, at + 1), ArrowUp: Math.max(0, at - 1) }
    const next = to[event.key]
    if (next !== undefined) choose(shown[next]?.id)
    else if (event.key === 'Enter') (active?.run ?? enterLater)()
    else return
    event.preventDefault()
  }
  return (
    <Dialog open title={t('ui.shell.goTo')} onClose={onClose} shadeCloses className="k-palette">
      <div className="k-palette-line">
        <Icon name="search" />
        <input
          data-autofocus=""
          className="k-input"
          role="combobox"
          aria-expanded="true"
          aria-controls={listId}
          aria-activedescendant={active ? `${listId}-${at}` : undefined}
          aria-label={t('ui.shell.goTo')}
          placeholder={t('ui.shell.goToHint')}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            choose(undefined)
          }}
          onKeyDown={onKeyDown}
        />
        <kbd>Esc</kbd>
      </div>
      <CommandList ref={list} id={listId} commands={shown} at={at} onHover={choose} />
      <p className="k-list-note" role="status" hidden={shown.length > 0 && !searching}>
        {searching ? t('ui.shell.finding') : shown.length === 0 ? t('ui.shell.noEntry') : ''}
      </p>
    </Dialog>
  )
}

interface CommandListProps {
  id: string
  commands: readonly Command[]
  /** Place of the active one. */
  at: number
  onHover(id: string): void
  ref: Ref<HTMLDivElement>
}

/** The commands that fit what is typed. */
function CommandList({ id, commands, at, onHover, ref }: CommandListProps) {
  const t = useT()
  return (
    <div ref={ref} id={id} role="listbox" tabIndex={-1} aria-label={t('ui.shell.goTo')} className="k-palette-list">
      {commands.map((one, index) => (
        <button
          key={one.id}
          type="button"
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === at}
          className={cx('k-option', index === at && 'is-active')}
          onPointerMove={() => index !== at && onHover(one.id)}
          onClick={one.run}
        >
          <Icon name={one.icon} />
          <span className="k-option-text">{one.title}</span>
          <span className="k-palette-note">{one.note}</span>
          {one.keys ? <kbd>{keyTexts(one.keys).join(' ')}</kbd> : null}
        </button>
      ))}
    </div>
  )
}
