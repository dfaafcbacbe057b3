import { useT } from '../../../../../src/renderers/context.tsx'
import { Button } from '../../../../../src/renderers/ui/Button.tsx'
import { countText } from '../../../../../src/renderers/ui/countText.ts'
import type { OrderPreview } from '../../../contract/storefront.ts'
import { Yuan, yuanText } from '../parts/Yuan.tsx'

export interface SumsProps {
  value: OrderPreview | undefined
  loading: boolean
  busy: boolean
  /** Why it cannot be ordered like this. */
  wrong: string
  /** What must be entered first; '' nothing. */
  missing: string
  onPlace: () => Promise<void>
}

const offs = ['level_amount', 'coupon_amount', 'score_amount'] as const

/** What the order costs, part by part, and the button that places it. */
export function Sums({ value, loading, busy, wrong, missing, onPlace }: SumsProps) {
  const t = useT()
  const reason = missing || wrong || undefined
  return (
    <section className="st-card st-side" aria-label={t('storefront.checkout.sums')} aria-busy={loading}>
      {value ? (
        <dl className="st-sums" aria-live="polite">
          <div>
            <dt>{t('storefront.checkout.goods_amount')}</dt>
            <dd>{yuanText(value.goods_amount)}</dd>
          </div>
          <div>
            <dt>{t('storefront.checkout.delivery_amount')}</dt>
            <dd>{value.delivery_amount === '0.00' ? t('storefront.checkout.free') : yuanText(value.delivery_amount)}</dd>
          </div>
          {offs
            .filter((name) => value[name] !== '0.00')
            .map((name) => (
              <div key={name}>
                <dt>{t(`storefront.checkout.${name}`)}</dt>
                <dd>−{yuanText(value[name])}</dd>
              </div>
            ))}
          <div className="is-total">
            <dt>{t('storefront.checkout.pay_amount')}</dt>
            <dd>
              <Yuan of={value.pay_amount} />
            </dd>
          </div>
        </dl>
      ) : null}
      {value && value.give_score > 0 ? (
        <p className="st-quiet">{t('storefront.checkout.gives', { n: countText(value.give_score) })}</p>
      ) : null}
      {reason ? (
        <p className="st-wrong" role="alert">
          {reason}
        </p>
      ) : null}
      <Button
        look="primary"
        size="large"
        loading={busy}
        reason={missing || (value ? '' : wrong) || undefined}
        onClick={() => void onPlace()}
      >
        {t('storefront.checkout.place')}
      </Button>
    </section>
  )
}
