import { useSnapshot } from 'valtio'
import { useRuntime, useT } from '../../context.tsx'
import { Logo } from '../Logo.tsx'

/** The site's sign and name above, or before, the menu; the person may have it away (`menuShowTopBar`). */
export function Brand({ narrow }: { narrow: boolean }) {
  const { stores } = useRuntime()
  const t = useT()
  const { siteName } = useSnapshot(stores.siteConfig)
  const { menuShowTopBar } = useSnapshot(stores.layout)
  if (!menuShowTopBar) return <div className="k-brand is-empty" />
  return (
    <div className="k-brand">
      <Logo size={26} />
      {narrow ? null : <span className="cut">{siteName || t('ui.shell.product')}</span>}
    </div>
  )
}
