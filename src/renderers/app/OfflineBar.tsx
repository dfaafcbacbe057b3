import { useSyncExternalStore } from 'react'
import { useT } from '../context.tsx'
import { Icon } from '../ui/Icon.tsx'

function watch(changed: () => void) {
  addEventListener('online', changed)
  addEventListener('offline', changed)
  return () => {
    removeEventListener('online', changed)
    removeEventListener('offline', changed)
  }
}

/** Says that the machine has no network, for as long as it is so. */
export function OfflineBar() {
  const t = useT()
  const online = useSyncExternalStore(watch, () => navigator.onLine)
  return (
    <div role="status">
      {online ? null : (
        <p className="k-offline">
          <Icon name="wifi" />
          {t('ui.shell.offline')}
        </p>
      )}
    </div>
  )
}
