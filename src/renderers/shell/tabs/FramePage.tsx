import { useEffect, useState } from 'react'
import { useT } from '../../context.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Spinner } from '../../ui/feedback/Spinner.tsx'
import { usePending } from '../pending.ts'

/** Another page in a frame. The address comes from a menu rule (never from the address bar); the frame is sandboxed. */
export function FramePage({ title, url }: { title: string; url: string }) {
  const [ready, setReady] = useState(false)
  if (useRefused(url)) return <Refused url={url} />
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
 * A framed page may run, but never navigate this window. (Uploaded files are served with their own sandbox, so allow-same-origin grants
 * them nothing.)
 */
const sandbox = 'allow-scripts allow-same-origin allow-forms allow-popups'

/** Has the policy of this page refused to frame the address? */
function useRefused(url: string): boolean {
  const [refused, setRefused] = useState(false)
  useEffect(() => {
    const heard = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent) => {
      if (effectiveDirective === 'frame-src' && new URL(url, location.href).href.startsWith(blockedURI)) setRefused(true)
    }
    document.addEventListener('securitypolicyviolation', heard)
    return () => document.removeEventListener('securitypolicyviolation', heard)
  }, [url])
  return refused
}

function Refused({ url }: { url: string }) {
  const t = useT()
  return (
    <EmptyState
      icon="ban"
      tone="error"
      title={t('ui.shell.frame.blocked')}
      text={t('ui.shell.frame.blockedText')}
      action={
        <a href={url} target="_blank" rel="noreferrer">
          {t('ui.shell.frame.open')}
        </a>
      }
    />
  )
}

function Wait() {
  const t = useT()
  usePending()
  return (
    <div className="k-frame-wait">
      <Spinner label={t('ui.controls.loading')} />
    </div>
  )
}
