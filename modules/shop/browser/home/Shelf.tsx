import { type ReactNode, useId } from 'react'
import { Link } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import { assetUrl } from '../../../../src/renderers/asset.ts'
import { yuan } from '../../../../src/renderers/cells/money.tsx'
import { useRuntime, useT } from '../../../../src/renderers/context.tsx'
import { times } from '../../../../src/renderers/numbered.ts'
import { Skeleton } from '../../../../src/renderers/ui/feedback/Skeleton.tsx'
import { Icon } from '../../../../src/renderers/ui/Icon.tsx'
import { parseFen } from '../../../../src/schemas/kinds/money.ts'
import type { WindowClass, WindowGoods, WindowRecommendation } from '../../contract/shopWindow.ts'
import './shelf.css'

interface ShelfProps {
  title: string
  children: ReactNode
  /** Shown before the title, decoration only. */
  mark?: ReactNode
  subtitle?: string
  /** Where there is more of it. */
  more?: string
}

function Shelf({ title, children, mark, subtitle, more }: ShelfProps) {
  const t = useT()
  const id = useId()
  return (
    <section className="h-shelf" aria-labelledby={id}>
      <div className="h-shelf-head">
        {mark}
        <h2 id={id}>{title}</h2>
        {subtitle ? <p className="h-sub">{subtitle}</p> : null}
        {more ? (
          <Link className="h-more" to={more} aria-label={`${t('home.more')}: ${title}`}>
            {t('home.more')}
          </Link>
        ) : null}
      </div>
      {children}
    </section>
  )
}

/** The classes that lead through the shop. */
export function Classes({ classes }: { classes: readonly WindowClass[] }) {
  const t = useT()
  const english = useRuntime().words.lang() === 'en'
  return (
    <Shelf title={t('home.classes')} more="/goods">
      <ul className="h-classes">
        {classes.map(({ id, name, name_en, image }) => (
          <li key={id} className="h-class">
            <Picture url={image} icon="tag" />
            <Link className="h-over" to={`/goods?class=${id}`}>
              {(english && name_en) || name}
            </Link>
          </li>
        ))}
      </ul>
    </Shelf>
  )
}

/** Things on sale, one tile each. */
export function Goods({ title, goods, more }: { title: string; goods: readonly WindowGoods[]; more: string }) {
  return (
    <Shelf title={title} more={more}>
      <Tiles goods={goods} />
    </Shelf>
  )
}

/** What the shop recommends. Its colour marks the heading and is no text colour: it need not be legible on light and dark. */
export function Recommendation({ block: { title, subtitle, icon, color, cover, goods } }: { block: WindowRecommendation }) {
  const mark = cover ? (
    <Picture url={cover} icon="image" />
  ) : icon ? (
    <span className="h-mark" style={color ? { color } : undefined}>
      <Icon name={icon} />
    </span>
  ) : null
  return (
    <Shelf title={title} subtitle={subtitle} mark={mark}>
      <Tiles goods={goods} />
    </Shelf>
  )
}

/** One tile for each product, which leads to its page. */
export function Tiles({ goods }: { goods: readonly WindowGoods[] }) {
  return (
    <ul className="h-goods">
      {goods.map((one) => (
        <li key={one.id} className="h-tile">
          <Picture url={one.image} icon="image" />
          <h3>
            <Link className="h-over" to={`/goods/${one.id}`}>
              {one.name}
            </Link>
          </h3>
          {one.subtitle ? <p className="h-sub cut">{one.subtitle}</p> : null}
          <p className="h-price">
            <Price goods={one} />
          </p>
        </li>
      ))}
    </ul>
  )
}

function Price({ goods: { price, price_max } }: { goods: WindowGoods }) {
  const t = useT()
  const least = yuan(parseFen(price) ?? 0)
  return price === price_max ? least : t('home.from', { price: least })
}

/** Decorative: the name is next to it. A product without a picture, or with one that fails to load, shows the icon behind it. */
export function Picture({ url, icon }: { url: string; icon: string }) {
  const site = useSnapshot(useRuntime().stores.siteConfig)
  const address = assetUrl(url, site)
  return (
    <span className="h-picture">
      <Icon name={icon} />
      {address ? <img src={address} alt="" loading="lazy" decoding="async" /> : null}
    </span>
  )
}

/** The skeleton of a loading shelf. */
export function GoodsSkeleton() {
  return (
    <div className="h-shelf">
      <h2 className="h-shelf-head">
        <Skeleton width={120} height={20} />
      </h2>
      <div className="h-goods">
        {times(8).map((tile) => (
          <div key={tile} className="h-tile">
            <span className="h-picture" />
            <Skeleton width="70%" height={16} />
            <Skeleton width="40%" height={16} />
          </div>
        ))}
      </div>
    </div>
  )
}
