import { Link } from 'react-router-dom'
import { readPublicSite } from '../../runtime/publicSite.ts'
import { useRuntime, useT } from '../context.tsx'
import { Icon } from '../ui/Icon.tsx'
import { useLoad } from '../useLoad.ts'
import { MemberLink, PublicFault, PublicPage } from './PublicPage.tsx'
import './ways.css'

/** `/` where no module has a public page of its own: what this site is, and the ways in for administrators and members. */
export function Home() {
  const t = useT()
  const runtime = useRuntime()
  const { value: site, reason, loading, reload } = useLoad(() => readPublicSite(runtime), [runtime])
  return (
    <PublicPage
      site={site}
      text={t('public.text')}
      busy={loading && !site}
      links={
        <div className="h-links">
          {runtime.entrance === '' ? null : (
            <Link className="k-btn k-btn-primary k-btn-large" to="/admin">
              <span className="k-btn-text">{t('public.adminLogin')}</span>
              <Icon name="arrow-right" />
            </Link>
          )}
          {site?.memberCentre === false ? null : <MemberLink look="default" />}
        </div>
      }
      aside={<Ways memberCentre={site?.memberCentre !== false} />}
    >
      {reason !== '' ? <PublicFault title={t('public.failed')} text={reason} onRetry={reload} /> : null}
    </PublicPage>
  )
}

/** Who finds what behind which door. */
function Ways({ memberCentre }: { memberCentre: boolean }) {
  const t = useT()
  const ways = [
    { name: 'office', icon: 'desktop' },
    ...(memberCentre ? [{ name: 'member', icon: 'user' }] : []),
    { name: 'looks', icon: 'palette' },
  ]
  return (
    <ul className="h-ways">
      {ways.map(({ name, icon }) => (
        <li key={name} className="h-way">
          <span className="h-way-icon">
            <Icon name={icon} />
          </span>
          <div>
            <h2>{t(`public.ways.${name}`)}</h2>
            <p>{t(`public.ways.${name}Text`)}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}
