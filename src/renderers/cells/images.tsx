import type { ReactNode } from 'react'
import { isObject } from '../../schemas/isObject.ts'
import { type CellEnvironment, defineCell } from '../define.ts'
import { numbered } from '../numbered.ts'
import { pictureAddress } from './image.tsx'
import { CellError, items, nameText } from './value.ts'

const most = 3
/** px of a picture with the gap behind it, and of what a column has besides. */
const picture = 32
const padding = 24

/**
 * The first pictures of a list: addresses, or rows that have one (the lines of an order: picture, title, quantity). With `names` the first
 * picture and the titles.
 */
export const images = defineCell({
  width: 148,
  mayCut: ({ format }) => format === 'names',
  render: ({ value, env, column }) => {
    const all = items(value).map((item) => pictureOf(item, env))
    const [first] = all
    if (!first) return <span className="s-none">–</span>
    const pieces = all.reduce((sum, p) => sum + (p.quantity ?? 0), 0)
    const count = pieces > 0 && <span className="s-sub">×{pieces}</span>
    if (column.format === 'names')
      return (
        <span className="s-titled">
          {thumb(first, { alt: '' })}
          <span className="s-lines">{all.map(({ title }) => title).join(env.t('ui.controls.comma'))}</span>
          {pieces > 1 && count}
        </span>
      )
    const shown = column.width ? Math.min(most, Math.max(1, Math.floor((column.width - padding) / picture))) : most
    return (
      <span className="s-thumbs">
        {numbered(all.slice(0, shown)).map(({ item, at }) => thumb(item, { key: at }))}
        {shown > 1 && all.length > shown && <span className="s-more">+{all.length - shown}</span>}
        {count}
      </span>
    )
  },
  text: ({ value, env }) =>
    items(value)
      .map((item) => pictureOf(item, env))
      .map((p) => (p.quantity ? `${p.title} ×${p.quantity}` : p.title))
      .join(', '),
})

/** A small picture; `alt` is '' where its title is beside it. */
function thumb({ address, title }: Picture, { key = 0, alt = title }: { key?: number; alt?: string } = {}): ReactNode {
  return (
    <span key={key} className="s-thumb" title={title} data-act={address ? 'preview' : undefined} data-src={address}>
      {address ? (
        <img src={address} alt={alt} width={28} height={28} loading="lazy" decoding="async" />
      ) : (
        <i className="pi pi-image" />
      )}
    </span>
  )
}

interface Picture {
  address: string | undefined
  title: string
  quantity?: number
}

function pictureOf(item: unknown, env: CellEnvironment): Picture {
  if (typeof item === 'string') return { address: pictureAddress(item, env), title: item.slice(item.lastIndexOf('/') + 1) }
  if (!isObject(item)) throw new CellError('not a picture')
  const row = item
  const address = row.image ?? row.cover ?? row.url
  if (address === undefined && row.title === undefined && row.name === undefined) throw new CellError('not a picture')
  const quantity = Number(row.quantity)
  return {
    address: typeof address === 'string' && address ? env.asset(address) : undefined,
    title: nameText(row.title ?? row.name ?? ''),
    ...(quantity > 0 ? { quantity } : {}),
  }
}
