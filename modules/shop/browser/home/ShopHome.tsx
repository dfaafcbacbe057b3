import { useEffect } from 'react'
import { useRuntime, useT } from '../../../../src/renderers/context.tsx'
import { PublicFault, PublicPage } from '../../../../src/renderers/home/PublicPage.tsx'
import { EmptyState } from '../../../../src/renderers/ui/feedback/EmptyState.tsx'
import { useLoad } from '../../../../src/renderers/useLoad.ts'
import type { ShopWindow } from '../../contract/shopWindow.ts'
import { ClosedNotice } from '../store/frame/StorePage.tsx'
import { StoreTools } from '../store/frame/StoreTools.tsx'
import { readStore } from '../store/frame/storeState.ts'
import { Banners } from './Banners.tsx'
import { Notices } from './Notices.tsx'
import { Classes, Goods, GoodsSkeleton, Recommendation } from './Shelf.tsx'
import { readShopSite } from './shopWindow.ts'

/** `/`: the shop window, and the ways in for members and administrators. */
export function ShopHome() {
  const t = useT()
  const runtime = useRuntime()
  const { value, reason, loading, reload } = useLoad(() => readShopSite(runtime), [runtime])
  const { site, shop } = value ?? {}
  useEffect(() => {
    if (site && shop) void readStore(runtime, site)
  }, [runtime, site, shop])
  const waiting = loading && !value
  const aside = waiting ? (
    <div className="h-stage" />
  ) : shop && shop.banners.length > 0 ? (
    <Banners banners={shop.banners} />
  ) : null
  return (
    <PublicPage
      site={site}
      text={t('home.text')}
      busy={waiting}
      aside={aside}
      tools={value && !shop ? undefined : <StoreTools />}
    >
      <ClosedNotice />
      {waiting ? <GoodsSkeleton /> : null}
      {reason !== '' ? <PublicFault title={t('home.failed')} text={reason} onRetry={reload} /> : null}
      {shop ? <Shop shop={shop} /> : null}
    </PublicPage>
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
      <Goods title={t('home.newest')} goods={shop.newest} more="/goods?sort=newest" />
      <Goods title={t('home.hot')} goods={shop.hot} more="/goods?sort=sales" />
    </>
  )
}
