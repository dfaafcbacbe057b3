import { type CSSProperties, type ReactNode, type Ref, useState } from 'react'
import { fileName } from '../../asset.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Preview } from '../../ui/overlays/Preview.tsx'
import { useWords } from '../../ui/words.tsx'

export interface FileTileProps {
  url: string
  /** Full address; undefined when it may not be opened. */
  address: string | undefined
  picture: boolean
  onRemove?: (() => void) | undefined
  /** What the tile is dragged by. */
  handle?: ReactNode
  ref?: Ref<HTMLLIElement>
  style?: CSSProperties
}

/** One stored file: a picture that opens large, or a name that opens in a new tab. */
export function FileTile({ url, address, picture, onRemove, handle, ref, style }: FileTileProps) {
  const words = useWords()
  const [large, setLarge] = useState(false)
  const name = fileName(url)
  return (
    <li ref={ref} style={style} className={picture ? 's-tile' : 's-tile s-tile-file'}>
      {picture ? (
        <button
          type="button"
          className="s-tile-picture"
          aria-label={words('ui.upload.open', { name })}
          disabled={address === undefined}
          onClick={() => setLarge(true)}
        >
          {address ? <img src={address} alt="" loading="lazy" decoding="async" /> : <Icon name="image" />}
        </button>
      ) : (
        <a className="s-link s-tile-name" href={address} target="_blank" rel="noopener noreferrer">
          <Icon name="file" />
          <span>{name}</span>
        </a>
      )}
      <span className="s-tile-tools">
        {handle}
        {onRemove && <IconButton icon="times" size="small" label={words('ui.upload.remove', { name })} onClick={onRemove} />}
      </span>
      {large && address && <Preview address={address} title={name} onClose={() => setLarge(false)} />}
    </li>
  )
}
