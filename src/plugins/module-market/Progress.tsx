import { Icon } from '../../renderers/ui/Icon.tsx'
import { type MarketStep, marketSteps } from '../../schemas/api/market.ts'
import { useMarket } from './shown.ts'

/** How far a change of modules is, or why it failed. */
export function Progress({ step, reason }: { step: MarketStep | undefined; reason: string }) {
  const { t } = useMarket()
  if (step !== undefined)
    return (
      <div className="m-progress" role="status">
        <progress aria-label={t(`progress.${step}`)} max={marketSteps.length - 1} value={marketSteps.indexOf(step) + 0.5} />
        <span>{t(`progress.${step}`)}</span>
      </div>
    )
  if (reason === '') return null
  return (
    <p className="k-error" role="alert">
      <Icon name="exclamation-circle" /> {reason}
    </p>
  )
}
