import { type FormEvent, useRef, useState } from 'react'
import { useRuntime, useT } from '../../../../../src/renderers/context.tsx'
import { Button } from '../../../../../src/renderers/ui/Button.tsx'
import { Dialog } from '../../../../../src/renderers/ui/overlays/Dialog.tsx'
import { useLoad } from '../../../../../src/renderers/useLoad.ts'
import { randomId } from '../../../../../src/runtime/browser.ts'
import { CallError } from '../../../../../src/runtime/callError.ts'
import type { PointsOffer, StoreAddress } from '../../../contract/storefront.ts'
import { read, step } from '../calls.ts'
import { AddressChoice } from '../checkout/AddressChoice.tsx'
import { useTerms } from '../frame/StorePage.tsx'
import { BalancePassword } from '../parts/BalancePassword.tsx'
import { Cost } from './Cost.tsx'

export interface RedeemDialogProps {
  offer: PointsOffer
  onClose: () => void
  onRedeemed: () => void
}

/** One unit for points: where it goes, and the password where money of the balance is part of the price. */
export function RedeemDialog({ offer, onClose, onRedeemed }: RedeemDialogProps) {
  const t = useT()
  const runtime = useRuntime()
  const isSent = offer.type === 'goods'
  const load = async () => (await read<{ list: StoreAddress[] }>(runtime, '/api/shop.Address/index')).list
  const { value: addresses, reload } = useLoad(isSent ? load : null, [runtime])
  const [picked, setPicked] = useState<number>()
  const address = (addresses?.find(({ id }) => id === picked) ?? addresses?.[0])?.id
  const asksPassword = (useTerms()?.balance_password ?? false) && offer.money !== '0.00'
  const redeeming = useRedeeming(offer, onRedeemed)
  const { password, setPassword, wrong, busy } = redeeming
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isSent || address !== undefined)
      void redeeming.redeem({ ...(isSent ? { address_id: address } : {}), ...(asksPassword ? { password } : {}) })
  }
  return (
    <Dialog
      open
      title={`${t('storefront.points.redeem')}: ${offer.title}`}
      description={<Cost offer={offer} />}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('ui.controls.cancel')}</Button>
          <Button
            look="primary"
            type="submit"
            form="redeem"
            loading={busy}
            reason={isSent && address === undefined ? t('storefront.checkout.addressFirst') : undefined}
          >
            {t('storefront.points.redeem')}
          </Button>
        </>
      }
    >
      {isSent && addresses ? (
        <div className="st-parts">
          <AddressChoice addresses={addresses} chosen={address} onChoose={setPicked} onAdded={reload} />
        </div>
      ) : null}
      <form id="redeem" className="st-form" noValidate onSubmit={submit}>
        <BalancePassword asked={asksPassword} value={password} error={wrong} onChange={setPassword} />
      </form>
    </Dialog>
  )
}

/** Exchanges points once, however often the button is pressed or an answer gets lost. */
function useRedeeming({ id, title }: PointsOffer, onRedeemed: () => void) {
  const t = useT()
  const runtime = useRuntime()
  const [password, setPassword] = useState('')
  const [wrong, setWrong] = useState('')
  const [busy, setBusy] = useState(false)
  const sent = useRef({ text: '', key: '' })
  const redeem = async (more: object) => {
    const text = JSON.stringify(more)
    if (sent.current.text !== text) sent.current = { text, key: randomId() }
    setBusy(true)
    setWrong('')
    try {
      const body = { goods_id: id, quantity: 1, ...more, idempotency_key: sent.current.key }
      await step(runtime, '/api/points.Order/create', body, { showCodeMessage: false })
      runtime.notices.push('success', t('storefront.points.redeemed', { title }))
      onRedeemed()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setWrong(error.fieldErrors.password ?? error.message)
      setBusy(false)
    }
  }
  return { password, setPassword, wrong, busy, redeem }
}
