import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import { CallError } from '../../runtime/callError.ts'
import { type Home as HomeFacts, readHome } from '../../runtime/home.ts'
import type { MenuItem } from '../../runtime/navigation/menu.ts'
import type { ShopWindow } from '../../schemas/api/shopWindow.ts'
import { useRuntime, useT } from '../context.tsx'
import { LanguageMenu } from '../shell/LanguageMenu.tsx'
import { Logo } from '../shell/Logo.tsx'
import { navigationEnded } from '../shell/pending.ts'
import { ThemeButton } from '../shell/ThemeButton.tsx'
import { usePageTitle } from '../shell/usePageTitle.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Banners } from './Banners.tsx'
import { Notices } from './Notices.tsx'
import { Classes, Goods, GoodsSkeleton, Recommendation } from './Shelf.tsx'
import './home.css'

type Asked = { type: 'waiting' } | { type: 'there'; home: HomeFacts } | { type: 'failed'; text: string }

/** Asks for what the page shows; `again` asks anew after a failure. */
function useHome(): { asked: Asked; again: () => void } {
  const runtime = useRuntime()
  const [asked, setAsked] = useState<Asked>({ type: 'waiting' })
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` is the person's "try again"
  useEffect(() => {
    let here = true
    setAsked({ type: 'waiting' })
    readHome(runtime).then(
      (home) => here && setAsked({ type: 'there', home }),
      (error: unknown) => here && setAsked({ type: 'failed', text: error instanceof CallError ? error.message : String(error) }),
    )
    return () => {
      here = false
    }
  }, [runtime, round])
  return { asked, again: () => setRound(round + 1) }
}

/** `/`: the shop to whoever comes by, and the ways in for members and administrators. */
export function Home() {
  const t = useT()
  const runtime = useRuntime()
  const { asked, again } = useHome()
  usePageTitle(t('ui.shell.home'), runtime)
  useEffect(navigationEnded, [])
  useEffect(() => {
    document.querySelector('meta[name="description"]')?.setAttribute('content', t('home.text'))
  }, [t])
  const home = asked.type === 'there' ? asked.home : undefined
  return (
    <div className="h-page">
      <a className="k-skip" href="#home">
        {t('ui.shell.skip')}
      </a>
      <Head nav={home?.nav ?? []} memberCentre={home?.memberCentre ?? true} />
      <main id="home" tabIndex={-1} className="h-main" aria-busy={asked.type === 'waiting'}>
        <div className="h-top">
          <Welcome memberCentre={home?.memberCentre ?? true} />
          {asked.type === 'waiting' ? <div className="h-stage" /> : null}
          {home?.shop && home.shop.banners.length > 0 ? <Banners banners={home.shop.banners} /> : null}
        </div>
        {asked.type === 'waiting' ? <GoodsSkeleton /> : null}
        {asked.type === 'failed' ? (
          <EmptyState
            tone="error"
            icon="exclamation-circle"
            title={t('home.failed')}
            text={asked.text}
            action={<Button onClick={again}>{t('ui.shell.retry')}</Button>}
          />
        ) : null}
        {home?.shop ? <Shop shop={home.shop} /> : null}
      </main>
      <Foot />
    </div>
  )
}

function Head({ nav, memberCentre }: { nav: readonly MenuItem[]; memberCentre: boolean }) {
  const t = useT()
  const { stores } = useRuntime()
  const { siteName } = useSnapshot(stores.siteConfig)
  return (
    <header className="h-head">
      <Link className="h-brand" to="/">
        <Logo size={28} />
        <span className="cut">{siteName || t('ui.shell.product')}</span>
      </Link>
      {nav.length > 0 ? (
        <nav className="h-nav" aria-label={t('home.nav')}>
          {nav.map((item) => (
            <Entry key={item.id} item={item} />
          ))}
        </nav>
      ) : null}
      <div className="h-tools">
        {memberCentre ? (
          <Link className="k-btn k-btn-quiet h-wide" to="/user">
            <span className="k-btn-text">{t('home.member')}</span>
          </Link>
        ) : null}
        <LanguageMenu />
        <ThemeButton />
      </div>
    </header>
  )
}

function Entry({ item }: { item: MenuItem }) {
  if (item.type !== 'link') return <Link to={item.path}>{item.title}</Link>
  return (
    <a href={item.path} target="_blank" rel="noopener noreferrer">
      {item.title}
    </a>
  )
}

function Welcome({ memberCentre }: { memberCentre: boolean }) {
  const t = useT()
  const { stores, session } = useRuntime()
  const { siteName } = useSnapshot(stores.siteConfig)
  return (
    <section className="h-welcome">
      <h1>{siteName || t('ui.shell.product')}</h1>
      <p>{t('home.text')}</p>
      {memberCentre ? (
        <Link className="k-btn k-btn-primary k-btn-large" to="/user">
          <span className="k-btn-text">{t(session.token('user') ? 'home.member' : 'home.memberLogin')}</span>
          <Icon name="arrow-right" />
        </Link>
      ) : null}
    </section>
  )
}

function Shop({ shop }: { shop: ShopWindow }) {
  return (
    <>
      {shop.notices.length > 0 ? <Notices notices={shop.notices} /> : null}
      <Shelves shop={shop} />
    </>
  )
}

function Shelves({ shop }: { shop: ShopWindow }) {
  const t = useT()
  if (shop.newest.length === 0) return <EmptyState icon="shopping-bag" title={t('home.empty')} text={t('home.emptyText')} />
  return (
    <>
      {shop.classes.length > 0 ? <Classes classes={shop.classes} /> : null}
      {shop.recommendations.map((block) => (
        <Recommendation key={block.id} block={block} />
      ))}
      <Goods title={t('home.newest')} goods={shop.newest} />
      <Goods title={t('home.hot')} goods={shop.hot} />
    </>
  )
}

/** Where sites in China say under which number they are registered. */
const register = 'https://beian.miit.gov.cn/'

function Foot() {
  const t = useT()
  const { stores } = useRuntime()
  const { siteName, recordNumber } = useSnapshot(stores.siteConfig)
  return (
    <footer className="h-foot">
      <span>{siteName || t('ui.shell.product')}</span>
      {recordNumber ? (
        <a href={register} target="_blank" rel="noopener noreferrer">
          {recordNumber}
        </a>
      ) : null}
      <Link to="/admin">{t('home.office')}</Link>
    </footer>
  )
}
