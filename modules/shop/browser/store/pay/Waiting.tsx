import { useEffect, useRef } from 'react'
import { useT } from '../../../../../src/renderers/context.tsx'
import { Button } from '../../../../../src/renderers/ui/Button.tsx'
import { Spinner } from '../../../../../src/renderers/ui/feedback/Spinner.tsx'
import { Icon } from '../../../../../src/renderers/ui/Icon.tsx'
import type { StartedPayment } from '../../../contract/storefront.ts'

export interface WaitingProps {
  started: StartedPayment & { way: string }
  /** Reads the order again. */
  onChanged: () => void
  onBack: () => void
}

/** Milliseconds between two looks at the order. */
const pause = 2000

/** The member pays at the provider, in a window of its own; the order is looked at until it is paid. */
export function Waiting({ started: { pay_url, way }, onChanged, onBack }: WaitingProps) {
  const t = useT()
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') onChanged()
    }, pause)
    addEventListener('focus', onChanged)
    return () => {
      clearInterval(timer)
      removeEventListener('focus', onChanged)
    }
  }, [onChanged])
  // The next step of what the person has just pressed.
  const open = useRef<HTMLAnchorElement>(null)
  useEffect(() => open.current?.focus(), [])
  return (
    <div className="st-waiting">
      <p role="status">{t('storefront.pay.waiting', { way: t(`storefront.pay.way.${way}`) })}</p>
      <a className="k-btn k-btn-primary k-btn-large" href={pay_url} target="_blank" rel="noopener noreferrer" ref={open}>
        <span className="k-btn-text">{t('storefront.pay.open', { way: t(`storefront.pay.way.${way}`) })}</span>
        <Icon name="external-link" />
      </a>
      <Spinner size="small" delay={0} label={t('storefront.pay.looking')} />
      <p className="st-ways-on">
        <Button onClick={onChanged}>{t('storefront.pay.done')}</Button>
        <Button look="link" onClick={onBack}>
          {t('storefront.pay.other')}
        </Button>
      </p>
    </div>
  )
}
