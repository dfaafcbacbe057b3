import { type FormEvent, useState } from 'react'
import { useRuntime, useT } from '../../../../../src/renderers/context.tsx'
import { areaLevels } from '../../../../../src/renderers/fields/choices/areaLevels.ts'
import { Button } from '../../../../../src/renderers/ui/Button.tsx'
import { Checkbox } from '../../../../../src/renderers/ui/inputs/Checkbox.tsx'
import { Field } from '../../../../../src/renderers/ui/inputs/Field.tsx'
import { Input } from '../../../../../src/renderers/ui/inputs/Input.tsx'
import { Dialog } from '../../../../../src/renderers/ui/overlays/Dialog.tsx'
import { Cascader } from '../../../../../src/renderers/ui/pickers/Cascader.tsx'
import { CallError } from '../../../../../src/runtime/callError.ts'
import { createAreas } from '../../../../../src/runtime/regions.ts'
import { step } from '../calls.ts'

const nothing = { name: '', mobile: '', city: [] as readonly number[], address: '', is_default: false }
type Typed = typeof nothing
type Faults = Partial<Record<keyof Typed, string>>

/** A new address of the member. */
export function AddressDialog({ onClose, onAdded }: { onClose: () => void; onAdded: (id: number) => void }) {
  const t = useT()
  const { busy, submit, ...entries } = useAddress(onAdded)
  return (
    <Dialog
      open
      title={t('storefront.checkout.addAddress')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('ui.controls.cancel')}</Button>
          <Button look="primary" type="submit" form="address" loading={busy}>
            {t('storefront.checkout.saveAddress')}
          </Button>
        </>
      }
    >
      <form id="address" className="st-form" noValidate onSubmit={submit}>
        <Entries {...entries} />
      </form>
    </Dialog>
  )
}

function Entries({ values, faults, wrong, set }: Omit<ReturnType<typeof useAddress>, 'busy' | 'submit'>) {
  const t = useT()
  return (
    <>
      {wrong ? (
        <p className="st-wrong" role="alert">
          {wrong}
        </p>
      ) : null}
      <Field label={t('storefront.checkout.name')} required error={faults.name}>
        {(control) => (
          <Input {...control} autoComplete="name" maxLength={20} value={values.name} onChange={(name) => set({ name })} />
        )}
      </Field>
      <Field label={t('storefront.checkout.mobile')} required error={faults.mobile}>
        {(control) => (
          <Input
            {...control}
            type="tel"
            inputMode="numeric"
            autoComplete="tel-national"
            maxLength={11}
            value={values.mobile}
            onChange={(mobile) => set({ mobile })}
          />
        )}
      </Field>
      <City value={values.city} error={faults.city} onChange={(city) => set({ city })} />
      <Field label={t('storefront.checkout.street')} required error={faults.address}>
        {(control) => (
          <Input
            {...control}
            autoComplete="street-address"
            placeholder={t('storefront.checkout.streetHelp')}
            maxLength={200}
            value={values.address}
            onChange={(address) => set({ address })}
          />
        )}
      </Field>
      <Checkbox checked={values.is_default} onChange={(on) => set({ is_default: on })}>
        {t('storefront.checkout.makeDefault')}
      </Checkbox>
    </>
  )
}

interface CityProps {
  value: readonly number[]
  error: string | undefined
  onChange: (city: readonly number[]) => void
}

function City({ value, error, onChange }: CityProps) {
  const t = useT()
  const { http } = useRuntime()
  const [areas] = useState(() => createAreas(http, '/api/ajax/area'))
  return (
    <Field label={t('storefront.checkout.city')} required error={error}>
      {(control) => (
        <Cascader
          {...control}
          value={value}
          onChange={onChange}
          levels={areaLevels(t)}
          load={areas.inside}
          names={areas.names}
          placeholder={t('storefront.checkout.cityHelp')}
        />
      )}
    </Field>
  )
}

/** What is typed, what is wrong with it, and the way to keep it. */
function useAddress(onAdded: (id: number) => void) {
  const t = useT()
  const runtime = useRuntime()
  const [values, setValues] = useState<Typed>(nothing)
  const [faults, setFaults] = useState<Faults>({})
  const [wrong, setWrong] = useState('')
  const [busy, setBusy] = useState(false)
  const set = (change: Partial<Typed>) => {
    setValues((before) => ({ ...before, ...change }))
    setFaults((before) => ({ ...before, ...Object.fromEntries(Object.keys(change).map((name) => [name, undefined])) }))
  }
  const check = (): Faults => ({
    ...(values.name.trim() ? {} : { name: t('storefront.checkout.nameNeeded') }),
    ...(/^1[3-9]\d{9}$/.test(values.mobile) ? {} : { mobile: t('storefront.checkout.mobileNeeded') }),
    ...(values.city.length === 3 ? {} : { city: t('storefront.checkout.cityNeeded') }),
    ...(values.address.trim() ? {} : { address: t('storefront.checkout.streetNeeded') }),
  })
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const found = check()
    setFaults(found)
    if (Object.keys(found).length > 0) {
      requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"], .is-invalid button')?.focus())
      return
    }
    setBusy(true)
    try {
      onAdded((await step<{ id: number }>(runtime, '/api/shop.Address/add', values, { showCodeMessage: false })).id)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setWrong(error.message)
      setBusy(false)
    }
  }
  return { values, faults, wrong, busy, set, submit }
}
