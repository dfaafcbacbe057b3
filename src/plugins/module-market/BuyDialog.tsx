import { useEffect, useState } from 'react'
import { Button } from '../../renderers/ui/Button.tsx'
import { Checkbox } from '../../renderers/ui/inputs/Checkbox.tsx'
import { RadioGroup } from '../../renderers/ui/inputs/RadioGroup.tsx'
import { Dialog } from '../../renderers/ui/overlays/Dialog.tsx'
import type { ModuleOrder } from '../../schemas/api/market.ts'
import { reasonOf } from './calls.ts'
import { Progress } from './Progress.tsx'
import { useMarket } from './shown.ts'

interface BuyDialogProps {
  uid: string
  title: string
  price: string
  onClose(): void
  /** It has been paid for. */
  onPaid(): void
}

/** Milliseconds between two looks at whether it has been paid. */
const every = 3000

/** Buys a module for this site: an order, where it is paid, and the word that it was. */
export function BuyDialog({ uid, title, price, onClose, onPaid }: BuyDialogProps) {
  const { t, calls } = useMarket()
  const [payType, setPayType] = useState('wechat')
  const [agrees, setAgrees] = useState(false)
  const [reason, setReason] = useState('')
  const [order, setOrder] = useState<ModuleOrder | null>(null)
  const isPaid = usePaid(order, onPaid)
  const buy = () => {
    setReason('')
    calls.buy(uid, payType).then(setOrder, (error: unknown) => setReason(reasonOf(error)))
  }
  return (
    <Dialog
      open
      size="small"
      title={t('buyTitle', { title })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t(isPaid ? 'close' : 'cancel')}</Button>
          {!order && (
            <Button look="primary" disabled={!agrees} onClick={buy}>
              {t('payNow', { price })}
            </Button>
          )}
        </>
      }
    >
      <div className="m-plan">
        <Progress step={undefined} reason={reason} />
        {isPaid ? (
          <p role="status">{t('paid')}</p>
        ) : order ? (
          <div className="m-pay">
            <img src={order.qr} alt={t('payQr')} width={184} height={184} />
            <p>{t('payText', { price: order.amount })}</p>
            <a className="s-link" href={order.pay_url} target="_blank" rel="noopener noreferrer">
              {t('payLink')}
            </a>
          </div>
        ) : (
          <>
            <RadioGroup
              label={t('payType')}
              value={payType}
              options={['wechat', 'alipay'].map((value) => ({ value, label: t(`pay.${value}`) }))}
              onChange={(value) => setPayType(String(value))}
            />
            <Checkbox checked={agrees} onChange={setAgrees}>
              {t('agree')}
            </Checkbox>
          </>
        )}
      </div>
    </Dialog>
  )
}

/** Asks every three seconds until the order has been paid. */
function usePaid(order: ModuleOrder | null, onPaid: () => void): boolean {
  const { calls } = useMarket()
  const [paid, setPaid] = useState('')
  const number = order?.order_no ?? ''
  useEffect(() => {
    if (number === '' || paid === number) return
    const timer = setInterval(() => {
      // What fails is asked again.
      calls.order(number).then(
        ({ isPaid }) => isPaid && setPaid(number),
        () => undefined,
      )
    }, every)
    return () => clearInterval(timer)
  }, [calls, number, paid])
  useEffect(() => {
    if (paid !== '') onPaid()
  }, [paid, onPaid])
  return number !== '' && paid === number
}
