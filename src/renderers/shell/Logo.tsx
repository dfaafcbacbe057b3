import { assetUrl } from '../asset.ts'
import { useRuntime } from '../context.tsx'
import { useValue } from '../useValue.ts'

/** The site's own logo, or the product's: a K formed by a column and two drawers. Decorative; the name is next to it. */
export function Logo({ size = 24 }: { size?: number }) {
  const { siteConfig } = useRuntime().stores
  const own = useValue(siteConfig, (site) => (site.logo === '' ? undefined : assetUrl(site.logo, site)))
  if (own !== undefined) return <img className="k-logo k-logo-own" src={own} width={size} height={size} alt="" />
  return (
    <svg className="k-logo" width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="8" fill="var(--accent)" />
      <path
        d="M10 8v16M22 8l-8.5 8L22 24"
        fill="none"
        stroke="#fff"
        strokeWidth="3.2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
