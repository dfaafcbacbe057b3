import { useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { useRuntime, useT } from '../../../../../src/renderers/context.tsx'
import { PublicFault } from '../../../../../src/renderers/home/PublicPage.tsx'
import { Button } from '../../../../../src/renderers/ui/Button.tsx'
import { EmptyState } from '../../../../../src/renderers/ui/feedback/EmptyState.tsx'
import { Skeleton } from '../../../../../src/renderers/ui/feedback/Skeleton.tsx'
import { useLoad } from '../../../../../src/renderers/useLoad.ts'
import type { CouponOffer } from '../../../contract/storefront.ts'
import { read, signInPath, step } from '../calls.ts'
import { StorePage } from '../frame/StorePage.tsx'
import './offers.css'

/** `/coupons`: what members may collect now. */
export function CouponsPage() {
  const t = useT()
  const runtime = useRuntime()
  const load = async () => (await read<{ list: CouponOffer[] }>(runtime, '/api/shop.Coupon/index')).list
  const { value, reason, loading, reload } = useLoad(load, [runtime])
  const title = t('storefront.coupons.title')
  return (
    <StorePage title={title} text={t('storefront.coupons.text')} busy={loading && !value}>
      <h1>{title}</h1>
      <p className="st-quiet st-lead">
        {t('storefront.coupons.text')} <Link to="/points">{t('storefront.coupons.points')}</Link>
      </p>
      {reason === '' ? null : <PublicFault title={t('storefront.coupons.failed')} text={reason} onRetry={reload} />}
      {loading && !value ? <Skeleton height={120} /> : null}
      {value?.length === 0 ? (
        <EmptyState
          icon="ticket"
          title={t('storefront.coupons.none')}
          text={t('storefront.coupons.noneText')}
          action={
            <Link className="k-btn k-btn-primary" to="/goods">
              <span className="k-btn-text">{t('storefront.cart.shop')}</span>
            </Link>
          }
        />
      ) : null}
      <ul className="st-coupons">
        {value?.map((offer) => (
          <li key={offer.id} className="st-card st-coupon">
            <Offer offer={offer} onTaken={reload} />
          </li>
        ))}
      </ul>
    </StorePage>
  )
}

function Offer({ offer, onTaken }: { offer: CouponOffer; onTaken: () => void }) {
  const t = useT()
  const { title, description, label, value, valid, left, has, per_limit } = offer
  const { busy, take } = useTaking(offer, onTaken)
  const isMine = has >= per_limit
  return (
    <>
      <h2>{value}</h2>
      <div className="st-coupon-text">
        <p>
          <b>{title}</b> {label ? <span className="st-quiet">{label}</span> : null}
        </p>
        {description ? <p className="st-quiet">{description}</p> : null}
        <p className="st-quiet">
          {t('storefront.coupons.valid', { text: valid })} ·{' '}
          {left > 0 ? t('storefront.coupons.left', { n: left }) : t('storefront.coupons.gone')}
        </p>
      </div>
      {isMine ? (
        <Link className="k-btn k-btn-default" to="/goods" aria-label={`${t('storefront.coupons.use')}: ${title}`}>
          <span className="k-btn-text">{t('storefront.coupons.use')}</span>
        </Link>
      ) : (
        <Button
          look="primary"
          aria-label={`${t('storefront.coupons.take')}: ${title}`}
          loading={busy}
          reason={left > 0 ? undefined : t('storefront.coupons.gone')}
          onClick={() => void take()}
        >
          {t('storefront.coupons.take')}
        </Button>
      )}
    </>
  )
}

/** Claims a coupon; guests sign in first. */
function useTaking({ id, title }: CouponOffer, onTaken: () => void) {
  const t = useT()
  const runtime = useRuntime()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [busy, setBusy] = useState(false)
  const take = async () => {
    if (runtime.session.token('user') === '') return navigate(signInPath(pathname))
    setBusy(true)
    try {
      await step(runtime, '/api/shop.Coupon/receive', { id })
      runtime.notices.push('success', t('storefront.coupons.taken', { title }))
    } catch {
      // It was said already; the list shows what is left.
    }
    setBusy(false)
    onTaken()
  }
  return { busy, take }
}
