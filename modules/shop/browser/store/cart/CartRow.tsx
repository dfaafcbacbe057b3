import { useRef, useState } from 'react'
import { useRuntime, useT } from '../../../../../src/renderers/context.tsx'
import { IconButton } from '../../../../../src/renderers/ui/IconButton.tsx'
import { Checkbox } from '../../../../../src/renderers/ui/inputs/Checkbox.tsx'
import type { CartLine } from '../../../contract/storefront.ts'
import { step } from '../calls.ts'
import { Line } from '../parts/Line.tsx'
import { Quantity } from '../parts/Quantity.tsx'
import { Yuan } from '../parts/Yuan.tsx'

export interface CartRowProps {
  line: CartLine
  chosen: boolean
  onChoose: (chosen: boolean) => void
  /** The server has changed the cart. */
  onChanged: () => void
}

/** Milliseconds without another press after which a number is sent. */
const pause = 350

/** One line of the cart: chosen or not, how many units, away with it. */
export function CartRow({ line, chosen, onChoose, onChanged }: CartRowProps) {
  const t = useT()
  const runtime = useRuntime()
  const [wanted, setWanted] = useState<number>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const change = (quantity: number) => {
    setWanted(quantity)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      step(runtime, '/api/shop.Cart/edit', { id: line.id, quantity })
        .catch(() => undefined) // said already; the line shows what the cart has
        .then(() => {
          onChanged()
          setWanted(undefined)
        })
    }, pause)
  }
  const remove = async () => {
    clearTimeout(timer.current)
    await runtime.http.delete('/api/shop.Cart/del', { ids: [line.id] }).catch(() => undefined)
    document.getElementById('home')?.focus()
    onChanged()
  }
  const quantity = wanted ?? line.quantity
  return (
    <li>
      <Checkbox
        label={`${t('storefront.cart.choose')}: ${line.name} ${line.spec_text}`}
        checked={chosen}
        disabled={!line.buyable}
        onChange={onChoose}
      />
      <Line line={line} to={`/goods/${line.goods_id}?sku=${line.sku_id}`}>
        {line.why ? <p className="st-wrong">{line.why}</p> : null}
        <div className="st-cart-row">
          <Quantity
            label={`${t('storefront.product.quantity')}: ${line.name}`}
            value={quantity}
            least={1}
            most={Math.max(line.stock, 1)}
            onChange={change}
          />
          {wanted === undefined && line.quantity > 1 ? <Yuan of={line.amount} className="st-cart-amount" /> : null}
          <IconButton
            icon="trash"
            label={`${t('storefront.cart.remove')}: ${line.name}`}
            tip={false}
            onClick={() => void remove()}
          />
        </div>
      </Line>
    </li>
  )
}
