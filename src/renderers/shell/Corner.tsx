import { useSnapshot } from 'valtio'
import type { NoticeType } from '../../runtime/notices.ts'
import type { Severity } from '../ui/control.ts'
import { ToastList } from '../ui/Toast.tsx'
import { useRuntime, useT } from './context.tsx'
import type { ShellPlugin } from './plugin.ts'

const severities: Record<NoticeType, Severity> = { success: 'success', info: 'info', warning: 'warning', error: 'danger' }

/** Bottom right: what the runtime says, and what plugins add. Above dialogs, and never inert. */
export function Corner({ plugins }: { plugins: readonly ShellPlugin[] }) {
  const t = useT()
  return (
    <section className="k-toasts" aria-label={t('ui.controls.messages')}>
      {plugins.map(({ name, Corner: Own }) => (Own ? <Own key={name} /> : null))}
      <Notices />
    </section>
  )
}

function Notices() {
  const { notices } = useRuntime()
  const { queue } = useSnapshot(notices.state)
  return (
    <ToastList
      toasts={queue.map(({ id, type, text, times }) => ({
        id,
        severity: severities[type],
        text: times > 1 ? `${text} (×${times})` : text,
      }))}
      onClose={(id) => notices.dismiss(Number(id))}
    />
  )
}
