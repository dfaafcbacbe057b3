import { isObject } from '../../schemas/isObject.ts'
import { type CellEnvironment, defineCell } from '../define.ts'
import { numbered } from '../numbered.ts'
import { pictureAddress } from './image.tsx'
import { CellError, items, nameText } from './value.ts'

const shown = 3

/** The first pictures of a list: addresses, or rows that have one (the lines of an order: picture, title, quantity). */
export const images = defineCell({
  width: 148,
  render: ({ value, env }) => {
    const all = items(value).map((item) => pictureOf(item, env))
    if (all.length === 0) return <span className="s-none">–</span>
    const pieces = all.reduce((sum, p) => sum + (p.quantity ?? 0), 0)
    return (
      <span className="s-thumbs">
        {numbered(all.slice(0, shown)).map(({ item: p, at }) => (
          <span key={at} className="s-thumb" title={p.title} data-act={p.address ? 'preview' : undefined} data-src={p.address}>
            {p.address ? (
              <img src={p.address} alt={p.title} width={28} height={28} loading="lazy" decoding="async" />
            ) : (
              <i className="pi pi-image" />
            )}
          </span>
        ))}
        {all.length > shown && <span className="s-more">+{all.length - shown}</span>}
        {pieces > 0 && <span className="s-sub">×{pieces}</span>}
      </span>
    )
  },
  text: ({ value, env }) =>
    items(value)
      .map((item) => pictureOf(item, env))
      .map((p) => (p.quantity ? `${p.title} ×${p.quantity}` : p.title))
      .join(', '),
})

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
