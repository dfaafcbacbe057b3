import { type FormEvent, useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import { useRuntime, useT } from '../../../../../src/renderers/context.tsx'
import { PublicFault } from '../../../../../src/renderers/home/PublicPage.tsx'
import { Button } from '../../../../../src/renderers/ui/Button.tsx'
import { countText } from '../../../../../src/renderers/ui/countText.ts'
import { EmptyState } from '../../../../../src/renderers/ui/feedback/EmptyState.tsx'
import { Skeleton } from '../../../../../src/renderers/ui/feedback/Skeleton.tsx'
import { RadioGroup } from '../../../../../src/renderers/ui/inputs/RadioGroup.tsx'
import { useLoad } from '../../../../../src/renderers/useLoad.ts'
import { memberOf } from '../../../../../src/runtime/app/member.ts'
import { CallError } from '../../../../../src/runtime/callError.ts'
import { payPath } from '../../../contract/bills.ts'
import type { TopUpPlan } from '../../../contract/storefront.ts'
import { read, step } from '../calls.ts'
import { MembersOnly, StorePage } from '../frame/StorePage.tsx'
import { yuanText } from '../parts/Yuan.tsx'
import '../pay/pay.css'
import './offers.css'

/** `/top-up`: what a member may add to the balance, and what they get on top. */
export function TopUpPage() {
  return (
    <MembersOnly>
      <TopUp />
    </MembersOnly>
  )
}

function TopUp() {
  const t = useT()
  const runtime = useRuntime()
  const { money } = useSnapshot(runtime.stores.userInfo)
  const load = async () => (await read<{ list: TopUpPlan[] }>(runtime, '/api/shop.Recharge/index')).list
  const { value, reason, loading, reload } = useLoad(load, [runtime])
  // The balance that is shown may be old; that it could not be read again is no reason to stop.
  useEffect(
    () =>
      void memberOf(runtime)
        .boot({ quiet: true })
        .catch(() => undefined),
    [runtime],
  )
  const title = t('storefront.topUp.title')
  return (
    <StorePage title={title} text={t('storefront.topUp.text')} busy={loading && !value}>
      <div className="st-pay">
        <h1>{title}</h1>
        <p className="st-quiet st-lead">{money === '' ? '' : t('storefront.pay.balance', { amount: yuanText(String(money)) })}</p>
        {reason === '' ? null : <PublicFault title={t('storefront.topUp.failed')} text={reason} onRetry={reload} />}
        {loading && !value ? <Skeleton height={160} /> : null}
        {value?.length === 0 ? (
          <EmptyState icon="wallet" title={t('storefront.topUp.none')} text={t('storefront.topUp.noneText')} />
        ) : null}
        {value && value.length > 0 ? <PlanForm plans={value} /> : null}
      </div>
    </StorePage>
  )
}

function PlanForm({ plans }: { plans: readonly TopUpPlan[] }) {
  const t = useT()
  const [picked, setPicked] = useState<number>()
  const isOpen = ({ per_limit, has }: TopUpPlan) => per_limit === 0 || has < per_limit
  const plan = plans.find(({ id }) => id === picked) ?? plans.find(isOpen)
  const { busy, wrong, start } = useStart()
  const describe = (each: TopUpPlan) =>
    [
      each.label,
      ...(each.gift_money === '0.00' ? [] : [t('storefront.topUp.giftMoney', { amount: yuanText(each.gift_money) })]),
      ...(each.gift_score === 0 ? [] : [t('storefront.topUp.giftScore', { n: countText(each.gift_score) })]),
      ...each.gift_coupons,
      isOpen(each) ? '' : t('storefront.topUp.had'),
    ]
      .filter(Boolean)
      .join(' · ')
  return (
    <form className="st-card st-paying" noValidate onSubmit={(event) => start(event, plan)}>
      <RadioGroup
        vertical
        label={t('storefront.topUp.plans')}
        value={plan?.id ?? null}
        options={plans.map((each) => ({
          value: each.id,
          label: `${yuanText(each.amount)} · ${each.title}`,
          description: describe(each) || undefined,
          disabled: !isOpen(each),
        }))}
        onChange={(id) => setPicked(Number(id))}
      />
      {wrong ? (
        <p className="st-wrong" role="alert">
          {wrong}
        </p>
      ) : null}
      <Button type="submit" look="primary" size="large" loading={busy} disabled={!plan}>
        {plan ? t('storefront.topUp.go', { amount: yuanText(plan.amount) }) : t('storefront.topUp.title')}
      </Button>
    </form>
  )
}

/** Makes the top-up and goes on to its payment. */
function useStart() {
  const runtime = useRuntime()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState('')
  const start = async (event: FormEvent, plan: TopUpPlan | undefined) => {
    event.preventDefault()
    if (busy || !plan) return
    setBusy(true)
    setWrong('')
    try {
      const made = await step<{ id: number }>(
        runtime,
        '/api/shop.Recharge/create',
        { plan_id: plan.id },
        { showCodeMessage: false },
      )
      navigate(payPath('topUp', made.id))
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setWrong(error.message)
      setBusy(false)
    }
  }
  return { busy, wrong, start }
}
