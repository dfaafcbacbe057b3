import { type ReactNode, useEffect } from 'react'
import { Link } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import type { MenuItem } from '../../runtime/navigation/menu.ts'
import { isOwnPath } from '../../runtime/navigation/navigation.ts'
import type { PublicSite } from '../../runtime/publicSite.ts'
import { useRuntime, useT } from '../context.tsx'
import { LanguageMenu } from '../shell/LanguageMenu.tsx'
import { Logo } from '../shell/Logo.tsx'
import { navigationEnded } from '../shell/pending.ts'
import { ThemeButton } from '../shell/ThemeButton.tsx'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { Icon } from '../ui/Icon.tsx'
import { usePageTitle } from '../usePageTitle.ts'
import './home.css'

/** What every public page tells its frame. */
export interface PublicFrameProps {
  /** What the server said of the site; absent until then. */
  site: PublicSite | undefined
  /** The window's title. */
  title: string
  /** What search engines show. */
  text: string
  busy: boolean
  /** In the header, before the language: what a module adds to each of its pages. */
  tools?: ReactNode
  children?: ReactNode
}

/** The frame of public pages: header with the entries of the members' menu, the content, footer. */
export function PublicFrame({ site, title, text, busy, tools, children }: PublicFrameProps) {
  const t = useT()
  const runtime = useRuntime()
  usePageTitle(title, runtime)
  useEffect(navigationEnded, [])
  useEffect(() => {
    document.querySelector('meta[name="description"]')?.setAttribute('content', text)
  }, [text])
  return (
    <div className="h-page">
      <a className="k-skip" href="#home">
        {t('ui.shell.skip')}
      </a>
      <Head nav={site?.nav} memberCentre={isCentreOpen(site)} tools={tools} />
      <main id="home" tabIndex={-1} className="h-main" aria-busy={busy}>
        {children}
      </main>
      <Foot />
    </div>
  )
}

/** Offered until the server says that it is closed: it rarely is, and nothing jumps. */
const isCentreOpen = (site: PublicSite | undefined) => site?.memberCentre ?? true

export interface PublicPageProps extends Omit<PublicFrameProps, 'title'> {
  /** Ways in below the sentence; the member sign-in when there is none. */
  links?: ReactNode
  /** Beside the welcome. */
  aside?: ReactNode
}

/** The public page at `/`: welcome with the ways in, what the platform or a module shows below. `text` is one sentence below the site's name. */
export function PublicPage({ links, aside, children, ...frame }: PublicPageProps) {
  const t = useT()
  return (
    <PublicFrame {...frame} title={t('ui.shell.home')}>
      <div className="h-top">
        <section className="h-welcome">
          <h1>
            <SiteName />
          </h1>
          <p>{frame.text}</p>
          {links ?? (isCentreOpen(frame.site) ? <MemberLink /> : null)}
        </section>
        {aside}
      </div>
      {children}
    </PublicFrame>
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

interface HeadProps {
  /** Absent until it is known. */
  nav: readonly MenuItem[] | undefined
  memberCentre: boolean
  tools: ReactNode
}

function Head({ nav, memberCentre, tools }: HeadProps) {
  const t = useT()
  return (
    <header className="h-head">
      <Link className="h-brand" to="/">
        <Logo size={28} />
        <span className="cut">
          <SiteName />
        </span>
      </Link>
      {nav === undefined && tools ? <div className="h-nav" /> : null}
      {nav && nav.length > 0 ? (
        <nav className="h-nav" aria-label={t('public.nav')}>
          {nav.map((item) => (
            <Entry key={item.id} item={item} />
          ))}
        </nav>
      ) : null}
      <div className="h-tools">
        {tools}
        {memberCentre ? (
          <Link className="k-btn k-btn-quiet" to="/user" aria-label={t('public.member')}>
            <Icon name="user" />
            <span className="k-btn-text h-wide">{t('public.member')}</span>
          </Link>
        ) : null}
        <LanguageMenu />
        <ThemeButton />
      </div>
    </header>
  )
}

function Entry({ item }: { item: MenuItem }) {
  if (item.type !== 'link' || isOwnPath(item.path)) return <Link to={item.path}>{item.title}</Link>
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
  const { entrance, stores } = useRuntime()
  const { recordNumber } = useSnapshot(stores.siteConfig)
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
      {entrance === '' ? null : <Link to="/admin">{t('public.office')}</Link>}
    </footer>
  )
}
