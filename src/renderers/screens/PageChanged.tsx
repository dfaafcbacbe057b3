import { useRuntime, useT, useTab } from '../context.tsx'
import { mayLose } from '../form/unsaved.ts'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import './pageChanged.css'

/** Says that the server has another version of the screen by now. It changes only on request, after a question where something is not saved. */
export function PageChanged({ onReload }: { onReload(): void }) {
  const runtime = useRuntime()
  const t = useT()
  const tab = useTab()?.id ?? ''
  const reload = async () => {
    if (await mayLose(runtime, [tab])) onReload()
  }
  return (
    <div className="s-changed">
      <Icon name="info-circle" />
      <p role="status">{t('ui.pageChanged.text')}</p>
      <Button size="small" onClick={reload}>
        {t('ui.pageChanged.reload')}
      </Button>
    </div>
  )
}
