import { useEffect } from 'react'
import { snapshot } from 'valtio/vanilla'
import type { Runtime } from '../../runtime/app/runtime.ts'
import type { NoticeType } from '../../runtime/notices.ts'
import { useRuntime, useT } from '../context.tsx'
import type { ShellPlugin } from '../face.ts'
import { pressed } from '../shortcuts.ts'
import type { Severity } from '../ui/control.ts'
import { ToastList } from '../ui/feedback/Toast.tsx'
import { useValue } from '../useValue.ts'

const severities: Record<NoticeType, Severity> = { success: 'success', info: 'info', warning: 'warning', error: 'danger' }

/** Milliseconds in which something can be taken back. */
const undoLife = 12_000

/** In the middle below: what the runtime says. On the right: what plugins add. Clear of the pager and of the buttons of dialogs, never inert. */
export function ToastSlot({ plugins }: { plugins: readonly ShellPlugin[] }) {
  const t = useT()
  return (
    <section aria-label={t('ui.controls.messages')}>
      <div className="k-toasts k-toasts-said">
        <Notices />
      </div>
      <div className="k-toasts">{plugins.map(({ name, toastSlot: Own }) => (Own ? <Own key={name} /> : null))}</div>
    </section>
  )
}

function Notices() {
  const t = useT()
  const { notices } = useRuntime()
  const { queue } = useValue(notices.state, snapshot)
  useUndoKey(notices)
  return (
    <ToastList
      toasts={queue.map(({ id, type, text, times, stays, undo }) => ({
        id,
        severity: severities[type],
        text: times > 1 ? `${text} (×${times})` : text,
        ...(stays ? { life: 0 } : {}),
        ...(undo ? { life: undoLife, undo: { label: t('ui.said.undo'), run: undo } } : {}),
      }))}
      onClose={(id) => notices.dismiss(Number(id))}
    />
  )
}

/** Ctrl/Cmd+Z takes the last thing back, where nobody is typing: there it takes back what was typed. */
function useUndoKey({ state, dismiss }: Runtime['notices']): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (pressed(event, 'everywhere.undo') < 0 || event.defaultPrevented || isTyping(event.target)) return
      const last = state.queue.findLast((notice) => notice.undo)
      if (!last?.undo) return
      event.preventDefault()
      last.undo()
      dismiss(last.id)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [state, dismiss])
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
}
