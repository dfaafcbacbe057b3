import { countText } from './countText.ts'
import { IconButton } from './IconButton.tsx'
import { Select } from './pickers/Select.tsx'
import { useWords } from './words.tsx'

export interface PagerProps {
  /** From 1. */
  page: number
  limit: number
  /** null: not known yet. */
  total: number | null
  totalIs?: 'exact' | 'estimate'
  limits?: number[]
  disabled?: boolean
  onPage: (page: number) => void
  onLimit?: (limit: number) => void
}

/** Where one is in a list, how many there are (marked when estimated), and the way to the other pages. */
export function Pager({ page, limit, total, totalIs, limits = [10, 20, 50, 100, 200], disabled, onPage, onLimit }: PagerProps) {
  const words = useWords()
  const rows = total ?? 0
  const pages = Math.max(1, Math.ceil(rows / limit))
  const from = (page - 1) * limit + 1
  const to = Math.min(rows, page * limit)
  const count = words(totalIs === 'estimate' ? 'ui.controls.rangeAbout' : 'ui.controls.range', {
    from,
    to,
    total: countText(rows),
  })
  return (
    <nav className="k-pager" aria-label={words('ui.controls.pages')}>
      <span className="k-pager-count" role="status">
        {total === null ? '' : rows === 0 ? words('ui.controls.none') : count}
      </span>
      <span className="k-pager-space" />
      {onLimit ? <PageSize limit={limit} limits={limits} disabled={disabled} onLimit={onLimit} /> : null}
      <IconButton
        icon="angle-double-left"
        label={words('ui.controls.firstPage')}
        size="small"
        disabled={disabled || page <= 1}
        onClick={() => onPage(1)}
      />
      <IconButton
        icon="angle-left"
        label={words('ui.controls.previousPage')}
        size="small"
        disabled={disabled || page <= 1}
        onClick={() => onPage(page - 1)}
      />
      <span className="k-pager-page">{words('ui.controls.pageOf', { page, pages: countText(pages) })}</span>
      <IconButton
        icon="angle-right"
        label={words('ui.controls.nextPage')}
        size="small"
        disabled={disabled || page >= pages}
        onClick={() => onPage(page + 1)}
      />
      <IconButton
        icon="angle-double-right"
        label={words('ui.controls.lastPage')}
        size="small"
        disabled={disabled || page >= pages}
        onClick={() => onPage(pages)}
      />
    </nav>
  )
}

type PageSizeProps = Required<Pick<PagerProps, 'limit' | 'limits' | 'onLimit'>> & Pick<PagerProps, 'disabled'>

/** How many rows a page has. */
function PageSize({ limit, limits, disabled, onLimit }: PageSizeProps) {
  const words = useWords()
  const sizes = limits.includes(limit) ? limits : [...limits, limit].sort((a, b) => a - b)
  return (
    <span className="k-pager-size">
      <Select
        size="small"
        label={words('ui.controls.perPageLabel')}
        value={limit}
        options={sizes.map((value) => ({ value, label: words('ui.controls.perPage', { count: value }) }))}
        onChange={(value) => typeof value === 'number' && onLimit(value)}
        disabled={disabled}
        filter={false}
      />
    </span>
  )
}
