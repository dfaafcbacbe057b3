import { type ReactNode, useEffect } from 'react'
import { Link } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import type { MenuItem } from '../../runtime/navigation/menu.ts'
import type { PublicSite } from '../../runtime/publicSite.ts'
import { useRuntime, useT } from '../context.tsx'
import { LanguageMenu } from '../shell/LanguageMenu.tsx'
import { Logo } from '../shell/Logo.tsx'
import { navigationEnded } from '../shell/pending.ts'
import { ThemeButton } from '../shell/ThemeButton.tsx'
import { usePageTitle } from '../shell/usePageTitle.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { Icon } from '../ui/Icon.tsx'
import './home.css'

export interface PublicPageProps {
  /** What the server said of the site; absent until then. */
  site: PublicSite | undefined
  /** One sentence below the site's name, and what search engines show. */
  text: string
  busy: boolean
  /** Ways in below that sentence; the member sign-in when there is none. */
  links?: ReactNode
  /** Beside the welcome. */
  aside?: ReactNode
  children?: ReactNode
}

/** The public page at `/`: header, welcome with the ways in, what the platform or a module shows below, footer. */
export function PublicPage({ site, text, busy, links, aside, children }: PublicPageProps) {
  const t = useT()
  const runtime = useRuntime()
  // Offered until the server says that it is closed: it rarely is, and nothing jumps.
  const memberCentre = site?.memberCentre ?? true
  usePageTitle(t('ui.shell.home'), runtime)
  useEffect(navigationEnded, [])
  useEffect(() => {
    document.querySelector('meta[name="description"]')?.setAttribute('content', text)
  }, [text])
  return (
    <div className="h-page">
      <a className="k-skip" href="#home">
        {t('ui.shell.skip')}
      </a>
      <Head nav={site?.nav ?? []} memberCentre={memberCentre} />
      <main id="home" tabIndex={-1} className="h-main" aria-busy={busy}>
        <div className="h-top">
          <section className="h-welcome">
            <h1>
              <SiteName />
            </h1>
            <p>{text}</p>
            {links ?? (memberCentre ? <MemberLink /> : null)}
          </section>
          {aside}
        </div>
        {children}
      </main>
      <Foot />
    </div>
  )
}

/** Said when the page's content could not be read. */
export function PublicFault({ title, text, onRetry }: { title: string; text: string; onRetry: () => void }) {
  const t = useT()
  return (
    <EmptyState
      tone="error"
      icon="exclamation-circle"
      title={title}
      text={text}
      action={<Button onClick={onRetry}>{t('ui.shell.retry')}</Button>}
    />
  )
}

/** To the member centre, or to its sign-in. */
export function MemberLink({ look = 'primary' }: { look?: 'primary' | 'default' }) {
  const t = useT()
  const { session } = useRuntime()
  return (
    <Link className={`k-btn k-btn-${look} k-btn-large`} to="/user">
      <span className="k-btn-text">{t(session.token('user') ? 'public.member' : 'public.memberLogin')}</span>
      <Icon name="arrow-right" />
    </Link>
  )
}

function SiteName() {
  const t = useT()
  const { siteName } = useSnapshot(useRuntime().stores.siteConfig)
  return siteName || t('ui.shell.product')
}

function Head({ nav, memberCentre }: { nav: readonly MenuItem[]; memberCentre: boolean }) {
  const t = useT()
  return (
    <header className="h-head">
      <Link className="h-brand" to="/">
        <Logo size={28} />
        <span className="cut">
          <SiteName />
        </span>
      </Link>
      {nav.length > 0 ? (
        <nav className="h-nav" aria-label={t('public.nav')}>
          {nav.map((item) => (
            <Entry key={item.id} item={item} />
          ))}
        </nav>
      ) : null}
      <div className="h-tools">
        {memberCentre ? (
          <Link className="k-btn k-btn-quiet h-wide" to="/user">
            <span className="k-btn-text">{t('public.member')}</span>
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

/** Where sites in China say under which number they are registered. */
const register = 'https://beian.miit.gov.cn/'

function Foot() {
  const t = useT()
  const { recordNumber } = useSnapshot(useRuntime().stores.siteConfig)
  return (
    <footer className="h-foot">
      <span>
        <SiteName />
      </span>
      {recordNumber ? (
        <a href={register} target="_blank" rel="noopener noreferrer">
          {recordNumber}
        </a>
      ) : null}
      <Link to="/admin">{t('public.office')}</Link>
    </footer>
  )
}
