import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { Runtime } from '../../../runtime/app/runtime.ts'
import type { NotificationSource } from '../../../runtime/feed/source.ts'
import { findRoute } from '../../../runtime/navigation/menu.ts'
import { linkPath } from '../../../runtime/navigation/recordPath.ts'
import type { NoticeGroup, UnreadNotice } from '../../../schemas/api/notices.ts'
import { shownZone } from '../../asset.ts'
import { agoText, dateTimeText } from '../../cells/clock.ts'
import { useRuntime, useT } from '../../context.tsx'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'

interface NoticeKindProps {
  group: NoticeGroup
  source: NotificationSource
  /** Address of the list of all unread ones of the kind; absent where there is no list. */
  all: string | undefined
  /** A link was followed. */
  onLeave: () => void
  markOne(id: number): void
  /** Absent where the person may not. */
  markKind: (() => void) | undefined
}

/** Unread notifications of one kind. Only the first lines are shown, so that many of one kind do not hide another. */
export function NoticeKind({ group, source, all, onLeave, markOne, markKind }: NoticeKindProps) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  const { type, title, count, lead, notices } = group
  const shown = isOpen ? notices : notices.slice(0, lead)
  return (
    <section className="k-notices-kind" aria-label={t('ui.notices.unreadOf', { title, count })}>
      <h3>
        {title}
        {count > 1 ? <span className="k-notices-count">{count}</span> : null}
        {markKind && count > 1 ? (
          <IconButton icon="check-square" size="small" label={t('ui.notices.markKind', { title })} onClick={markKind} />
        ) : null}
      </h3>
      <ul>
        {shown.map((notice) => (
          <Line key={notice.id} notice={notice} type={type} source={source} onLeave={onLeave} mark={() => markOne(notice.id)} />
        ))}
      </ul>
      {notices.length > lead ? (
        <Button look="link" size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? t('ui.notices.less') : t('ui.notices.more', { count: count - lead })}
        </Button>
      ) : null}
      {isOpen && all !== undefined && count > notices.length ? (
        <Link className="s-link" to={all} onClick={onLeave}>
          {t('ui.notices.allOf', { count })}
        </Link>
      ) : null}
    </section>
  )
}

interface LineProps {
  notice: UnreadNotice
  type: string
  source: NotificationSource
  onLeave: () => void
  mark: () => void
}

function Line({ notice, type, source, onLeave, mark }: LineProps) {
  const runtime = useRuntime()
  const t = useT()
  const { message, time } = notice
  const to = pathOf(runtime, source, type, notice)
  const follow = () => {
    mark()
    runtime.feed.popups.dismiss(notice.id)
    onLeave()
  }
  const zone = shownZone(runtime.stores.siteConfig)
  return (
    <li className="k-notices-line">
      <span className="k-notices-text">
        {to === undefined ? (
          message
        ) : (
          <Link to={to} onClick={follow}>
            {message}
          </Link>
        )}
        <time dateTime={new Date(time * 1000).toISOString()} title={dateTimeText(time, zone)}>
          {agoText(time, runtime.http.now(), t)}
        </time>
      </span>
      <IconButton icon="check" size="small" label={t('ui.notices.markOne', { message })} onClick={mark} />
    </li>
  )
}

/** The record where there is one, else the list that the kind leads to; undefined where this person has no such screen. */
function pathOf(runtime: Runtime, source: NotificationSource, type: string, { record, data }: UnreadNotice): string | undefined {
  const routes = runtime.routes()
  const route = record && routes.find(({ pageId }) => pageId === record.page)
  if (route) return linkPath(route.path, { id: record.key })
  const path = source.target({ message_type: type, message_data: data })
  return findRoute(routes, path)?.known ? path : undefined
}
