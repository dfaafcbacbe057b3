import { useEffect } from 'react'
import { Link, useParams } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import { useRuntime, useT } from '../../../../../src/renderers/context.tsx'
import { EmptyState } from '../../../../../src/renderers/ui/feedback/EmptyState.tsx'
import { Skeleton } from '../../../../../src/renderers/ui/feedback/Skeleton.tsx'
import { Icon } from '../../../../../src/renderers/ui/Icon.tsx'
import { useLoad } from '../../../../../src/renderers/useLoad.ts'
import { memberOf } from '../../../../../src/runtime/app/member.ts'
import type { PaidOrder } from '../../../contract/storefront.ts'
import { read } from '../calls.ts'
import { MembersOnly, StorePage } from '../frame/StorePage.tsx'
import { Yuan } from '../parts/Yuan.tsx'
import { PayWays } from './PayWays.tsx'
import './pay.css'

/** `/pay/:id`: paying for an order of the member, and what became of it. */
export function PayPage() {
  return (
    <MembersOnly>
      <Pay />
    </MembersOnly>
  )
}

function Pay() {
  const t = useT()
  const runtime = useRuntime()
  const { id = '' } = useParams()
  // What the member has, and where their orders are, is delivered with who they are.
  useEffect(
    () =>
      void memberOf(runtime)
        .boot({ quiet: true })
        .catch(() => undefined),
    [runtime],
  )
  const load = () => read<{ row: PaidOrder }>(runtime, '/api/shop.Order/info', { id })
  const { value, reason, loading, reload } = useLoad(load, [runtime, id])
  const title = t('storefront.pay.title')
  return (
    <StorePage title={title} busy={loading && !value}>
      <div className="st-pay">
        {loading && !value ? <Skeleton height={160} /> : null}
        {reason !== '' && !value ? (
          <EmptyState
            isPage
            tone="error"
            icon="exclamation-circle"
            title={t('storefront.pay.failed')}
            text={reason}
            action={<ToOrders />}
          />
        ) : null}
        {value ? <State order={value.row} onChanged={reload} /> : null}
      </div>
    </StorePage>
  )
}

/** States of an order (E1). */
const toPay = 1
const cancelled = 6

function State({ order, onChanged }: { order: PaidOrder; onChanged: () => void }) {
  if (order.status === toPay) return <PayWays order={order} onChanged={onChanged} />
  return order.pay_status === 0 || order.status === cancelled ? <Closed order={order} /> : <Paid order={order} />
}

function Paid({ order }: { order: PaidOrder }) {
  const t = useT()
  return (
    <section className="st-card st-paid" role="status">
      <Icon name="check-circle" className="st-paid-icon" />
      <h1>{t('storefront.pay.paid')}</h1>
      <Yuan of={order.pay_amount} />
      <p className="st-quiet">{t('storefront.pay.number', { no: order.order_no })}</p>
      <p>{t('storefront.pay.next')}</p>
      <p className="st-ways-on">
        <ToOrders />
        <Link className="k-btn k-btn-default" to="/goods">
          <span className="k-btn-text">{t('storefront.cart.shop')}</span>
        </Link>
      </p>
    </section>
  )
}

function Closed({ order }: { order: PaidOrder }) {
  const t = useT()
  return (
    <EmptyState
      isPage
      icon="times-circle"
      title={t('storefront.pay.closed')}
      text={order.cancel_reason || t('storefront.pay.closedText')}
      action={<ToOrders />}
    />
  )
}

/** The page of the member's orders. */
const ordersPath = '/user/shop/account/order'

/** To the member's orders; to the first page of the member centre where they have no such page. */
function ToOrders() {
  const t = useT()
  const { viewRoutes } = useSnapshot(useRuntime().stores.memberCentre)
  const to = viewRoutes.some(({ path }) => path === ordersPath) ? ordersPath : '/user'
  return (
    <Link className="k-btn k-btn-primary" to={to}>
      <span className="k-btn-text">{t('storefront.pay.orders')}</span>
    </Link>
  )
}
