import { Link, useSearchParams } from 'react-router-dom'
import { useRuntime, useT } from '../../../../../src/renderers/context.tsx'
import { PublicFault } from '../../../../../src/renderers/home/PublicPage.tsx'
import { EmptyState } from '../../../../../src/renderers/ui/feedback/EmptyState.tsx'
import { Pager } from '../../../../../src/renderers/ui/Pager.tsx'
import { useLoad } from '../../../../../src/renderers/useLoad.ts'
import { type GoodsPage as GoodsAnswer, goodsSorts, type StoreClass } from '../../../contract/storefront.ts'
import { GoodsSkeleton, Tiles } from '../../home/Shelf.tsx'
import { read } from '../calls.ts'
import { StorePage } from '../frame/StorePage.tsx'
import { ClassChoice } from './ClassChoice.tsx'
import './goods.css'

const perPage = 24

/** What of the list the address asks for. */
function readAsked(query: URLSearchParams) {
  return {
    class: Number(query.get('class')) || 0,
    keyword: query.get('keyword') ?? '',
    sort: goodsSorts.find((sort) => sort === query.get('sort')) ?? 'newest',
    page: Math.max(1, Number(query.get('page')) || 1),
  }
}

/** `/goods`: what is on sale, by class, search and order. The address says which part of it. */
export function GoodsPage() {
  const t = useT()
  const runtime = useRuntime()
  const [query, setQuery] = useSearchParams()
  const asked = readAsked(query)
  const english = runtime.words.lang() === 'en'
  const classes = useLoad(() => read<{ list: StoreClass[] }>(runtime, '/api/shop.Goods/classes'), [runtime])
  const goods = useLoad(
    () => read<GoodsAnswer>(runtime, '/api/shop.Goods/index', { ...asked, limit: perPage }),
    [runtime, ...Object.values(asked)],
  )
  const known = classes.value?.list ?? []
  const chosen = known.find(({ id }) => id === asked.class)
  const name = chosen ? (english && chosen.name_en) || chosen.name : t('storefront.goods.all')
  const title = asked.keyword === '' ? name : t('storefront.goods.found', { text: asked.keyword })
  const { value, reason, loading, reload } = goods
  return (
    <StorePage title={title} busy={loading && !value}>
      <div className="st-head">
        <h1>{title}</h1>
        <p className="st-quiet" role="status">
          {value ? t('storefront.goods.count', { n: value.total }) : ''}
        </p>
      </div>
      {known.length > 0 ? <ClassChoice classes={known} chosen={asked.class} /> : null}
      <Sorts asked={asked.sort} />
      {reason !== '' ? <PublicFault title={t('storefront.goods.failed')} text={reason} onRetry={reload} /> : null}
      {loading && !value ? <GoodsSkeleton /> : null}
      {value && value.list.length > 0 ? <Tiles goods={value.list} /> : null}
      {value?.list.length === 0 ? <Nothing keyword={asked.keyword} /> : null}
      {value && value.total > perPage ? (
        <Pager
          page={asked.page}
          limit={perPage}
          total={value.total}
          onPage={(page) => {
            query.set('page', String(page))
            setQuery(query)
          }}
        />
      ) : null}
    </StorePage>
  )
}

function Nothing({ keyword }: { keyword: string }) {
  const t = useT()
  const text = keyword === '' ? t('storefront.goods.noneInClass') : t('storefront.goods.noneFoundText')
  return (
    <EmptyState
      icon="search"
      title={t(keyword === '' ? 'storefront.goods.none' : 'storefront.goods.noneFound')}
      text={text}
      action={
        <Link className="k-btn k-btn-default" to="/goods">
          <span className="k-btn-text">{t('storefront.goods.seeAll')}</span>
        </Link>
      }
    />
  )
}

function Sorts({ asked }: { asked: string }) {
  const t = useT()
  const [query] = useSearchParams()
  return (
    <nav className="st-sorts" aria-label={t('storefront.goods.sort')}>
      {goodsSorts.map((sort) => {
        const next = new URLSearchParams(query)
        next.delete('page')
        next.set('sort', sort)
        return (
          <Link key={sort} to={`?${next}`} aria-current={sort === asked ? 'true' : undefined}>
            {t(`storefront.goods.sorts.${sort}`)}
          </Link>
        )
      })}
    </nav>
  )
}
