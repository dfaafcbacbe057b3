import { useT } from '../../../../../src/renderers/context.tsx'
import { RadioGroup } from '../../../../../src/renderers/ui/inputs/RadioGroup.tsx'
import type { OrderCoupon } from '../../../contract/storefront.ts'
import { Part } from '../parts/Part.tsx'
import { yuanText } from '../parts/Yuan.tsx'

export interface CouponChoiceProps {
  coupons: readonly OrderCoupon[]
  chosen: number | null
  onChoose: (id: number | null) => void
}

/** One of the member's coupons, or none; those that do not apply say why. */
export function CouponChoice({ coupons, chosen, onChoose }: CouponChoiceProps) {
  const t = useT()
  const title = t('storefront.checkout.coupon')
  const options = coupons.map(({ id, title: name, value, discount, why }) => ({
    value: id,
    label: `${name} · ${value}`,
    disabled: why !== '',
    description: why === '' ? t('storefront.checkout.saves', { amount: yuanText(discount) }) : why,
  }))
  return (
    <Part title={title}>
      {coupons.length === 0 ? (
        <p className="st-quiet">{t('storefront.checkout.noCoupons')}</p>
      ) : (
        <RadioGroup
          vertical
          label={title}
          value={chosen ?? 0}
          options={[{ value: 0, label: t('storefront.checkout.withoutCoupon') }, ...options]}
          onChange={(id) => onChoose(id === 0 ? null : Number(id))}
        />
      )}
    </Part>
  )
}
