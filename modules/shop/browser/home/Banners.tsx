import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import { assetUrl } from '../../../../src/renderers/asset.ts'
import { useRuntime, useT } from '../../../../src/renderers/context.tsx'
import type { WindowBanner } from '../../contract/shopWindow.ts'
import { countSeen } from './shopWindow.ts'
import { TurnButtons } from './TurnButtons.tsx'
import { useTurns } from './useTurns.ts'
import './adverts.css'

/** The banners of the home page, one at a time in a place that keeps its size. */
export function Banners({ banners }: { banners: readonly WindowBanner[] }) {
  const t = useT()
  const runtime = useRuntime()
  const turns = useTurns(banners.length)
  const seen = useRef(new Set<number>())
  const current = banners[turns.at]?.id
  useEffect(() => {
    if (current === undefined || seen.current.has(current)) return
    seen.current.add(current)
    countSeen(runtime, { views: [current] })
  }, [runtime, current])
  return (
    <section className="h-stage" aria-roledescription="carousel" aria-label={t('home.banners')} {...turns.held}>
      <div className="h-slides" aria-live={turns.moving ? 'off' : 'polite'}>
        {banners.map((banner, i) => (
          <fieldset
            key={banner.id}
            aria-roledescription="slide"
            aria-label={t('home.slide', { n: i + 1, total: banners.length })}
            className="h-slide h-banner"
            inert={i !== turns.at}
            style={{ backgroundColor: banner.background }}
          >
            <Way to={banner.link} onFollow={() => countSeen(runtime, { clicks: [banner.id] })}>
              <Picture banner={banner} first={i === 0} />
            </Way>
          </fieldset>
        ))}
      </div>
      {banners.length > 1 ? <TurnButtons turns={turns} what={t('home.banners')} /> : null}
    </section>
  )
}

function Picture({ banner, first }: { banner: WindowBanner; first: boolean }) {
  const site = useSnapshot(useRuntime().stores.siteConfig)
  return (
    <picture>
      <source media="(max-width: 639.98px)" srcSet={assetUrl(banner.image_mobile, site)} />
      <img
        src={assetUrl(banner.image, site)}
        alt={banner.text}
        width={1200}
        height={480}
        decoding="async"
        loading={first ? 'eager' : 'lazy'}
      />
    </picture>
  )
}

/** Where an advert leads: within the site as any link of it, else in a tab of its own. Without an address it leads nowhere. */
export function Way({ to, onFollow, children }: { to: string; onFollow?: () => void; children: ReactNode }) {
  if (to === '') return children
  if (to.startsWith('/'))
    return (
      <Link to={to} onClick={onFollow}>
        {children}
      </Link>
    )
  return (
    <a href={to} target="_blank" rel="noopener noreferrer" onClick={onFollow}>
      {children}
    </a>
  )
}
