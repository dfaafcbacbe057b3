import { Link } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import { Icon } from '../ui/Icon.tsx'
import { useRuntime, useT } from './context.tsx'
import { Logo } from './Logo.tsx'
import { Lone } from './Lone.tsx'

/** `/`: what this is, and the way in. */
export function Home() {
  const t = useT()
  const runtime = useRuntime()
  const { siteName } = useSnapshot(runtime.stores.siteConfig)
  const signedIn = runtime.session.token('admin') !== ''
  return (
    <Lone title={t('ui.shell.home')}>
      <div className="k-home">
        <Logo size={48} />
        <h1>{siteName || t('ui.shell.product')}</h1>
        <p>{t('ui.shell.homeText')}</p>
        <Link className="k-btn k-btn-primary k-btn-large" to={signedIn ? '/admin' : '/admin/login'}>
          <span className="k-btn-text">{t(signedIn ? 'ui.shell.toOffice' : 'ui.login.submit')}</span>
          <Icon name="arrow-right" />
        </Link>
      </div>
    </Lone>
  )
}
