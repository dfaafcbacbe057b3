import { useT } from '../../../../../src/renderers/context.tsx'
import { countText } from '../../../../../src/renderers/ui/countText.ts'
import type { PointsOffer } from '../../../contract/storefront.ts'
import { yuanText } from '../parts/Yuan.tsx'

/** Points, and money where it costs some besides. */
export function Cost({ offer: { score, money, market_price } }: { offer: PointsOffer }) {
  const t = useT()
  const points = t('storefront.points.cost', { n: countText(score) })
  return (
    <p>
      <b>{money === '0.00' ? points : `${points} + ${yuanText(money)}`}</b>{' '}
      {market_price ? <s className="st-quiet">{yuanText(market_price)}</s> : null}
    </p>
  )
}
