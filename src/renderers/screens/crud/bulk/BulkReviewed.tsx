import type { Crud } from '../../../../runtime/crud/crud.ts'
import type { BulkReason, BulkReview } from '../../../../schemas/api/bulk.ts'
import { Button } from '../../../ui/Button.tsx'
import { countText } from '../../../ui/countText.ts'

type T = Crud['loaded']['t']

interface BulkReviewedProps {
  crud: Crud
  /** Name of the action. */
  action: string
  /** undefined while it is read, or where it was refused. */
  review: BulkReview | undefined
  /** Why it was refused; '' where it was not. */
  reason: string
  onAgain(): void
}

/** What would become of all rows that the list finds. */
export function BulkReviewed({ crud, action, review, reason, onAgain }: BulkReviewedProps) {
  const { t } = crud.loaded
  if (reason !== '')
    return (
      <div className="s-export">
        <p className="k-error" role="alert">
          {reason}
        </p>
        <div>
          <Button icon="refresh" onClick={onAgain}>
            {t('ui.bulk.again')}
          </Button>
        </div>
      </div>
    )
  if (!review)
    return (
      <p role="status" className="s-bulk-wait">
        <span className="k-spinner" aria-hidden="true" /> {t('ui.bulk.checking', { n: countText(crud.state.total ?? 0) })}
      </p>
    )
  return <Reviewed crud={crud} action={action} review={review} />
}

function Reviewed({ crud, action, review }: { crud: Crud; action: string; review: BulkReview }) {
  const { t } = crud.loaded
  const { total, fit, tried, undo } = review
  const seen = crud.state.total
  const said = fit === total ? 'fitAll' : fit === 0 ? 'fitNone' : 'fit'
  return (
    <div className="s-export">
      {seen !== null && seen !== total && <p>{t('ui.bulk.differs', { seen: countText(seen), total: countText(total) })}</p>}
      <p role="status" className="s-bulk-fit">
        {t(`ui.bulk.${said}`, { fit: countText(fit), total: countText(total) })}
      </p>
      {fit < total && <Reasons reasons={review.reasons} n={total - fit} t={t} />}
      <Sample sample={review.sample} t={t} />
      {fit > 0 && (
        <p className="k-help">
          {tried > 0 && tried < fit ? `${t('ui.bulk.tried', { tried: countText(tried) })} ` : ''}
          {t(action === 'destroy' ? 'ui.bulk.gone' : undo ? 'ui.bulk.undoable' : 'ui.bulk.final')}
        </p>
      )}
    </div>
  )
}

interface ReasonsProps {
  reasons: readonly BulkReason[]
  n: number
  t: T
  isCounted?: boolean
}

/** Why rows are left out, with how many each; how many in all, unless that `isCounted` above it. */
export function Reasons({ reasons, n, t, isCounted = false }: ReasonsProps) {
  return (
    <section aria-label={t('ui.bulk.skipped', { n: countText(n) })}>
      {!isCounted && <p className="k-help">{t('ui.bulk.skipped', { n: countText(n) })}</p>}
      <ul className="s-bulk-reasons">
        {reasons.map((reason) => (
          <li key={reason.text}>
            <span className="s-figures">{countText(reason.n)}</span>
            <span>{reason.text}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Sample({ sample, t }: { sample: BulkReview['sample']; t: T }) {
  return (
    <section aria-label={t('ui.bulk.sample')}>
      <p className="k-help">{t('ui.bulk.sample')}</p>
      <ul className="s-bulk-sample">
        {sample.map(({ key, name, reason }) => (
          <li key={key} data-skipped={reason !== '' || undefined}>
            <span>{name || key}</span>
            {reason !== '' && <span className="k-help">{reason}</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}
