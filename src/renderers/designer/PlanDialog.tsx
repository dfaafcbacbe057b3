import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { PlanAnswer, PlanStep } from '../../schemas/api/designer.ts'
import { Button } from '../ui/Button.tsx'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'
import { Dialog } from '../ui/overlays/Dialog.tsx'
import { useLoad } from '../useLoad.ts'
import { type DesignerCalls, type Planned, reasonOf, untilServed } from './calls.ts'
import type { Say } from './say.ts'

interface PlanDialogProps {
  t: Say
  calls: DesignerCalls
  planned: Planned
  allowed: boolean
  onSaved(): void
  onClose(): void
  /** The screen is no longer there. */
  onGone(): void
}

type Step = 'plan' | 'saving' | 'waiting' | 'live' | 'late'

/** What saving would change, in words, before anything is saved; then the way to the screen. */
export function PlanDialog({ t, calls, planned, allowed, onSaved, onClose, onGone }: PlanDialogProps) {
  const { value, reason, step, save } = useSaving(calls, planned, onSaved)
  const isRemoval = 'remove' in planned
  const isDone = step === 'live' || step === 'late'
  const close = isDone && isRemoval ? onGone : onClose
  const blocked = !allowed ? t('designer.off') : value?.seen === '' ? t('designer.plan.faulty') : undefined
  return (
    <Dialog
      open
      size="large"
      title={t(isRemoval ? 'designer.plan.deleteTitle' : 'designer.plan.title', { id: planned.id })}
      onClose={close}
      footer={
        <>
          <Button onClick={close}>{t(isDone ? 'designer.close' : 'designer.plan.cancel')}</Button>
          {step === 'live' && !isRemoval && (
            <Link className="k-btn k-btn-primary" to={`/admin/${planned.id}`}>
              {t('designer.plan.open')}
            </Link>
          )}
          {!isDone && (
            <Button
              look={isRemoval ? 'danger' : 'primary'}
              loading={step !== 'plan'}
              disabled={!value}
              {...(blocked ? { reason: blocked } : {})}
              onClick={() => value && void save(value.seen)}
            >
              {t(isRemoval ? 'designer.delete' : 'designer.plan.save')}
            </Button>
          )}
        </>
      }
    >
      {reason !== '' && (
        <p className="k-error" role="alert">
          {reason}
        </p>
      )}
      {isDone ? (
        <p role="status">{t(step === 'late' ? 'designer.plan.late' : isRemoval ? 'designer.plan.gone' : 'designer.plan.live')}</p>
      ) : value ? (
        <Plan t={t} plan={value} />
      ) : (
        reason === '' && <Skeleton height={120} />
      )}
    </Dialog>
  )
}

/** The plan, and saving what it shows. A save that fails is planned again. */
function useSaving(calls: DesignerCalls, planned: Planned, onSaved: () => void) {
  const [step, setStep] = useState<Step>('plan')
  const [failed, setFailed] = useState('')
  const { value, reason, reload } = useLoad(() => calls.plan(planned), [calls, planned])
  const save = async (seen: string) => {
    setStep('saving')
    setFailed('')
    try {
      const { hash } = await calls.save(planned, seen)
      onSaved()
      setStep('waiting')
      setStep((await untilServed(calls, hash)) ? 'live' : 'late')
    } catch (error) {
      setFailed(reasonOf(error))
      setStep('plan')
      reload()
    }
  }
  return { value, reason: failed || reason, step, save }
}

function Plan({ t, plan }: { t: Say; plan: PlanAnswer }) {
  const [kept, made] = [plan.steps.filter(({ held }) => held), plan.steps.filter(({ held }) => !held)]
  const errors = plan.findings.filter(({ severity }) => severity === 'error')
  return (
    <div className="d-plan">
      {errors.length > 0 && (
        <>
          <h3>{t('designer.plan.faulty')}</h3>
          <ul>
            {errors.map(({ text, path, file }) => (
              <li key={`${file} ${path.join('.')} ${text}`} className="k-error">
                <code>{path.join('.')}</code> {text}
              </li>
            ))}
          </ul>
        </>
      )}
      <h3>{t('designer.plan.database')}</h3>
      {made.length === 0 && <p>{t('designer.plan.noSteps')}</p>}
      <Steps t={t} steps={made} />
      {kept.length > 0 && (
        <>
          <h3>{t('designer.plan.kept')}</h3>
          <p>{t('designer.plan.keptHelp')}</p>
          <Steps t={t} steps={kept} />
        </>
      )}
      <h3>{t('designer.plan.files')}</h3>
      {plan.files.length === 0 && <p>{t('designer.plan.noFiles')}</p>}
      {plan.files.map(({ path, diff }) => (
        <details key={path}>
          <summary>{path}</summary>
          <pre className="d-diff">{diff}</pre>
        </details>
      ))}
    </div>
  )
}

function Steps({ t, steps }: { t: Say; steps: readonly PlanStep[] }) {
  return (
    <ul>
      {steps.map((step) => (
        <li key={step.what}>
          {step.kind === 'other'
            ? step.what
            : t(`designer.step.${step.held ? 'held' : 'done'}.${step.kind}`, { table: step.table, column: step.column })}
          {step.sql.length > 0 && (
            <details>
              <summary>SQL</summary>
              <pre className="d-diff">{step.sql.join(';\n')}</pre>
            </details>
          )}
        </li>
      ))}
    </ul>
  )
}
