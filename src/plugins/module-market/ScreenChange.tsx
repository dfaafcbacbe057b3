import type { ReactNode } from 'react'
import type { OverlayInForce } from '../../schemas/api/market.ts'
import { useMarket } from './shown.ts'

interface ScreenChangeProps {
  change: Omit<OverlayInForce, 'file' | 'page'> & { page?: string }
  /** Words for what is there without it, and with it. */
  sides: readonly [string, string]
  /** What can be done about it. */
  action?: ReactNode
}

/** A change of a screen, with what stands there without it and with it. */
export function ScreenChange({ change, sides: [without, withIt], action }: ScreenChangeProps) {
  const { t } = useMarket()
  const { page, op, path, locale, before, after } = change
  return (
    <details className="m-overlay">
      <summary>
        {t(`op.${op}`)} {page !== undefined && <code>{page}</code>} <code>{path}</code>
        {locale !== undefined && <span className="m-quiet"> {t(`locale.${locale}`)}</span>}
      </summary>
      <div className="m-sides">
        <Side title={t(without)} value={before} />
        <Side title={t(withIt)} value={after} />
      </div>
      {action}
    </details>
  )
}

function Side({ title, value }: { title: string; value: unknown }) {
  const { t } = useMarket()
  return (
    <div>
      <h4>{title}</h4>
      {value === undefined || value === null ? (
        <p className="m-quiet">{t('plan.nothing')}</p>
      ) : (
        <pre className="m-code">{typeof value === 'string' ? value : JSON.stringify(value, null, 2)}</pre>
      )}
    </div>
  )
}
