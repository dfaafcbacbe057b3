import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useRuntime, useT } from '../../../../../src/renderers/context.tsx'
import { Button } from '../../../../../src/renderers/ui/Button.tsx'
import { PasswordField } from '../../../../../src/renderers/ui/inputs/PasswordField.tsx'
import { RadioGroup } from '../../../../../src/renderers/ui/inputs/RadioGroup.tsx'
import { CallError } from '../../../../../src/runtime/callError.ts'
import type { Bill, BillKind } from '../../../contract/bills.ts'
import type { StartedPayment } from '../../../contract/storefront.ts'
import { step } from '../calls.ts'
import { useTerms } from '../frame/StorePage.tsx'
import { Yuan, yuanText } from '../parts/Yuan.tsx'
import { billUses, type PayWay } from './bills.ts'
import { Countdown } from './Countdown.tsx'
import { Waiting } from './Waiting.tsx'

interface PayWaysProps {
  of: BillKind
  bill: Bill
  /** It may be paid, or closed. */
  onChanged: () => void
}

/** How to pay a bill, until when, and the way to do it. */
export function PayWays({ of, bill, onChanged }: PayWaysProps) {
  const t = useT()
  const [started, setStarted] = useState<StartedPayment & { way: string }>()
  return (
    <section className="st-card st-paying">
      <h1>{t(`storefront.pay.of.${of}.title`)}</h1>
      <p className="st-pay-amount">
        <Yuan of={bill.amount} />
      </p>
      {bill.title === '' ? null : <p>{bill.title}</p>}
      <p className="st-quiet">{t('storefront.pay.number', { no: bill.number })}</p>
      {bill.until ? <Countdown until={bill.until} onOver={onChanged} /> : null}
      {started ? (
        <Waiting started={started} onChanged={onChanged} onBack={() => setStarted(undefined)} />
      ) : (
        <WayForm of={of} bill={bill} onPaid={onChanged} onStarted={(payment, way) => setStarted({ ...payment, way })} />
      )}
    </section>
  )
}

interface WayFormProps {
  of: BillKind
  bill: Bill
  onPaid: () => void
  onStarted: (payment: StartedPayment, way: string) => void
}

function WayForm({ of, bill, onPaid, onStarted }: WayFormProps) {
  const t = useT()
  const terms = useTerms()
  const runtime = useRuntime()
  const { money } = useSnapshot(runtime.stores.userInfo)
  const offered = billUses[of].ways.filter((way) => terms?.pay_types.includes(way))
  const [picked, setPicked] = useState<PayWay>()
  const way = picked ?? offered[0]
  const { busy, wrong, password, setPassword, pay } = usePaying({ of, bill, onPaid, onStarted })
  if (!terms) return null
  if (way === undefined) return <p className="st-wrong">{t('storefront.pay.noWay')}</p>
  const asksPassword = way === 'balance' && terms.balance_password
  return (
    <form className="st-form st-parts" noValidate onSubmit={(event) => pay(event, way, asksPassword)}>
      <RadioGroup
        vertical
        label={t('storefront.pay.ways')}
        value={way}
        options={offered.map((each) => ({
          value: each,
          label: t(`storefront.pay.way.${each}`),
          description:
            each === 'balance' && money !== '' ? t('storefront.pay.balance', { amount: yuanText(String(money)) }) : undefined,
        }))}
        onChange={(next) => setPicked(offered.find((each) => each === next))}
      />
      {asksPassword ? (
        <PasswordField label={t('storefront.pay.password')} value={password} error={wrong.password} onChange={setPassword} />
      ) : null}
      {wrong.form ? (
        <p className="st-wrong" role="alert">
          {wrong.form}
        </p>
      ) : null}
      <Button type="submit" look="primary" size="large" loading={busy}>
        {t('storefront.pay.go', { amount: yuanText(bill.amount) })}
      </Button>
    </form>
  )
}

/** Pays from the balance at once, or begins a payment elsewhere. */
function usePaying({ of, bill, onPaid, onStarted }: WayFormProps) {
  const t = useT()
  const runtime = useRuntime()
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState<{ password?: string; form?: string }>({})
  const [password, setPassword] = useState('')
  const here = useRef(true)
  useEffect(() => {
    here.current = true
    return () => {
      here.current = false
    }
  }, [])
  const pay = async (event: FormEvent, type: PayWay, asksPassword: boolean) => {
    event.preventDefault()
    if (busy) return
    if (asksPassword && password === '') return setWrong({ password: t('storefront.pay.passwordNeeded') })
    setBusy(true)
    setWrong({})
    try {
      const { path, key } = billUses[of]
      const body = { ...key(bill), type, ...(asksPassword ? { password } : {}) }
      const made = await step<StartedPayment>(runtime, path, body, { showCodeMessage: false })
      if (made.paid) onPaid()
      else onStarted(made, type)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      const { password: ofPassword } = error.fieldErrors
      setWrong(ofPassword ? { password: ofPassword } : { form: error.message })
      if (error.conflict) onPaid() // somebody paid it, or it closed
    } finally {
      if (here.current) setBusy(false)
    }
  }
  return { busy, wrong, password, setPassword, pay }
}
