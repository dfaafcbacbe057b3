import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import { shownZone } from '../../../../../src/renderers/asset.ts'
import { useRuntime, useT } from '../../../../../src/renderers/context.tsx'
import { PublicFault } from '../../../../../src/renderers/home/PublicPage.tsx'
import { Button } from '../../../../../src/renderers/ui/Button.tsx'
import { EmptyState } from '../../../../../src/renderers/ui/feedback/EmptyState.tsx'
import { Skeleton } from '../../../../../src/renderers/ui/feedback/Skeleton.tsx'
import { useLoad } from '../../../../../src/renderers/useLoad.ts'
import { dateTimeIn } from '../../../../../src/schemas/kinds/clock.ts'
import type { CompetitionOffer } from '../../../contract/storefront.ts'
import { Picture } from '../../home/Shelf.tsx'
import { read, signInPath } from '../calls.ts'
import { StorePage } from '../frame/StorePage.tsx'
import { yuanText } from '../parts/Yuan.tsx'
import { OwnRegistrations } from './OwnRegistrations.tsx'
import { RegisterDialog } from './RegisterDialog.tsx'
import './offers.css'

/** `/competitions`: what one may register for now, and the member's registrations. */
export function CompetitionsPage() {
  const t = useT()
  const runtime = useRuntime()
  const { token } = useSnapshot(runtime.stores.userInfo)
  const [entered, setEntered] = useState(0)
  const load = async () => (await read<{ list: CompetitionOffer[] }>(runtime, '/api/shop.Join/competitions')).list
  const { value, reason, loading, reload } = useLoad(load, [runtime], { fresh: entered })
  const title = t('storefront.competitions.title')
  return (
    <StorePage title={title} text={t('storefront.competitions.text')} busy={loading && !value}>
      <h1>{title}</h1>
      <p className="st-quiet st-lead">{t('storefront.competitions.text')}</p>
      {reason === '' ? null : <PublicFault title={t('storefront.competitions.failed')} text={reason} onRetry={reload} />}
      {loading && !value ? <Skeleton height={120} /> : null}
      {value?.length === 0 ? (
        <EmptyState icon="trophy" title={t('storefront.competitions.none')} text={t('storefront.competitions.noneText')} />
      ) : null}
      <ul className="st-competitions">
        {value?.map((competition) => (
          <li key={competition.id} className="st-card st-competition">
            <Competition competition={competition} onEntered={() => setEntered((n) => n + 1)} />
          </li>
        ))}
      </ul>
      {token === '' ? null : <OwnRegistrations fresh={entered} />}
    </StorePage>
  )
}

function Competition({ competition, onEntered }: { competition: CompetitionOffer; onEntered: () => void }) {
  const t = useT()
  const runtime = useRuntime()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [open, setOpen] = useState(false)
  const zone = shownZone(useSnapshot(runtime.stores.siteConfig))
  const minutes = (seconds: number) => dateTimeIn(zone, seconds).slice(0, 16)
  const { title, cover, type, place, start_time, join_end, groups } = competition
  const isFull = groups.every(({ left }) => left === 0)
  const register = () => (runtime.session.token('user') === '' ? navigate(signInPath(pathname)) : setOpen(true))
  return (
    <>
      <Picture url={cover} icon="trophy" />
      <div className="st-coupon-text">
        <h2>{title}</h2>
        <p>{t(`storefront.competitions.type.${type}`)}</p>
        <p className="st-quiet">{t('storefront.competitions.starts', { time: minutes(start_time), place })}</p>
        <p className="st-quiet">{t('storefront.competitions.until', { time: minutes(join_end) })}</p>
        <ul className="st-groups">
          {groups.map(({ name, fee, left }) => (
            <li key={name}>
              {name} · {fee === '0.00' ? t('storefront.competitions.free') : yuanText(fee)} ·{' '}
              {t('storefront.competitions.left', { n: left })}
            </li>
          ))}
        </ul>
        <Button
          look="primary"
          aria-label={`${t('storefront.competitions.register')}: ${title}`}
          reason={isFull ? t('storefront.competitions.full') : undefined}
          onClick={register}
        >
          {t('storefront.competitions.register')}
        </Button>
      </div>
      {open ? <RegisterDialog competition={competition} onClose={() => setOpen(false)} onEntered={onEntered} /> : null}
    </>
  )
}
