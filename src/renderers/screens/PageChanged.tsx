import { useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { useRuntime, useT, useTab } from '../context.tsx'
import { mayLose } from '../form/unsaved.ts'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { modalOnTop, subscribeToModals } from '../ui/overlays/layers.ts'
import { useValue } from '../useValue.ts'
import './pageChanged.css'

/**
 * Says that the server has another version of the screen by now, in the form that is open over it, if there is one. It changes only on
 * request, after a question where something is not saved.
 */
export function PageChanged({ onReload }: { onReload(): void }) {
  const runtime = useRuntime()
  const t = useT()
  const tab = useTab()?.id ?? ''
  const isInFront = useValue(runtime.stores.tabs, ({ activeRoute }) => tab === '' || activeRoute?.id === tab)
  const panel = useSyncExternalStore(subscribeToModals, panelOnTop)
  const reload = async () => {
    if (await mayLose(runtime, [tab])) onReload()
  }
  const bar = (
    <div className="s-changed">
      <Icon name="info-circle" />
      <p role="status">{t('ui.pageChanged.text')}</p>
      <Button size="small" onClick={reload}>
        {t('ui.pageChanged.reload')}
      </Button>
    </div>
  )
  return panel && isInFront ? createPortal(bar, panel) : bar
}

/** The dialog or drawer above all others: what is behind it cannot be reached. A question is answered first. */
function panelOnTop(): Element | null {
  return modalOnTop()?.querySelector(':scope > [role="dialog"]') ?? null
}
