import { useEffect } from 'react'
import { Link, Navigate, useParams } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import { useRuntime, useT } from '../../../../../src/renderers/context.tsx'
import { EmptyState } from '../../../../../src/renderers/ui/feedback/EmptyState.tsx'
import { Skeleton } from '../../../../../src/renderers/ui/feedback/Skeleton.tsx'
import { Icon } from '../../../../../src/renderers/ui/Icon.tsx'
import { useLoad } from '../../../../../src/renderers/useLoad.ts'
import { memberOf } from '../../../../../src/runtime/app/member.ts'
import type { Bill, BillKind } from '../../../contract/bills.ts'
import { read } from '../calls.ts'
import { MembersOnly, StorePage } from '../frame/StorePage.tsx'
import { Yuan } from '../parts/Yuan.tsx'
import { billUses } from './bills.ts'
import { PayWays } from './PayWays.tsx'
import './pay.css'

/** `/pay/:id`, `/pay/top-up/:id`, `/pay/registration/:id`: paying for an order, a top-up or a fee of the member, and what became of it. */
export function PayPage() {
  const { of } = useParams()
  const kind = of === undefined ? 'order' : kinds[of]
  return <MembersOnly>{kind ? <Pay of={kind} /> : <Navigate to="/404" replace />}</MembersOnly>
}

/** By the part of the address. */
const kinds: Readonly<Record<string, BillKind>> = { 'top-up': 'topUp', registration: 'registration' }

function Pay({ of }: { of: BillKind }) {
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
  const load = () => read<{ row: Bill }>(runtime, '/api/shop.Bill/info', { of, id })
  const { value, reason, loading, reload } = useLoad(load, [runtime, of, id])
  return (
    <StorePage title={t(`storefront.pay.of.${of}.title`)} busy={loading && !value}>
      <div className="st-pay">
        {loading && !value ? <Skeleton height={160} /> : null}
        {reason !== '' && !value ? (
          <EmptyState
            isPage
            tone="error"
            icon="exclamation-circle"
            title={t(`storefront.pay.of.${of}.failed`)}
            text={reason}
            action={<ToList of={of} />}
          />
        ) : null}
        {value ? <State of={of} bill={value.row} onChanged={reload} /> : null}
      </div>
    </StorePage>
  )
}

function State({ of, bill, onChanged }: { of: BillKind; bill: Bill; onChanged: () => void }) {
  if (bill.state === 'toPay') return <PayWays of={of} bill={bill} onChanged={onChanged} />
  return bill.state === 'closed' ? <Closed of={of} bill={bill} /> : <Paid of={of} bill={bill} />
}

function Paid({ of, bill }: { of: BillKind; bill: Bill }) {
  const t = useT()
  return (
    <section className="st-card st-paid" role="status">
      <Icon name="check-circle" className="st-paid-icon" />
      <h1>{t('storefront.pay.paid')}</h1>
      <Yuan of={bill.amount} />
      <p className="st-quiet">{t('storefront.pay.number', { no: bill.number })}</p>
      <p>{t(`storefront.pay.of.${of}.next`)}</p>
      <p className="st-ways-on">
        <ToList of={of} />
        <Link className="k-btn k-btn-default" to="/goods">
          <span className="k-btn-text">{t('storefront.cart.shop')}</span>
        </Link>
      </p>
    </section>
  )
}

function Closed({ of, bill }: { of: BillKind; bill: Bill }) {
  const t = useT()
  return (
    <EmptyState
      isPage
      icon="times-circle"
      title={t(`storefront.pay.of.${of}.closed`)}
      text={bill.reason || t(`storefront.pay.of.${of}.closedText`)}
      action={<ToList of={of} />}
    />
  )
}

/** To the member's list of such bills; to the first page of the member centre where they have no such page. */
function ToList({ of }: { of: BillKind }) {
  const t = useT()
  const { viewRoutes } = useSnapshot(useRuntime().stores.memberCentre)
  const { list } = billUses[of]
  const to = viewRoutes.some(({ path }) => path === list) ? list : '/user'
  return (
    <Link className="k-btn k-btn-primary" to={to}>
      <span className="k-btn-text">{t(`storefront.pay.of.${of}.list`)}</span>
    </Link>
  )
}
