import { useSnapshot } from 'valtio'
import type { NoticeType } from '../../runtime/notices.ts'
import { useRuntime, useT } from '../context.tsx'
import type { ShellPlugin } from '../definePlugin.ts'
import type { Severity } from '../ui/control.ts'
import { ToastList } from '../ui/feedback/Toast.tsx'

const severities: Record<NoticeType, Severity> = { success: 'success', info: 'info', warning: 'warning', error: 'danger' }

/** Top: what the runtime says. Bottom right: what plugins add, clear of the pager. Above dialogs, never over their buttons, and never inert. */
export function ToastSlot({ plugins }: { plugins: readonly ShellPlugin[] }) {
  const t = useT()
  return (
    <section aria-label={t('ui.controls.messages')}>
      <div className="k-toasts k-toasts-top">
        <Notices />
      </div>
      <div className="k-toasts">{plugins.map(({ name, toastSlot: Own }) => (Own ? <Own key={name} /> : null))}</div>
    </section>
  )
}

function Notices() {
  const { notices } = useRuntime()
  const { queue } = useSnapshot(notices.state)
  return (
    <ToastList
      toasts={queue.map(({ id, type, text, times, stays }) => ({
        id,
        severity: severities[type],
        text: times > 1 ? `${text} (×${times})` : text,
        ...(stays ? { life: 0 } : {}),
      }))}
      onClose={(id) => notices.dismiss(Number(id))}
    />
  )
}
