import { useCallback, useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useRuntime, useT } from '../../../../../src/renderers/context.tsx'
import { PublicFault } from '../../../../../src/renderers/home/PublicPage.tsx'
import { Button } from '../../../../../src/renderers/ui/Button.tsx'
import { countText } from '../../../../../src/renderers/ui/countText.ts'
import { EmptyState } from '../../../../../src/renderers/ui/feedback/EmptyState.tsx'
import { Skeleton } from '../../../../../src/renderers/ui/feedback/Skeleton.tsx'
import { useLoad } from '../../../../../src/renderers/useLoad.ts'
import { memberOf } from '../../../../../src/runtime/app/member.ts'
import type { PointsOffer } from '../../../contract/storefront.ts'
import { Picture } from '../../home/Shelf.tsx'
import { read } from '../calls.ts'
import { MembersOnly, StorePage } from '../frame/StorePage.tsx'
import { Cost } from './Cost.tsx'
import { RedeemDialog } from './RedeemDialog.tsx'
import { SignIn } from './SignIn.tsx'
import './offers.css'

/** `/points`: what the member gets for points. */
export function PointsPage() {
  return (
    <MembersOnly>
      <Points />
    </MembersOnly>
  )
}

function Points() {
  const t = useT()
  const runtime = useRuntime()
  const { score } = useSnapshot(runtime.stores.userInfo)
  const [chosen, setChosen] = useState<PointsOffer>()
  const load = async () => (await read<{ list: PointsOffer[] }>(runtime, '/api/points.Goods/index')).list
  const { value, reason, loading, reload } = useLoad(load, [runtime])
  // The points that are shown may be old; that they could not be read again is no reason to stop.
  const renew = useCallback(
    () =>
      memberOf(runtime)
        .boot({ quiet: true })
        .catch(() => undefined),
    [runtime],
  )
  useEffect(() => void renew(), [renew])
  const title = t('storefront.points.title')
  return (
    <StorePage title={title} text={t('storefront.points.text')} busy={loading && !value}>
      <h1>{title}</h1>
      <p className="st-quiet st-lead" role="status">
        {t('storefront.points.own', { n: countText(score) })}
      </p>
      <SignIn onSigned={() => void renew()} />
      {reason === '' ? null : <PublicFault title={t('storefront.points.failed')} text={reason} onRetry={reload} />}
      {loading && !value ? <Skeleton height={120} /> : null}
      {value?.length === 0 ? (
        <EmptyState icon="gift" title={t('storefront.points.none')} text={t('storefront.points.noneText')} />
      ) : null}
      <ul className="h-goods">
        {value?.map((offer) => (
          <li key={offer.id} className="h-tile st-points">
            <Picture url={offer.image} icon="gift" />
            <h2>{offer.title}</h2>
            <Cost offer={offer} />
            <Redeem offer={offer} score={score} onRedeem={() => setChosen(offer)} />
          </li>
        ))}
      </ul>
      {chosen ? (
        <RedeemDialog
          offer={chosen}
          onClose={() => setChosen(undefined)}
          onRedeemed={() => {
            setChosen(undefined)
            void renew()
            reload()
          }}
        />
      ) : null}
    </StorePage>
  )
}

function Redeem({ offer, score, onRedeem }: { offer: PointsOffer; score: number; onRedeem: () => void }) {
  const t = useT()
  const { title, stock, per_limit, had, for_me } = offer
  const reasons = {
    gone: stock === 0,
    level: !for_me,
    had: per_limit > 0 && had >= per_limit,
    few: score < offer.score,
  }
  const why = (['gone', 'level', 'had', 'few'] as const).find((each) => reasons[each])
  return (
    <>
      <p className="st-quiet">{why ? t(`storefront.points.why.${why}`) : t('storefront.points.left', { n: stock })}</p>
      <Button
        look="primary"
        aria-label={`${t('storefront.points.redeem')}: ${title}`}
        reason={why ? t(`storefront.points.why.${why}`) : undefined}
        onClick={onRedeem}
      >
        {t('storefront.points.redeem')}
      </Button>
    </>
  )
}
