import { type CSSProperties, useEffect, useRef } from 'react'
import type { GridColumn } from '../columns.ts'
import type { GridTable } from './useGrid.ts'

export interface GridSort {
  field: string
  direction: 'asc' | 'desc'
}

interface GridHeadProps {
  table: GridTable
  columns: readonly GridColumn[]
  selectable: boolean
  handle: boolean
  actionsLabel: string
  sort: GridSort | null
  words: { select: string }
}

/** Names of the columns; a click on one that can be sorted sorts up, down, not at all. */
export function GridHead({ table, columns, selectable, handle, actionsLabel, sort, words }: GridHeadProps) {
  return (
    <thead>
      <tr>
        {handle && <td className="s-td-handle" />}
        {selectable && (
          <th className="s-td-select" scope="col">
            <SelectAll all={table.getIsAllRowsSelected()} some={table.getIsSomeRowsSelected()} label={words.select} />
          </th>
        )}
        {columns.map((grid) => (
          <HeadCell key={grid.id} grid={grid} sort={sort} />
        ))}
        <th className="s-td-actions" scope="col">
          <span className="sr-only">{actionsLabel}</span>
        </th>
      </tr>
    </thead>
  )
}

/** Offset of a pinned column. */
export function stickStyle({ stick }: GridColumn): CSSProperties | undefined {
  if (!stick) return undefined
  return stick.side === 'left' ? { insetInlineStart: stick.at } : { insetInlineEnd: stick.at }
}

function HeadCell({ grid, sort }: { grid: GridColumn; sort: GridSort | null }) {
  const direction = sort?.field === grid.id ? sort.direction : null
  const className =
    [grid.main && 's-td-first', grid.align && 's-right', grid.stick && 's-td-fixed'].filter(Boolean).join(' ') || undefined
  if (!grid.column.sortable) {
    return (
      <th scope="col" className={className} style={stickStyle(grid)}>
        <span className="s-cut" data-tip="">
          {grid.label}
        </span>
      </th>
    )
  }
  return (
    <th
      scope="col"
      className={className}
      style={stickStyle(grid)}
      aria-sort={direction === 'asc' ? 'ascending' : direction === 'desc' ? 'descending' : 'none'}
    >
      <button type="button" className="s-sort" data-act="sort" data-field={grid.id} data-sorted={direction ?? undefined}>
        <span className="s-cut" data-tip="">
          {grid.label}
        </span>
        <i className={direction === 'asc' ? 'pi pi-arrow-up' : 'pi pi-arrow-down'} aria-hidden="true" />
      </button>
    </th>
  )
}

function SelectAll({ all, some, label }: { all: boolean; some: boolean; label: string }) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = some && !all
  }, [some, all])
  return <input ref={box} type="checkbox" className="k-check" data-act="selectAll" checked={all} readOnly aria-label={label} />
}

/** The next step of sorting by a column: up, down, not at all. */
export function nextSort(sort: GridSort | null, field: string): GridSort | null {
  if (sort?.field !== field) return { field, direction: 'asc' }
  return sort.direction === 'asc' ? { field, direction: 'desc' } : null
}
