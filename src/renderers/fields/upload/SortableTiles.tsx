import { fileName } from '../../asset.ts'
import { Sorting, useSorted } from '../../ui/display/Sorting.tsx'
import { useWords } from '../../ui/words.tsx'
import { FileTile } from './FileTile.tsx'

interface SortableTilesProps {
  urls: readonly string[]
  picture: boolean
  asset(url: string): string | undefined
  onRemove(url: string): void
  onMove(from: string, to: string): void
}

/** Stored files that are put in order by dragging, or with Space and the arrow keys on the handle. */
export function SortableTiles({ urls, onMove, ...rest }: SortableTilesProps) {
  return (
    <Sorting ids={urls} grid={rest.picture} onMove={onMove}>
      <ul className="s-tiles">
        {urls.map((url) => (
          <SortableTile key={url} url={url} {...rest} />
        ))}
      </ul>
    </Sorting>
  )
}

function SortableTile({ url, picture, asset, onRemove }: Omit<SortableTilesProps, 'urls' | 'onMove'> & { url: string }) {
  const words = useWords()
  const { ref, away, transition, handle } = useSorted(url, words('ui.upload.move', { name: fileName(url) }))
  return (
    <FileTile
      ref={ref}
      style={{ transform: away ? `translate(${away.x}px, ${away.y}px)` : undefined, transition }}
      url={url}
      address={asset(url)}
      picture={picture}
      onRemove={() => onRemove(url)}
      handle={handle}
    />
  )
}
