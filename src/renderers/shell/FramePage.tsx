import { useState } from 'react'
import { Spinner } from '../ui/Spinner.tsx'
import { useT } from './context.tsx'
import { usePending } from './pending.ts'

/** Another page in a frame. The address comes from a menu rule (never from the address bar); the frame is sandboxed. */
export function FramePage({ title, url }: { title: string; url: string }) {
  const [ready, setReady] = useState(false)
  return (
    <div className="k-frame">
      {ready ? null : <Wait />}
      <iframe
        title={title}
        src={url}
        sandbox={sandbox}
        referrerPolicy="no-referrer"
        onLoad={() => setReady(true)}
        className={ready ? undefined : 'is-loading'}
      />
    </div>
  )
}

/**
 * What a framed page may do: be itself, but never navigate this window. (Files people uploaded are served with a sandbox of their own, so
 * that allow-same-origin gives them nothing.)
 */
const sandbox = 'allow-scripts allow-same-origin allow-forms allow-popups'

function Wait() {
  const t = useT()
  usePending()
  return (
    <div className="k-frame-wait">
      <Spinner label={t('ui.controls.loading')} />
    </div>
  )
}
