import { type KeyboardEvent, memo, type PointerEvent, useRef } from 'react'
import { useSnapshot } from 'valtio'
import { findRoute } from '../../../runtime/navigation/menu.ts'
import { useRuntime, useT } from '../../context.tsx'
import { useGo } from '../../routing/useGo.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { useRoutes } from '../menu/useMenus.ts'
import type { Overlay } from '../overlay.ts'

interface BellProps {
  shown: Overlay
  show: (overlay: Overlay) => void
}

/** Milliseconds that the pointer rests on the bell before what is unread is shown. */
const intent = 300

/** The way to the list of notifications. What is unread is shown beside it: by the pointer resting on it, by ↓, or by its arrow; by a click where there is no list. */
export const Bell = memo(function Bell({ shown, show }: BellProps) {
  const runtime = useRuntime()
  const t = useT()
  const navigate = useGo()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const { shrink } = useSnapshot(runtime.stores.layout)
  const unread = useSnapshot(runtime.stores.liveFeed).unreadCount
  // What is counted is one's own; nobody else's is shown with it.
  const isOwn = runtime.lens.key() === ''
  const count = isOwn ? unread : 0
  const routes = useRoutes()
  const { list, source } = runtime.feed
  const hasPanel = isOwn && source?.panel !== undefined
  if (list === undefined ? !hasPanel : !findRoute(routes, list)) return null
  const isOpen = shown === 'notices' || shown === 'noticesPeek'
  const stay = () => clearTimeout(timer.current)
  const rest = ({ pointerType }: PointerEvent) => {
    if (hasPanel && !isOpen && pointerType === 'mouse') timer.current = setTimeout(() => show('noticesPeek'), intent)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!hasPanel || event.key !== 'ArrowDown') return
    event.preventDefault()
    show('notices')
  }
  const go = () => {
    stay()
    if (list === undefined) return show(shown === 'notices' ? null : 'notices')
    if (isOpen) show(null)
    navigate(list)
  }
  return (
    <span className="k-bell" onPointerLeave={stay}>
      <IconButton
        icon="bell"
        label={count > 0 ? t('ui.shell.noticesUnread', { count }) : t('ui.shell.notices')}
        badge={count}
        tip={!hasPanel}
        {...(list === undefined ? { 'aria-haspopup': 'dialog', 'aria-expanded': isOpen } : {})}
        onPointerEnter={rest}
        onKeyDown={onKeyDown}
        onClick={go}
      />
      {hasPanel && !shrink && list !== undefined ? (
        <IconButton
          icon="chevron-down"
          className="k-bell-more"
          label={t('ui.shell.noticesOpen')}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => show(shown === 'notices' ? null : 'notices')}
        />
      ) : null}
    </span>
  )
})
