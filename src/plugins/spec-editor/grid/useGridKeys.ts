import {
  type ClipboardEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useRef,
  useState,
} from 'react'
import { type CellPlace, cellText, copyText, fillDown, paste, setCells } from '../model/cells.ts'
import type { Sheet } from '../model/sheet.ts'
import { sheetColumns } from '../model/sheet.ts'
import type { Edit } from './GridRow.tsx'
import { type Block, blockOf, lineHeight, moveBy, type Spot, within } from './moves.ts'
import { pastedText } from './pastedText.ts'
import type { SpecGridProps } from './SpecGrid.tsx'

/** What the keyboard, the pointer and the clipboard do in the table. */
export function useGridKeys(props: SpecGridProps, scroll: RefObject<HTMLDivElement | null>) {
  const place = usePlace(props.rows.length, scroll)
  const { active, anchor, size, edit, setEdit, go, wantsFocus } = place
  const work = workOf(props, { active, block: blockOf(active, anchor) })
  const commit = useRef<(text: string | null, then?: 'down' | 'right' | 'left') => void>(() => undefined)
  commit.current = (text, then) => {
    const by = then && ({ down: [1, 0], right: [0, 1], left: [0, -1] } as const)[then]
    const to = by && within({ row: active.row + by[0], column: active.column + by[1] }, size)
    // Before the input goes: taking away what has the focus makes a browser work out the whole page twice.
    if (to || text === null) cellIn(scroll.current, to ?? active)?.focus({ preventScroll: true })
    setEdit(null)
    if (text !== null) work.set([active], text)
    if (to || text === null) go(to ?? active)
  }
  const cells = cellsOf(props, place, work)
  return {
    active,
    anchor,
    edit,
    wantsFocus,
    commit,
    goTo: (spot: Spot) => go(spot),
    handlers: {
      onKeyDown: (event: KeyboardEvent<HTMLDivElement>) => {
        if (edit || !isCell(event) || !pressKey(event, { props, place, work, cells })) return
        event.preventDefault()
        event.stopPropagation()
      },
      ...usePointer(place, cells),
      onCopy: (event: ClipboardEvent) => {
        if (edit || !isCell(event)) return
        event.preventDefault()
        event.clipboardData.setData('text/plain', work.copied())
      },
      onPaste: (event: ClipboardEvent) => {
        if (edit || props.off || !isCell(event)) return
        event.preventDefault()
        void work.take(event.clipboardData.getData('text/plain'))
      },
    },
  }
}

type Place = ReturnType<typeof usePlace>
type Work = ReturnType<typeof workOf>
type Cells = ReturnType<typeof cellsOf>

/** The active cell, the other end of the marked block, and what is being typed. */
function usePlace(rows: number, scroll: RefObject<HTMLDivElement | null>) {
  const [place, setPlace] = useState<{ active: Spot; anchor: Spot }>({ active: origin, anchor: origin })
  const [edit, setEdit] = useState<Edit | null>(null)
  const wantsFocus = useRef(false)
  const page = Math.max(1, Math.floor((scroll.current?.clientHeight ?? 360) / lineHeight) - 2)
  const size = { rows, columns: sheetColumns.length + 1, page }
  const active = within(place.active, size)
  const anchor = within(place.anchor, size)
  return {
    active,
    anchor,
    size,
    edit,
    setEdit,
    wantsFocus,
    go(spot: Spot, extend = false) {
      wantsFocus.current = true
      setEdit(null)
      setPlace({ active: within(spot, size), anchor: extend ? anchor : within(spot, size) })
    },
    markAll: () => setPlace({ anchor: { row: 0, column: 1 }, active: { row: rows - 1, column: size.columns - 1 } }),
  }
}

/** What Enter, Space or a click do: work in the active cell, or choose the rows of the block. */
function cellsOf(props: SpecGridProps, { active, setEdit }: Place, work: Work) {
  const { rows, off } = props
  return {
    begin(text?: string) {
      const column = sheetColumns[active.column - 1]
      const row = rows[active.row]
      if (off || !row || column === undefined) return
      if (column === 'image') props.onPicture({ rows: [row.key] })
      else if (column === 'status') work.set([active], row.cells.status === 1 ? '0' : '1')
      else setEdit(text === undefined ? { text: cellText(row, column), typed: false } : { text, typed: true })
    },
    choose() {
      const next = new Set(props.chosen)
      for (const { key } of rows.slice(work.block.top, work.block.bottom + 1)) next[next.has(key) ? 'delete' : 'add'](key)
      if (!off) props.onChosen(next)
    },
  }
}

/** Runs the command of a key. Returns false for keys that the table leaves to others. */
function pressKey(event: KeyboardEvent, grid: { props: SpecGridProps; place: Place; work: Work; cells: Cells }): boolean {
  const { props, place, work, cells } = grid
  const { active } = place
  const far = event.ctrlKey || event.metaKey
  const to = moveBy(event.key, active, place.size, far)
  const command = commandOf(event, far)
  const isBlock = work.block.top !== work.block.bottom || work.block.left !== work.block.right
  if (to) place.go(to, event.shiftKey)
  else if (command === 'all') place.markAll()
  else if (command === 'edit' || command === 'space')
    active.column === 0 || (command === 'space' && event.shiftKey) ? cells.choose() : cells.begin()
  else if (command === 'narrow' && isBlock) place.go(active)
  else if (command && command !== 'narrow' && !props.off) work[command]()
  else if (!far && !event.altKey && event.key.length === 1 && active.column > 0 && isTyped(active)) cells.begin(event.key)
  else return false
  return true
}

function usePointer({ active, edit, go }: Place, { begin, choose }: Cells) {
  const pressed = useRef(false)
  return {
    onPointerDown: (event: PointerEvent<HTMLDivElement>) => {
      const spot = spotAt(event)
      const isActive = spot?.row === active.row && spot.column === active.column
      if (!spot || event.button !== 0 || (edit && isActive)) return
      if (isActive && document.activeElement === cellAt(event) && !event.shiftKey) return
      pressed.current = true
      go(spot, event.shiftKey)
    },
    /** A press on the cell that is active already works in it, as Enter does. */
    onClick: (event: MouseEvent<HTMLDivElement>) => {
      const first = pressed.current
      pressed.current = false
      const spot = spotAt(event)
      if (!spot || edit) return
      if (spot.column === 0) choose()
      else if (!first || sheetColumns[spot.column - 1] === 'status') begin()
    },
  }
}

const origin: Spot = { row: 0, column: 2 }

/** Keys that do something; others type into the cell. */
function commandOf({ key, shiftKey }: KeyboardEvent, far: boolean) {
  const plain = { F2: 'edit', Enter: 'edit', Delete: 'clear', Backspace: 'clear', Escape: 'narrow', ' ': 'space' } as const
  const withCtrl = { a: 'all', d: 'fill', y: 'redo', z: shiftKey ? 'redo' : 'undo' } as const
  const letter = key.toLowerCase()
  if (far) return Object.hasOwn(withCtrl, letter) ? withCtrl[letter as keyof typeof withCtrl] : undefined
  return Object.hasOwn(plain, key) ? plain[key as keyof typeof plain] : undefined
}

const isTyped = ({ column }: Spot) => !['image', 'status'].includes(sheetColumns[column - 1] ?? '')

/** Did it happen in a cell of the table, not in a dialog above it? */
function isCell(event: { target: EventTarget; currentTarget: EventTarget }): boolean {
  return event.currentTarget instanceof Node && event.target instanceof Node && event.currentTarget.contains(event.target)
}

function cellAt({ target }: { target: EventTarget }): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-column]') : null
}

/** The cell of a spot, where it is drawn. */
export function cellIn(grid: HTMLElement | null, { row, column }: Spot): HTMLElement | null {
  return grid?.querySelector<HTMLElement>(`[data-row="${row}"] > [data-column="${column}"]`) ?? null
}

function spotAt(event: { target: EventTarget; currentTarget: EventTarget }): Spot | undefined {
  const cell = isCell(event) ? cellAt(event) : null
  const row = cell?.closest<HTMLElement>('[data-row]')
  return cell && row ? { row: Number(row.dataset.row), column: Number(cell.dataset.column) } : undefined
}

/** What is done with the active cell or the marked block. */
function workOf(props: SpecGridProps, { active, block }: { active: Spot; block: Block }) {
  const { editor, rows, say, onTell } = props
  const keys = rows.slice(block.top, block.bottom + 1).map(({ key }) => key)
  const columns = sheetColumns.slice(Math.max(0, block.left - 1), block.right)
  const placeOf = ({ row, column }: Spot): CellPlace[] => {
    const name = sheetColumns[column - 1]
    const key = rows[row]?.key
    return name !== undefined && key !== undefined ? [{ row: key, column: name }] : []
  }
  const act = (change: (sheet: Sheet) => Sheet) => editor.act(change)
  return {
    block,
    set: (spots: readonly Spot[], text: string) => act((sheet) => setCells(sheet, spots.flatMap(placeOf), text)),
    clear() {
      const places = keys.flatMap((row) =>
        columns.flatMap((column): CellPlace[] => (column === 'status' ? [] : [{ row, column }])),
      )
      act((sheet) => setCells(sheet, places, ''))
    },
    /** From the first marked row into the others; of one row alone, from the row above. */
    fill() {
      const above = rows[block.top - 1]?.key
      const into = keys.length > 1 ? keys : above === undefined ? [] : [above, ...keys]
      const filled = columns.filter((column) => column !== 'sku_code')
      act((sheet) => fillDown(sheet, into, filled))
      if (into.length > 1) onTell(say('filled', { count: (into.length - 1) * filled.length }))
    },
    undo: editor.undo,
    redo: editor.redo,
    copied: () => copyText(editor.get().sheet, keys, columns),
    async take(text: string) {
      const { parseBlock } = await import('../../../renderers/fields/paste/parseBlock.ts')
      const lines = parseBlock(text)
      const [at] = placeOf({ row: block.top, column: Math.max(1, block.left) })
      if (!at || lines.length === 0) return
      // One value goes into all of a marked block.
      const only = lines.length === 1 && lines[0]?.length === 1 ? lines[0][0] : undefined
      const spread = only !== undefined && keys.length * columns.length > 1
      const filled = spread ? keys.map(() => columns.map(() => only)) : lines
      const done = paste(
        editor.get().sheet,
        rows.map(({ key }) => key),
        at,
        filled,
      )
      act(() => done.sheet)
      onTell(pastedText(props, done))
    },
    active,
  }
}
