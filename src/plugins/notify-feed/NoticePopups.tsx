import { snapshot } from 'valtio/vanilla'
import { useRuntime, useT, useValue } from '../../renderers/face.ts'
import { ToastList } from '../../renderers/ui/feedback/Toast.tsx'

/** Milliseconds a notice stands when nobody touches it; it stays unread in the list. */
const life = 12_000

/** New notices bottom right, as the runtime lets them up (3 s apart). Opening one marks it read and goes to its list. */
export function NoticePopups() {
  const { feed } = useRuntime()
  const t = useT()
  const { showing } = useValue(feed.popups.state, snapshot)
  return (
    <ToastList
      toasts={showing.map((message) => ({
        id: message.id,
        severity: 'primary',
        title: message.message_type_map[message.message_type] ?? t('ui.shell.notice'),
        text: message.message,
        life,
        action: { label: t('ui.shell.openNotice'), run: () => void feed.open(message) },
      }))}
      onClose={(id) => feed.popups.dismiss(Number(id))}
    />
  )
}
