import { useState } from 'react'
import { useLoad } from '../../renderers/face.ts'
import { Button } from '../../renderers/ui/Button.tsx'
import { Skeleton } from '../../renderers/ui/feedback/Skeleton.tsx'
import { Checkbox } from '../../renderers/ui/inputs/Checkbox.tsx'
import { Dialog } from '../../renderers/ui/overlays/Dialog.tsx'
import type { ModulePlan, OverlayConflict } from '../../schemas/api/market.ts'
import { Conflicts } from './Conflicts.tsx'
import type { Solution, Source } from './calls.ts'
import { PlanView } from './PlanView.tsx'
import { Progress } from './Progress.tsx'
import { titleOf, useMarket } from './shown.ts'
import { useChange } from './useChange.ts'

interface PlanDialogProps {
  source: Source
  title: string
  onClose(): void
  /** It is installed. */
  onDone(): void
}

const keyOf = ({ page, op, path, with: other }: Omit<OverlayConflict, 'mayCover'>) => `${page} ${op} ${path} ${other}`

/** What a package would do here, before anything is written; then doing it. */
export function PlanDialog({ source, title, onClose, onDone }: PlanDialogProps) {
  const { t, lang, calls } = useMarket()
  const [solutions, setSolutions] = useState<readonly Solution[]>([])
  const [demo, setDemo] = useState(false)
  const change = useChange()
  const {
    value: plan,
    reason,
    loading,
  } = useLoad(() => calls.plan(source, solutions), [calls, source, solutions], { keep: true })
  const open = plan?.conflicts.filter((each) => !solutions.some((one) => keyOf(one) === keyOf(each))) ?? []
  const isReady = plan !== undefined && plan.issues.length === 0 && open.length === 0 && !loading && reason === ''
  const kind = plan?.from ? 'update' : 'install'
  const choose = (next: Solution) => setSolutions([...solutions.filter((each) => keyOf(each) !== keyOf(next)), next])
  const go = async ({ hash }: ModulePlan) => {
    if (await change.run((work) => calls.bring(kind, source, { hash, solutions, demo, work }))) onDone()
  }
  return (
    <Dialog
      open
      size="large"
      title={
        plan ? t(`plan.${kind}`, { title: titleOf(lang, plan.about) || title, version: plan.version, from: plan.from }) : title
      }
      onClose={onClose}
      footer={
        <>
          <Button disabled={change.step !== undefined} onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button
            look="primary"
            loading={change.step !== undefined}
            disabled={!isReady}
            {...(open.length > 0 ? { reason: t('plan.chooseFirst') } : {})}
            onClick={() => plan && void go(plan)}
          >
            {t(`plan.${kind}Now`)}
          </Button>
        </>
      }
    >
      <div className="m-plan" aria-busy={loading}>
        <Progress step={change.step} reason={reason || change.reason} />
        {!plan && reason === '' && <Skeleton height={200} />}
        {plan && (
          <>
            <Conflicts conflicts={plan.conflicts} solutions={solutions} onChoose={choose} />
            {kind === 'install' && plan.demo.length > 0 && (
              <Checkbox checked={demo} onChange={setDemo}>
                {t('plan.demo', { count: plan.demo.reduce((sum, { rows }) => sum + rows, 0) })}
              </Checkbox>
            )}
            <PlanView plan={plan} />
          </>
        )}
      </div>
    </Dialog>
  )
}
