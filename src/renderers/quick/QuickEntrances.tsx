import { Link } from 'react-router-dom'
import { findRoute } from '../../runtime/navigation/menu.ts'
import { useRuntime, useT } from '../context.tsx'
import { Icon } from '../ui/Icon.tsx'
import { useValue } from '../useValue.ts'
import './quick.css'

/** Buttons to the screens that the site offers first; only to those that this person has. */
export function QuickEntrances() {
  const t = useT()
  const runtime = useRuntime()
  const entrances = useValue(runtime.stores.siteConfig, (site) => site.quickEntrance)
  const shown = entrances.flatMap(({ key, value }) => {
    const route =
      runtime.routes().find(({ name }) => name.toLowerCase() === value.toLowerCase()) ?? findRoute(runtime.routes(), value)
    return route ? [{ title: key, route }] : []
  })
  if (shown.length === 0) return null
  return (
    <nav className="k-quick" aria-label={t('ui.quick.title')}>
      {shown.map(({ title, route }) => (
        <Link key={`${route.key} ${title}`} className="k-btn" to={route.path}>
          <Icon name={route.icon.replace(/^pi pi-/, '')} />
          <span className="k-btn-text">{title || route.title}</span>
        </Link>
      ))}
    </nav>
  )
}
