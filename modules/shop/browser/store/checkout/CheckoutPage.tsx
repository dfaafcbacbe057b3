import { useRef, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import { useRuntime, useT } from '../../../../../src/renderers/context.tsx'
import { PublicFault } from '../../../../../src/renderers/home/PublicPage.tsx'
import { EmptyState } from '../../../../../src/renderers/ui/feedback/EmptyState.tsx'
import { Skeleton } from '../../../../../src/renderers/ui/feedback/Skeleton.tsx'
import { Textarea } from '../../../../../src/renderers/ui/inputs/Textarea.tsx'
import { useLoad } from '../../../../../src/renderers/useLoad.ts'
import { randomId } from '../../../../../src/runtime/browser.ts'
import { CallError } from '../../../../../src/runtime/callError.ts'
import type { OrderPreview, StoreAddress } from '../../../contract/storefront.ts'
import { ask, read, step } from '../calls.ts'
import { MembersOnly, StorePage } from '../frame/StorePage.tsx'
import { countCart } from '../frame/storeState.ts'
import { Line } from '../parts/Line.tsx'
import { Part } from '../parts/Part.tsx'
import { AddressChoice } from './AddressChoice.tsx'
import { CouponChoice } from './CouponChoice.tsx'
import { Sums } from './Sums.tsx'
import './checkout.css'

/** `/checkout`: an order of chosen lines of the cart (`cart`), or of one combination (`sku`, `quantity`). */
export function CheckoutPage() {
  return (
    <MembersOnly>
      <Checkout />
    </MembersOnly>
  )
}

/** What is ordered, as its address says; undefined where it says nothing. */
function useOrdered(): object | undefined {
  const [query] = useSearchParams()
  const cart = (query.get('cart') ?? '').split(',').map(Number).filter(Boolean)
  const sku = Number(query.get('sku'))
  if (cart.length > 0) return { cart_ids: cart }
  return sku > 0 ? { lines: [{ sku_id: sku, quantity: Number(query.get('quantity')) || 1 }] } : undefined
}

function Checkout() {
  const t = useT()
  const runtime = useRuntime()
  const ordered = useOrdered()
  const { value, reason, loading, reload } = useLoad(
    async () => (await read<{ list: StoreAddress[] }>(runtime, '/api/shop.Address/index')).list,
    [runtime],
  )
  const title = t('storefront.checkout.title')
  return (
    <StorePage title={title} busy={loading && !value}>
      <h1>{title}</h1>
      {ordered ? null : <Nothing />}
      {reason === '' ? null : <PublicFault title={t('storefront.checkout.failed')} text={reason} onRetry={reload} />}
      {loading && !value ? <Skeleton height={120} /> : null}
      {value && ordered ? <Order ordered={ordered} addresses={value} onAddresses={reload} /> : null}
    </StorePage>
  )
}

function Nothing() {
  const t = useT()
  return (
    <EmptyState
      icon="shopping-cart"
      title={t('storefront.checkout.nothing')}
      action={
        <Link className="k-btn k-btn-primary" to="/cart">
          <span className="k-btn-text">{t('storefront.checkout.toCart')}</span>
        </Link>
      }
    />
  )
}

interface OrderProps {
  ordered: object
  addresses: readonly StoreAddress[]
  onAddresses: () => void
}

function Order({ ordered, addresses, onAddresses }: OrderProps) {
  const t = useT()
  const runtime = useRuntime()
  const [picked, setPicked] = useState<number>()
  const [coupon, setCoupon] = useState<number | null>(null)
  const [remark, setRemark] = useState('')
  const address = (addresses.find(({ id }) => id === picked) ?? addresses[0])?.id
  const input = { ...ordered, address_id: address, receipt_id: coupon }
  const wanted = JSON.stringify(input)
  const preview = useLoad(
    address === undefined ? null : () => ask<OrderPreview>(runtime, '/api/shop.Order/preview', input),
    [runtime, wanted],
    { keep: true },
  )
  const order = usePlacing({ ...input, remark })
  const value = address === undefined ? undefined : preview.value
  return (
    <div className="st-columns">
      <div className="st-parts">
        <AddressChoice addresses={addresses} chosen={address} onChoose={setPicked} onAdded={onAddresses} />
        {value ? (
          <>
            <Part title={t('storefront.checkout.lines')}>
              <ul className="st-ordered">
                {value.lines.map((line) => (
                  <li key={line.sku_id}>
                    <Line line={line} />
                    <span className="st-quiet">× {line.quantity}</span>
                  </li>
                ))}
              </ul>
            </Part>
            <CouponChoice coupons={value.coupons} chosen={coupon} onChoose={setCoupon} />
            <Part title={t('storefront.checkout.remark')}>
              <Textarea
                label={t('storefront.checkout.remark')}
                placeholder={t('storefront.checkout.remarkHelp')}
                rows={2}
                maxLength={500}
                value={remark}
                onChange={setRemark}
              />
            </Part>
          </>
        ) : null}
      </div>
      <Sums
        value={value}
        busy={order.busy}
        loading={preview.loading}
        wrong={order.wrong || preview.reason}
        missing={address === undefined ? t('storefront.checkout.addressFirst') : ''}
        onPlace={order.place}
      />
    </div>
  )
}

/** Places the order once, however often the button is pressed or an answer gets lost, and goes on to its payment. */
function usePlacing(input: object) {
  const runtime = useRuntime()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState('')
  const sent = useRef({ text: '', key: '' })
  const place = async () => {
    const text = JSON.stringify(input)
    // Another order has another key; the same one keeps it, so that the server takes it once.
    if (sent.current.text !== text) sent.current = { text, key: randomId() }
    setBusy(true)
    setWrong('')
    try {
      const body = { ...input, idempotency_key: sent.current.key, source: innerWidth < 640 ? 'h5' : 'web' }
      const { id } = await step<{ id: number }>(runtime, '/api/shop.Order/create', body, { showCodeMessage: false })
      void countCart(runtime).catch(() => undefined)
      navigate(`/pay/${id}`, { replace: true })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setWrong(error.message)
      setBusy(false)
    }
  }
  return { busy, wrong, place }
}
