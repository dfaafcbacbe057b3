import type { ReactNode } from 'react'
import { isObject } from '../../schemas/isObject.ts'
import { fileName } from '../asset.ts'
import { type CellEnvironment, defineCell } from '../define.ts'
import { bytesText } from './number.tsx'
import { addressText, CellError, isNothing, items, nameText } from './value.ts'

const shown = 2

/**
 * Files that open by their names: addresses, or rows of a relation with address, name and size. The browser shows in a new window what it
 * can show; everything else is a download. Addresses that may not be opened are plain text.
 */
export const file = defineCell({
  width: 184,
  render: ({ value, env }) => {
    if (isNothing(value)) return <span className="s-none">–</span>
    const all = items(value).map((item) => fileOf(item, env))
    return (
      <span className="s-file-links">
        {all.slice(0, shown).map(linkTo)}
        {all.length > shown && <span className="s-more">+{all.length - shown}</span>}
      </span>
    )
  },
  text: ({ value, env }) =>
    items(value)
      .map((item) => fileOf(item, env).name)
      .join(', '),
  hint: ({ value, env }) =>
    items(value)
      .map((item) => fileOf(item, env))
      .map(({ name, facts }) => [name, facts].filter(Boolean).join(' '))
      .join(', '),
})

interface StoredFile {
  address: string | undefined
  name: string
  /** Type and size, as far as they are known. */
  facts: string
  icon: string
  /** The browser cannot show it. */
  downloads: boolean
}

function linkTo({ address, name, facts, icon, downloads }: StoredFile, key: number): ReactNode {
  if (!address)
    return (
      <span key={key} className="s-cut">
        {name}
      </span>
    )
  return (
    <a
      key={key}
      href={address}
      target="_blank"
      rel="noopener noreferrer"
      className="s-link s-file"
      {...(downloads ? { download: name } : {})}
    >
      <i className={`pi pi-${icon}`} aria-hidden="true" />
      <span className="s-cut">{name}</span>
      {facts && <span className="s-sub">{facts}</span>}
    </a>
  )
}

function fileOf(item: unknown, env: CellEnvironment): StoredFile {
  const row = isObject(item) ? item : undefined
  if (row && isNothing(row.url)) throw new CellError('not a file')
  const text = addressText(row ? row.url : item)
  const address = env.asset(text)
  const suffix = /\.([a-z0-9]{1,5})$/i.exec(text.split(/[?#]/)[0] ?? '')?.[1]?.toLowerCase() ?? ''
  const size = typeof row?.size === 'number' && row.size > 0 ? bytesText(row.size) : ''
  return {
    address,
    name: row && !isNothing(row.name) ? nameText(row.name) : address ? fileName(text) : text,
    facts: [suffix.toUpperCase(), size].filter(Boolean).join(' · '),
    icon: icons.find(([suffixes]) => suffixes.includes(suffix))?.[1] ?? 'file',
    downloads: !icons.some(([suffixes]) => suffixes.includes(suffix)) || suffix === 'xlsx' || suffix === 'csv',
  }
}

/** What the browser shows by itself, and sheets. */
const icons: readonly (readonly [readonly string[], string])[] = [
  [['png', 'jpg', 'jpeg', 'gif', 'webp', 'bmp', 'svg'], 'image'],
  [['pdf'], 'file-pdf'],
  [['mp3', 'wav', 'ogg'], 'volume-up'],
  [['mp4', 'webm'], 'video'],
  [['xlsx', 'csv'], 'file-excel'],
]
