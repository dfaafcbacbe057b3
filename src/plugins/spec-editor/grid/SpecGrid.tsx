import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { type Ref, type RefObject, useCallback, useImperativeHandle, useLayoutEffect, useMemo, useRef } from 'react'
import type { FormContext } from '../../../renderers/face.ts'
import { faultText, type ShownFault } from '../faults.ts'
import type { Editor } from '../model/editor.ts'
import { type Sheet, type SheetColumn, type SheetRow, sheetColumns } from '../model/sheet.ts'
import type { Pictured } from '../PictureDialog.tsx'
import { rowTitle, type Say } from '../words.ts'
import { GridRow } from './GridRow.tsx'
import { bodyRole, gridRole } from './gridRoles.ts'
import { blockOf, lineHeight } from './moves.ts'
import { SkuHead } from './SkuHead.tsx'
import { cellIn, useGridKeys } from './useGridKeys.ts'

/** Leads to a cell, from a list of faults. */
export interface SpecGridHandle {
  /** The row as the value counts it, and the column; the SKU itself without one. */
  goTo(row: number, column: SheetColumn | undefined): void
}

export interface SpecGridProps {
  id: string
  say: Say
  editor: Editor
  sheet: Sheet
  /** The rows in sight. */
  rows: readonly SheetRow[]
  texts: ReadonlyMap<number, string>
  faults: readonly ShownFault[]
  off: boolean
  chosen: ReadonlySet<number>
  form: FormContext
  onChosen(chosen: ReadonlySet<number>): void
  onTell(text: string): void
  onPicture(what: Pictured): void
  ref?: Ref<SpecGridHandle>
}

/** Rows drawn beyond those in sight. */
const more = 4
const none: ReadonlyMap<string, string> = new Map()

/** The SKUs as a table of a spreadsheet: a thousand of them are as quick as ten, for only those in sight are drawn. */
export function SpecGrid(props: SpecGridProps) {
  const { id, say, sheet, rows, faults, off, form, ref } = props
  const scroll = useRef<HTMLDivElement>(null)
  const keys = useGridKeys(props, scroll)
  const { active } = keys
  const virtual = useRowsInView(rows.length, active.row, scroll)
  const wrong = useMemo(() => faultsByRow(form, faults, sheet.rows), [form, faults, sheet.rows])
  useImperativeHandle(ref, () => ({
    goTo(row, column) {
      const key = sheet.rows[row]?.key
      const at = rows.findIndex((each) => each.key === key)
      keys.goTo({ row: at < 0 ? row : at, column: column === undefined ? 0 : sheetColumns.indexOf(column) + 1 })
    },
  }))
  useFocusOnActive(keys, scroll, virtual.scrollToIndex)
  return (
    <div
      ref={scroll}
      {...gridRole(say('skus'), rows.length + 1, sheetColumns.length + 1, off)}
      tabIndex={-1}
      className="p-grid"
      aria-describedby={`${id}-keys`}
      {...keys.handlers}
    >
      <SkuHead {...props} />
      <GridRows grid={props} keys={keys} virtual={virtual} wrong={wrong} />
      <span id={`${id}-keys`} className="sr-only">
        {say('keys')}
      </span>
      <span id={`${id}-at`} className="sr-only">
        {wrong.get(rows[active.row]?.key ?? 0)?.get(sheetColumns[active.column - 1] ?? 'values')}
      </span>
    </div>
  )
}

type Keys = ReturnType<typeof useGridKeys>
type RowsInView = Virtualizer<HTMLDivElement, Element>

function useRowsInView(count: number, active: number, scroll: RefObject<HTMLDivElement | null>): RowsInView {
  return useVirtualizer<HTMLDivElement, Element>({
    count,
    useFlushSync: false,
    getScrollElement: () => scroll.current,
    estimateSize: () => lineHeight,
    overscan: more,
    paddingStart: 0,
    scrollPaddingStart: lineHeight,
    // The cell with the focus must not go, however far the table is scrolled.
    rangeExtractor: ({ startIndex, endIndex, overscan }) => {
      const from = Math.max(0, startIndex - overscan)
      const to = Math.min(count - 1, endIndex + overscan)
      const list = Array.from({ length: to - from + 1 }, (_, i) => from + i)
      if (active < from) return [active, ...list]
      return active > to && active < count ? [...list, active] : list
    },
  })
}

/** Moves the focus to the active cell, once its row is drawn. */
function useFocusOnActive(
  { active, edit, wantsFocus }: Keys,
  scroll: RefObject<HTMLDivElement | null>,
  scrollToRow: (row: number) => void,
): void {
  useLayoutEffect(() => {
    if (!wantsFocus.current) return
    const cell = cellIn(scroll.current, active)
    if (!cell) return scrollToRow(active.row)
    wantsFocus.current = false
    if (edit) return
    if (document.activeElement !== cell) cell.focus({ preventScroll: true })
    cell.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  })
}

interface GridRowsProps {
  grid: SpecGridProps
  keys: Keys
  virtual: RowsInView
  wrong: ReadonlyMap<number, ReadonlyMap<string, string>>
}

/** The rows in sight, at their place in the height of all. */
function GridRows({ grid, keys, virtual, wrong }: GridRowsProps) {
  const { id, say, editor, sheet, rows, texts, off, chosen, form } = grid
  const { active, anchor, edit } = keys
  const block = blockOf(active, anchor)
  const isOne = block.top === block.bottom && block.left === block.right
  const isMarked = (row: number) => !isOne && row >= block.top && row <= block.bottom
  const commit = useCallback(
    (text: string | null, then?: 'down' | 'right' | 'left') => keys.commit.current(text, then),
    [keys.commit],
  )
  return (
    <div {...bodyRole} className="p-grid-body" style={{ height: virtual.getTotalSize() }}>
      {virtual.getVirtualItems().map(({ index, start }) => {
        const row = rows[index]
        if (!row) return null
        return (
          <GridRow
            key={row.key}
            row={row}
            index={index}
            top={start}
            title={rowTitle(say, sheet, texts, row)}
            say={say}
            editor={editor}
            off={off}
            asset={form.asset}
            isChosen={chosen.has(row.key)}
            active={active.row === index ? active.column : -1}
            from={isMarked(index) ? block.left : -1}
            to={isMarked(index) ? block.right : -1}
            edit={edit && active.row === index ? edit : null}
            wrong={wrong.get(row.key) ?? none}
            describedBy={`${id}-at`}
            onCommit={commit}
          />
        )
      })}
    </div>
  )
}

/** By key of the row the columns that something is wrong with, and what. */
function faultsByRow(
  form: FormContext,
  faults: readonly ShownFault[],
  rows: readonly SheetRow[],
): ReadonlyMap<number, ReadonlyMap<string, string>> {
  const found = new Map<number, Map<string, string>>()
  for (const fault of faults) {
    const [list, at, column = 'values'] = fault.path
    const row = list === 'skus' && typeof at === 'number' ? rows[at] : undefined
    if (!row) continue
    const own = found.get(row.key) ?? new Map<string, string>()
    found.set(row.key, own.set(String(column), faultText(form, fault)))
  }
  return found
}
