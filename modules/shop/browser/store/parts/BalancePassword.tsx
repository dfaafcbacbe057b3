import { useT } from '../../../../../src/renderers/context.tsx'
import { PasswordField } from '../../../../../src/renderers/ui/inputs/PasswordField.tsx'

interface BalancePasswordProps {
  /** Does the shop ask for it? */
  asked: boolean
  value: string
  /** Why the payment was refused; '' while it was not. */
  error: string
  onChange: (password: string) => void
}

/** The password for a payment from the balance, with the refusal at it; without one the refusal alone. */
export function BalancePassword({ asked, value, error, onChange }: BalancePasswordProps) {
  const t = useT()
  if (asked)
    return <PasswordField label={t('storefront.pay.password')} value={value} error={error || undefined} onChange={onChange} />
  if (error === '') return null
  return (
    <p className="st-wrong" role="alert">
      {error}
    </p>
  )
}
