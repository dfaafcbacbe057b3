import { useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { useRuntime, useT } from '../../../../../src/renderers/context.tsx'
import { PublicFault } from '../../../../../src/renderers/home/PublicPage.tsx'
import { Button } from '../../../../../src/renderers/ui/Button.tsx'
import { EmptyState } from '../../../../../src/renderers/ui/feedback/EmptyState.tsx'
import { Skeleton } from '../../../../../src/renderers/ui/feedback/Skeleton.tsx'
import { Checkbox } from '../../../../../src/renderers/ui/inputs/Checkbox.tsx'
import { useLoad } from '../../../../../src/renderers/useLoad.ts'
import { formatFen, parseFen } from '../../../../../src/schemas/kinds/money.ts'
import type { CartLine } from '../../../contract/storefront.ts'
import { read } from '../calls.ts'
import { MembersOnly, StorePage, useTerms } from '../frame/StorePage.tsx'
import { storeState } from '../frame/storeState.ts'
import { Yuan } from '../parts/Yuan.tsx'
import { CartRow } from './CartRow.tsx'
import './cart.css'

/** `/cart`: what the member has put aside, which of it to order, and the way to the checkout. */
export function CartPage() {
  return (
    <MembersOnly>
      <Cart />
    </MembersOnly>
  )
}

function Cart() {
  const t = useT()
  const runtime = useRuntime()
  const load = async () => {
    const cart = await read<{ list: CartLine[] }>(runtime, '/api/shop.Cart/index')
    storeState(runtime).lines = cart.list.length
    return cart.list
  }
  const { value: lines, reason, loading, reload } = useLoad(load, [runtime])
  return (
    <StorePage title={t('home.cart')} busy={loading && !lines}>
      <h1>{t('home.cart')}</h1>
      {reason === '' ? null : <PublicFault title={t('storefront.cart.failed')} text={reason} onRetry={reload} />}
      {loading && !lines ? <Skeleton height={120} /> : null}
      {lines?.length === 0 ? (
        <EmptyState
          icon="shopping-cart"
          title={t('storefront.cart.empty')}
          text={t('storefront.cart.emptyText')}
          action={
            <Link className="k-btn k-btn-primary" to="/goods">
              <span className="k-btn-text">{t('storefront.cart.shop')}</span>
            </Link>
          }
        />
      ) : null}
      {lines && lines.length > 0 ? <Lines lines={lines} onChanged={reload} /> : null}
    </StorePage>
  )
}

function Lines({ lines, onChanged }: { lines: readonly CartLine[]; onChanged: () => void }) {
  const t = useT()
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  const buyable = lines.filter((line) => line.buyable)
  const chosen = buyable.filter(({ id }) => !left.has(id))
  const choose = (ids: readonly number[], isChosen: boolean) => {
    const next = new Set(left)
    for (const id of ids) isChosen ? next.delete(id) : next.add(id)
    setLeft(next)
  }
  return (
    <div className="st-columns">
      <div>
        <div className="st-cart-all">
          <Checkbox
            checked={buyable.length > 0 && chosen.length === buyable.length}
            indeterminate={chosen.length > 0 && chosen.length < buyable.length}
            disabled={buyable.length === 0}
            onChange={(on) =>
              choose(
                buyable.map(({ id }) => id),
                on,
              )
            }
          >
            {t('storefront.cart.all')}
          </Checkbox>
        </div>
        <ul className="st-cart">
          {lines.map((line) => (
            <CartRow
              key={line.id}
              line={line}
              chosen={line.buyable && !left.has(line.id)}
              onChoose={(on) => choose([line.id], on)}
              onChanged={onChanged}
            />
          ))}
        </ul>
      </div>
      <Sum chosen={chosen} />
    </div>
  )
}

/** What the chosen lines cost before delivery and coupons, and the way on. */
function Sum({ chosen }: { chosen: readonly CartLine[] }) {
  const t = useT()
  const navigate = useNavigate()
  const terms = useTerms()
  const fen = chosen.reduce((sum, { amount }) => sum + (parseFen(amount) ?? 0), 0)
  const closed = terms?.closed ? terms.closed_text || t('home.closed') : undefined
  const reason = closed ?? (chosen.length === 0 ? t('storefront.cart.chooseSome') : undefined)
  return (
    <section className="st-card st-side" aria-label={t('storefront.cart.sum')}>
      <dl className="st-sums" aria-live="polite">
        <div className="is-total">
          <dt>{t('storefront.cart.chosen', { n: chosen.length })}</dt>
          <dd>
            <Yuan of={formatFen(fen)} />
          </dd>
        </div>
      </dl>
      <p className="st-quiet">{t('storefront.cart.later')}</p>
      <Button
        look="primary"
        size="large"
        reason={reason}
        onClick={() => navigate(`/checkout?cart=${chosen.map(({ id }) => id).join(',')}`)}
      >
        {t('storefront.cart.checkout')}
      </Button>
    </section>
  )
}
