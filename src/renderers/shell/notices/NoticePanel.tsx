import { type RefObject, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import type { Runtime } from '../../../runtime/app/runtime.ts'
import type { NotificationPanel, NotificationSource } from '../../../runtime/feed/source.ts'
import type { UnreadAnswer } from '../../../schemas/api/notices.ts'
import { useRuntime, useT } from '../../context.tsx'
import { times } from '../../numbered.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { Popover } from '../../ui/overlays/Popover.tsx'
import { type Loading, useLoad } from '../../useLoad.ts'
import { NoticeKind } from './NoticeKind.tsx'
import './notices.css'

export interface NoticePanelProps {
  /** It came by the pointer on the bell: it takes no focus, and goes when the pointer leaves it. */
  peek: boolean
  onClose: () => void
}

/** Milliseconds that the pointer may be elsewhere on its way from the bell to the panel. */
const patience = 350

/** What is unread, by kind, beside the bell. */
export function NoticePanel({ peek, onClose }: NoticePanelProps) {
  const { feed } = useRuntime()
  const t = useT()
  const [anchor] = useState(bell)
  const panel = useRef<HTMLDivElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  const close = () => {
    if (panel.current?.contains(document.activeElement)) focusBell()
    onClose()
  }
  usePeek(peek, panel, onClose)
  useFocusLeft(panel, onClose)
  useEffect(() => {
    if (!peek) title.current?.focus({ preventScroll: true })
  }, [peek])
  const { source } = feed
  if (!source?.panel) return null
  return (
    <Popover
      anchor={anchor}
      onClose={close}
      placement="bottom-end"
      className="k-notices"
      role="dialog"
      label={t('ui.notices.panel')}
    >
      <div ref={panel}>
        <Unread source={source} panel={source.panel} title={title} onLeave={onClose} />
      </div>
    </Popover>
  )
}

interface UnreadProps {
  source: NotificationSource
  panel: NotificationPanel
  title: RefObject<HTMLHeadingElement | null>
  onLeave: () => void
}

function Unread({ source, panel, title, onLeave }: UnreadProps) {
  const runtime = useRuntime()
  const t = useT()
  const unread = useUnread(runtime, source, panel)
  const mark = async (address: string, body: object) => {
    title.current?.focus({ preventScroll: true })
    const { data } = await runtime.http.post<{ unread_count: number }>(address, body)
    runtime.stores.liveFeed.unreadCount = data.unread_count
    unread.reload()
  }
  const { value } = unread
  return (
    <>
      <header className="k-notices-head">
        <h2 ref={title} tabIndex={-1}>
          {t('ui.notices.panel')}
          {value && value.unread > 0 ? <span className="k-notices-count">{value.unread}</span> : null}
        </h2>
        {value?.marksAll && value.unread > 0 ? (
          <Button look="link" onClick={() => void mark(panel.readShown, { last: value.last })}>
            {t('ui.notices.markAll')}
          </Button>
        ) : null}
      </header>
      <div className="k-notices-body" aria-busy={unread.loading || undefined}>
        <Kinds unread={unread} source={source} panel={panel} mark={mark} onLeave={onLeave} />
      </div>
      {source.list === undefined ? null : (
        <footer className="k-notices-foot">
          <Link className="s-link" to={source.list} onClick={onLeave}>
            {t('ui.notices.all')}
          </Link>
        </footer>
      )}
    </>
  )
}

interface KindsProps extends Omit<UnreadProps, 'title'> {
  unread: Loading<UnreadAnswer>
  mark(address: string, body: object): Promise<void>
}

function Kinds({ unread: { value, error, reason, reload }, source, panel, mark, onLeave }: KindsProps) {
  const t = useT()
  if (error !== undefined)
    return (
      <EmptyState
        tone="error"
        icon="exclamation-circle"
        title={t('ui.notices.failed')}
        text={reason}
        action={<Button onClick={reload}>{t('ui.list.retry')}</Button>}
      />
    )
  if (!value)
    return (
      <div className="k-notices-wait">
        {times(6).map((i) => (
          <Skeleton key={i} width={`${50 + ((i * 17) % 45)}%`} />
        ))}
      </div>
    )
  if (value.groups.length === 0)
    return <EmptyState icon="check-circle" title={t('ui.notices.none')} text={t('ui.notices.noneText')} />
  return value.groups.map((group) => (
    <NoticeKind
      key={group.type}
      group={group}
      source={source}
      all={panel.listOf?.(group.type)}
      onLeave={onLeave}
      markOne={(id) => void mark(source.read, { id })}
      markKind={value.marksAll ? () => void mark(panel.readShown, { type: group.type, last: value.last }) : undefined}
    />
  ))
}

/** Asked again with every notification that arrives and whenever another screen reads one. */
function useUnread(
  { http, feed, stores }: Runtime,
  source: NotificationSource,
  { unread }: NotificationPanel,
): Loading<UnreadAnswer> {
  const { unreadCount } = useSnapshot(stores.liveFeed)
  const news = useSnapshot(feed.news.state).byPath[source.list?.split('?')[0] ?? '']
  const quiet = { showError: false, showCodeMessage: false }
  const load = async () => (await http.get<UnreadAnswer>(unread, undefined, quiet)).data
  return useLoad(load, [unread], { fresh: `${unreadCount} ${news?.at(-1) ?? ''}` })
}

/** Closes what the pointer opened, once it is neither over the bell nor over the panel. */
function usePeek(peek: boolean, panel: RefObject<HTMLElement | null>, onClose: () => void): void {
  const latest = useRef(onClose)
  latest.current = onClose
  useEffect(() => {
    if (!peek) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const onMove = ({ target }: PointerEvent) => {
      const isOver = target instanceof Element && (panel.current?.contains(target) || target.closest('.k-bell') !== null)
      if (!isOver) timer ??= setTimeout(() => latest.current(), patience)
      else {
        clearTimeout(timer)
        timer = undefined
      }
    }
    document.addEventListener('pointerover', onMove)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('pointerover', onMove)
    }
  }, [peek, panel])
}

/** Closes the panel when Tab leads out of it. */
function useFocusLeft(panel: RefObject<HTMLElement | null>, onClose: () => void): void {
  const latest = useRef(onClose)
  latest.current = onClose
  useEffect(() => {
    const part = panel.current
    const onLeft = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget instanceof Node && !part?.contains(relatedTarget)) latest.current()
    }
    part?.addEventListener('focusout', onLeft)
    return () => part?.removeEventListener('focusout', onLeft)
  }, [panel])
}

const bellElement = () => document.querySelector<HTMLElement>('.k-bell')

/** Beside the bell; in the corner where the header is hidden. */
function bell(): { current: HTMLElement } | { x: number; y: number } {
  const current = bellElement()
  return current ? { current } : { x: innerWidth - 8, y: 8 }
}

function focusBell(): void {
  bellElement()?.querySelector('button')?.focus({ preventScroll: true })
}
