import { useT } from '../../../../../src/renderers/context.tsx'
import { IconButton } from '../../../../../src/renderers/ui/IconButton.tsx'
import { NumberInput } from '../../../../../src/renderers/ui/inputs/NumberInput.tsx'
import './quantity.css'

export interface QuantityProps {
  value: number
  least: number
  most: number
  /** What it is the number of, for people who cannot see it. */
  label: string
  disabled?: boolean
  onChange: (value: number) => void
}

/** A number of units: typed, or one more and one less. */
export function Quantity({ value, least, most, label, disabled, onChange }: QuantityProps) {
  const t = useT()
  const set = (next: number) => onChange(Math.min(Math.max(next, least), Math.max(most, least)))
  return (
    <span className="st-quantity">
      <IconButton
        icon="minus"
        label={`${t('storefront.less')}: ${label}`}
        tip={false}
        disabled={disabled || value <= least}
        onClick={() => set(value - 1)}
      />
      <NumberInput
        label={label}
        value={value}
        min={least}
        max={most}
        decimals={0}
        disabled={disabled}
        onChange={(next) => typeof next === 'number' && Number.isInteger(next) && next > 0 && set(next)}
      />
      <IconButton
        icon="plus"
        label={`${t('storefront.more')}: ${label}`}
        tip={false}
        disabled={disabled || value >= most}
        onClick={() => set(value + 1)}
      />
    </span>
  )
}
