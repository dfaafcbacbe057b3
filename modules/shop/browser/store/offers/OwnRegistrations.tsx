import { type FormEvent, useState } from 'react'
import { useRuntime, useT } from '../../../../../src/renderers/context.tsx'
import { Button } from '../../../../../src/renderers/ui/Button.tsx'
import { Tag } from '../../../../../src/renderers/ui/display/Tag.tsx'
import { Dialog } from '../../../../../src/renderers/ui/overlays/Dialog.tsx'
import { useLoad } from '../../../../../src/renderers/useLoad.ts'
import { CallError } from '../../../../../src/runtime/callError.ts'
import type { OwnRegistration } from '../../../contract/storefront.ts'
import { read, step } from '../calls.ts'
import { useTerms } from '../frame/StorePage.tsx'
import { BalancePassword } from '../parts/BalancePassword.tsx'
import { Part } from '../parts/Part.tsx'
import { yuanText } from '../parts/Yuan.tsx'

/** States of a registration (E7) that can still be paid. */
const toPay = 1
const severities = ['info', 'warning', 'primary', 'success', 'danger', 'info'] as const

/** The member's registrations; those that are to be paid are paid here. */
export function OwnRegistrations({ fresh }: { fresh: number }) {
  const t = useT()
  const runtime = useRuntime()
  const [paying, setPaying] = useState<OwnRegistration>()
  const load = async () => (await read<{ list: OwnRegistration[] }>(runtime, '/api/shop.Join/mine')).list
  const { value, reload } = useLoad(load, [runtime], { fresh })
  if (!value || value.length === 0) return null
  return (
    <Part title={t('storefront.competitions.mine')}>
      <ul className="st-said">
        {value.map((own) => (
          <li key={own.id}>
            <p className="st-said-head">
              <b>{own.title}</b>
              <Tag severity={severities[own.status] ?? 'info'}>{t(`storefront.competitions.status.${own.status}`)}</Tag>
            </p>
            <p className="st-quiet">
              {[own.group_name, own.join_no, own.bibs.join('、')].filter(Boolean).join(' · ')}
              {own.fee === '0.00' ? '' : ` · ${yuanText(own.fee)}`}
            </p>
            {own.status === toPay ? (
              <p>
                <Button look="primary" onClick={() => setPaying(own)}>
                  {t('storefront.competitions.pay', { amount: yuanText(own.fee) })}
                </Button>
              </p>
            ) : null}
          </li>
        ))}
      </ul>
      {paying ? (
        <PayDialog
          own={paying}
          onClose={() => setPaying(undefined)}
          onPaid={() => {
            setPaying(undefined)
            reload()
          }}
        />
      ) : null}
    </Part>
  )
}

interface PayDialogProps {
  own: OwnRegistration
  onClose: () => void
  onPaid: () => void
}

/** Pays the fee from the balance, with the password where the shop asks for it. */
function PayDialog({ own, onClose, onPaid }: PayDialogProps) {
  const t = useT()
  const runtime = useRuntime()
  const asksPassword = useTerms()?.balance_password ?? false
  const [password, setPassword] = useState('')
  const [wrong, setWrong] = useState('')
  const [busy, setBusy] = useState(false)
  const pay = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setWrong('')
    try {
      await step(runtime, '/api/shop.Join/pay', { id: own.id, ...(asksPassword ? { password } : {}) }, { showCodeMessage: false })
      runtime.notices.push('success', t('storefront.competitions.paid'))
      onPaid()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setWrong(error.fieldErrors.password ?? error.message)
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      size="small"
      title={t('storefront.competitions.pay', { amount: yuanText(own.fee) })}
      description={t('storefront.competitions.fromBalance', { title: own.title })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('ui.controls.cancel')}</Button>
          <Button look="primary" type="submit" form="fee" loading={busy}>
            {t('storefront.pay.go', { amount: yuanText(own.fee) })}
          </Button>
        </>
      }
    >
      <form id="fee" className="st-form" noValidate onSubmit={pay}>
        <BalancePassword asked={asksPassword} value={password} error={wrong} onChange={setPassword} />
      </form>
    </Dialog>
  )
}
