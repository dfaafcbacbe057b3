import { useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { useRuntime, useT } from '../../../../../src/renderers/context.tsx'
import { Button } from '../../../../../src/renderers/ui/Button.tsx'
import type { StoreGoods, StoreSku } from '../../../contract/storefront.ts'
import { signInPath, step } from '../calls.ts'
import { useTerms } from '../frame/StorePage.tsx'
import { countCart } from '../frame/storeState.ts'
import { Quantity } from '../parts/Quantity.tsx'
import { type Choice, missingSpec, skuOf, unitsOf } from './choice.ts'
import { SpecChoice } from './SpecChoice.tsx'

export interface BuyBoxProps {
  goods: StoreGoods
  choice: Choice
  onChoose: (choice: Choice) => void
}

/** Which combination and how many units of it, and the two ways on. */
export function BuyBox({ goods, choice, onChoose }: BuyBoxProps) {
  const t = useT()
  const [query] = useSearchParams()
  const [wanted, setWanted] = useState(Number(query.get('quantity')) || 1)
  const [wrong, setWrong] = useState<string>()
  const sku = skuOf(goods, choice)
  const { least, most } = unitsOf(goods, sku)
  const quantity = Math.min(Math.max(wanted, least), Math.max(most, least))
  const buy = useBuy(goods)
  const why = useWhyNot(goods, most)
  const go = (way: 'cart' | 'now') => {
    if (sku) return void buy.go(way, sku, quantity)
    const missing = missingSpec(goods, choice)
    setWrong(missing?.name)
    document.querySelector<HTMLInputElement>(`input[name="spec ${CSS.escape(missing?.name ?? '')}"]:enabled`)?.focus()
  }
  return (
    <div className="st-buy">
      <SpecChoice
        goods={goods}
        choice={choice}
        wrong={wrong}
        onChange={(next) => {
          setWrong(undefined)
          onChoose(next)
        }}
      />
      <div className="st-units">
        <span>{t('storefront.product.quantity')}</span>
        <Quantity
          label={t('storefront.product.quantity')}
          value={quantity}
          least={least}
          most={most}
          disabled={most === 0}
          onChange={setWanted}
        />
        <span className="st-quiet">{sku ? t('storefront.product.stock', { n: sku.stock }) : ''}</span>
      </div>
      <Limits goods={goods} />
      <div className="st-ways">
        <Button size="large" icon="shopping-cart" reason={why} loading={buy.busy === 'cart'} onClick={() => go('cart')}>
          {t('storefront.product.add')}
        </Button>
        <Button size="large" look="primary" reason={why} loading={buy.busy === 'now'} onClick={() => go('now')}>
          {t('storefront.product.buy')}
        </Button>
      </div>
      {why ? <p className="st-why">{why}</p> : null}
    </div>
  )
}

function Limits({ goods: { min_buy, per_limit } }: { goods: StoreGoods }) {
  const t = useT()
  const limits = [
    min_buy > 1 ? t('storefront.product.least', { n: min_buy }) : '',
    per_limit > 0 ? t('storefront.product.most', { n: per_limit }) : '',
  ].filter(Boolean)
  return limits.length > 0 ? <p className="st-quiet">{limits.join(' · ')}</p> : null
}

/** Why nothing can be ordered now. */
function useWhyNot(goods: StoreGoods, most: number): string | undefined {
  const t = useT()
  const terms = useTerms()
  if (terms?.closed) return terms.closed_text || t('home.closed')
  return goods.sold_out || most === 0 ? t('storefront.product.soldOut') : undefined
}

/** Puts a combination into the cart, or goes to the checkout with it; guests sign in first and find their choice again. */
function useBuy(goods: StoreGoods) {
  const runtime = useRuntime()
  const t = useT()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [busy, setBusy] = useState<'cart' | 'now'>()
  const go = async (way: 'cart' | 'now', sku: StoreSku, quantity: number) => {
    const chosen = `sku=${sku.id}&quantity=${quantity}`
    if (runtime.session.token('user') === '') return navigate(signInPath(`${pathname}?${chosen}`))
    if (way === 'now') return navigate(`/checkout?${chosen}`)
    setBusy(way)
    try {
      await step(runtime, '/api/shop.Cart/add', { sku_id: sku.id, quantity })
      runtime.notices.push('success', t('storefront.product.added', { name: goods.name }))
      await countCart(runtime)
    } catch {
      // It was said already.
    } finally {
      setBusy(undefined)
    }
  }
  return { busy, go }
}
