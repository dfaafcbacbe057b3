import { useState } from 'react'
import { Link, useParams, useSearchParams } from 'react-router-dom'
import { useRuntime, useT } from '../../../../../src/renderers/context.tsx'
import { lazyComponent } from '../../../../../src/renderers/lazyComponent.tsx'
import { EmptyState } from '../../../../../src/renderers/ui/feedback/EmptyState.tsx'
import { Skeleton } from '../../../../../src/renderers/ui/feedback/Skeleton.tsx'
import { Icon } from '../../../../../src/renderers/ui/Icon.tsx'
import { useLoad } from '../../../../../src/renderers/useLoad.ts'
import type { StoreGoods } from '../../../contract/storefront.ts'
import { read } from '../calls.ts'
import { StorePage } from '../frame/StorePage.tsx'
import { Part } from '../parts/Part.tsx'
import { Yuan, yuanText } from '../parts/Yuan.tsx'
import { BuyBox } from './BuyBox.tsx'
import { firstChoice, skuOf } from './choice.ts'
import { Evaluations } from './Evaluations.tsx'
import { Gallery } from './Gallery.tsx'
import './product.css'

const RichView = lazyComponent(() =>
  import('../../../../../src/renderers/ui/rich/RichView.tsx').then((module) => module.RichView),
)

/** `/goods/:id`: a product with its pictures, specs, text and evaluations. */
export function ProductPage() {
  const t = useT()
  const runtime = useRuntime()
  const { id = '' } = useParams()
  const { value, reason, loading } = useLoad(() => read<StoreGoods>(runtime, '/api/shop.Goods/info', { id }), [runtime, id])
  return (
    <StorePage title={value?.name ?? t('storefront.product.title')} text={value?.subtitle} busy={loading && !value}>
      {loading && !value ? <ProductSkeleton /> : null}
      {reason === '' ? null : (
        <EmptyState
          isPage
          icon="box"
          title={t('storefront.product.failed')}
          text={reason}
          action={
            <Link className="k-btn k-btn-primary" to="/goods">
              <span className="k-btn-text">{t('storefront.goods.seeAll')}</span>
            </Link>
          }
        />
      )}
      {value ? <Product key={value.id} goods={value} /> : null}
    </StorePage>
  )
}

function Product({ goods }: { goods: StoreGoods }) {
  const t = useT()
  const [query] = useSearchParams()
  const [choice, setChoice] = useState(() => firstChoice(goods, Number(query.get('sku'))))
  const sku = skuOf(goods, choice)
  const image = sku?.image || chosenImage(goods, choice)
  return (
    <>
      <Crumbs goods={goods} />
      <div className="st-product">
        <Gallery images={goods.images} chosen={image} name={goods.name} />
        <div className="st-facts">
          <h1>{goods.name}</h1>
          {goods.subtitle ? <p className="st-quiet">{goods.subtitle}</p> : null}
          <p className="st-amount" role="status">
            {sku ? <Yuan of={sku.price} /> : <Range goods={goods} />}
            {sku?.origin_price ? <s className="st-quiet">{yuanText(sku.origin_price)}</s> : null}
          </p>
          <p className="st-quiet">
            {t('storefront.product.sold', { n: goods.sales })}
            {goods.evaluations.count > 0 ? ` · ${t('storefront.product.rated', { ...goods.evaluations })}` : ''}
          </p>
          <BuyBox goods={goods} choice={choice} onChoose={setChoice} />
          <Services services={goods.services} />
        </div>
      </div>
      <Details goods={goods} />
      <Evaluations goods={goods} />
    </>
  )
}

/** The picture of a chosen value, of goods whose combinations have none of their own. */
function chosenImage({ specs }: StoreGoods, choice: readonly (string | undefined)[]): string {
  const images = specs.map(({ values }, i) => values.find(({ value }) => value === choice[i])?.image ?? '')
  return images.find((image) => image !== '') ?? ''
}

function Range({ goods: { price, price_max } }: { goods: StoreGoods }) {
  if (price === price_max) return <Yuan of={price} />
  return (
    <>
      <Yuan of={price} /> – <Yuan of={price_max} />
    </>
  )
}

function Crumbs({ goods: { classes } }: { goods: StoreGoods }) {
  const t = useT()
  const english = useRuntime().words.lang() === 'en'
  return (
    <nav className="st-crumbs" aria-label={t('storefront.product.place')}>
      <ol>
        <li>
          <Link to="/goods">{t('storefront.goods.all')}</Link>
        </li>
        {classes.map(({ id, name, name_en }) => (
          <li key={id}>
            <Link to={`/goods?class=${id}`}>{(english && name_en) || name}</Link>
          </li>
        ))}
      </ol>
    </nav>
  )
}

function Services({ services }: Pick<StoreGoods, 'services'>) {
  const t = useT()
  if (services.length === 0) return null
  return (
    <ul className="st-services" aria-label={t('storefront.product.services')}>
      {services.map(({ name, icon, description }) => (
        <li key={name} data-tip={description || undefined}>
          <Icon name={icon || 'check-circle'} />
          {name}
        </li>
      ))}
    </ul>
  )
}

function Details({ goods: { params, content, video } }: { goods: StoreGoods }) {
  const t = useT()
  return (
    <>
      {params.length > 0 ? (
        <Part title={t('storefront.product.params')}>
          <dl className="st-params">
            {params.map(({ key, value }) => (
              <div key={key} className="st-param">
                <dt>{key}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </Part>
      ) : null}
      {content || video ? (
        <Part title={t('storefront.product.details')}>
          {/* biome-ignore lint/a11y/useMediaCaption: the shop uploads none */}
          {video ? <video className="st-video" src={video} controls preload="none" /> : null}
          <RichView html={content} />
        </Part>
      ) : null}
    </>
  )
}

function ProductSkeleton() {
  return (
    <div className="st-product">
      <div className="st-gallery">
        <span className="h-picture" />
      </div>
      <div className="st-facts">
        <Skeleton width="70%" height={28} />
        <Skeleton width="40%" height={20} />
        <Skeleton width="30%" height={32} />
      </div>
    </div>
  )
}
