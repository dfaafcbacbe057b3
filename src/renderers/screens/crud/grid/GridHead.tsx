import { type CSSProperties, useEffect, useRef } from 'react'
import { cx } from '../../../ui/control.ts'
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
  /** How the rows are sorted, by the person's choice or as usual. */
  sort: GridSort | null
  words: { selectAll: string }
  /** Rows are counted, the head being the first. */
  isLarge: boolean
}

/** Names of the columns; a click on one that can be sorted sorts up, down, then as usual. */
export function GridHead({ table, columns, selectable, handle, actionsLabel, sort, words, isLarge }: GridHeadProps) {
  return (
    <thead>
      <tr aria-rowindex={isLarge ? 1 : undefined}>
        {handle && <td className="s-td-handle" />}
        {selectable && (
          <th className="s-td-select" scope="col">
            <SelectAll all={table.getIsAllRowsSelected()} some={table.getIsSomeRowsSelected()} label={words.selectAll} />
          </th>
        )}
        {columns.map((grid, i) => (
          <HeadCell key={grid.id} grid={grid} sort={sort} isTabStop={i === 0} />
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

interface HeadCellProps {
  grid: GridColumn
  sort: GridSort | null
  /** Tab leads to it; arrow keys go to the others. */
  isTabStop: boolean
}

function HeadCell({ grid, sort, isTabStop }: HeadCellProps) {
  const direction = sort?.field === grid.id ? sort.direction : null
  const className = cx(grid.main && 's-td-first', grid.align && 's-right', grid.stick && 's-td-fixed')
  const sorted = direction === 'asc' ? 'ascending' : direction === 'desc' ? 'descending' : 'none'
  return (
    <th
      scope="col"
      data-col={grid.id}
      className={className || undefined}
      style={stickStyle(grid)}
      aria-sort={grid.column.sortable ? sorted : undefined}
    >
      {grid.column.sortable ? (
        <button
          type="button"
          className="s-sort s-head"
          tabIndex={isTabStop ? 0 : -1}
          data-act="sort"
          data-field={grid.id}
          data-sorted={direction ?? undefined}
        >
          <span className="s-cut" data-tip="">
            {grid.label}
          </span>
          <i className={direction === 'asc' ? 'pi pi-arrow-up' : 'pi pi-arrow-down'} aria-hidden="true" />
        </button>
      ) : (
        <span className="s-cut s-head" data-tip="" {...(isTabStop ? firstStop : reached)}>
          {grid.label}
        </span>
      )}
      <span className="s-size" aria-hidden="true" />
    </th>
  )
}

/** Names that sort nothing take the focus too: what can be done with their columns is at their keys. */
const firstStop = { tabIndex: 0 }
const reached = { tabIndex: -1 }

function SelectAll({ all, some, label }: { all: boolean; some: boolean; label: string }) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = some && !all
  }, [some, all])
  return <input ref={box} type="checkbox" className="k-check" data-act="selectAll" checked={all} readOnly aria-label={label} />
}
