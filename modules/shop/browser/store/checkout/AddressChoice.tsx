import { useState } from 'react'
import { useT } from '../../../../../src/renderers/context.tsx'
import { Button } from '../../../../../src/renderers/ui/Button.tsx'
import { RadioGroup } from '../../../../../src/renderers/ui/inputs/RadioGroup.tsx'
import type { StoreAddress } from '../../../contract/storefront.ts'
import { Part } from '../parts/Part.tsx'
import { AddressDialog } from './AddressDialog.tsx'

export interface AddressChoiceProps {
  addresses: readonly StoreAddress[]
  chosen: number | undefined
  onChoose: (id: number) => void
  /** The list has another address. */
  onAdded: () => void
}

/** Where the parcel goes: one of the member's addresses, or a new one. */
export function AddressChoice({ addresses, chosen, onChoose, onAdded }: AddressChoiceProps) {
  const t = useT()
  const [adding, setAdding] = useState(false)
  const title = t('storefront.checkout.address')
  const options = addresses.map(({ id, name, mobile, city_text, address, is_default }) => ({
    value: id,
    label: [name, mobile, is_default ? t('storefront.checkout.default') : ''].filter(Boolean).join(' · '),
    description: `${city_text.replaceAll(',', ' ')} ${address}`,
  }))
  return (
    <Part title={title}>
      {addresses.length > 0 ? (
        <RadioGroup vertical label={title} value={chosen ?? null} options={options} onChange={(id) => onChoose(Number(id))} />
      ) : (
        <p className="st-quiet">{t('storefront.checkout.noAddress')}</p>
      )}
      <Button icon="plus" onClick={() => setAdding(true)}>
        {t('storefront.checkout.addAddress')}
      </Button>
      {adding ? (
        <AddressDialog
          onClose={() => setAdding(false)}
          onAdded={(id) => {
            setAdding(false)
            onAdded()
            onChoose(id)
          }}
        />
      ) : null}
    </Part>
  )
}
