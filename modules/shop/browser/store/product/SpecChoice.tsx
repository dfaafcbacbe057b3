import { useSnapshot } from 'valtio'
import { assetUrl } from '../../../../../src/renderers/asset.ts'
import { useRuntime, useT } from '../../../../../src/renderers/context.tsx'
import { Button } from '../../../../../src/renderers/ui/Button.tsx'
import type { StoreGoods } from '../../../contract/storefront.ts'
import { type Choice, isAvailable } from './choice.ts'

export interface SpecChoiceProps {
  goods: StoreGoods
  choice: Choice
  /** The spec of which something must still be chosen. */
  wrong: string | undefined
  onChange: (choice: Choice) => void
}

/** One value of each spec; what is out of stock together with the others cannot be chosen. */
export function SpecChoice({ goods, choice, wrong, onChange }: SpecChoiceProps) {
  const t = useT()
  if (goods.specs.length === 0) return null
  return (
    <div className="st-specs">
      {goods.specs.map(({ name, values }, i) => (
        <fieldset key={name} aria-describedby={wrong === name ? 'spec-wrong' : undefined}>
          <legend>{name}</legend>
          <div className="st-values">
            {values.map(({ value, image }) => (
              <Value
                key={value}
                name={name}
                value={value}
                image={image}
                checked={choice[i] === value}
                disabled={!isAvailable(goods, choice, i, value)}
                onChoose={() => onChange(choice.map((each, at) => (at === i ? value : each)))}
              />
            ))}
          </div>
          {wrong === name ? (
            <p id="spec-wrong" className="k-error" role="alert">
              {t('storefront.product.choose', { name })}
            </p>
          ) : null}
        </fieldset>
      ))}
      {goods.specs.length > 1 && choice.some((each) => each !== undefined) ? (
        <Button look="link" size="small" onClick={() => onChange(choice.map(() => undefined))}>
          {t('storefront.product.clear')}
        </Button>
      ) : null}
    </div>
  )
}

interface ValueProps {
  name: string
  value: string
  image: string
  checked: boolean
  disabled: boolean
  onChoose: () => void
}

function Value({ name, value, image, checked, disabled, onChoose }: ValueProps) {
  const site = useSnapshot(useRuntime().stores.siteConfig)
  const address = assetUrl(image, site)
  return (
    <label className="st-value">
      <input type="radio" name={`spec ${name}`} checked={checked} disabled={disabled} onChange={onChoose} />
      <span>
        {address ? <img src={address} alt="" width={24} height={24} /> : null}
        {value}
      </span>
    </label>
  )
}
