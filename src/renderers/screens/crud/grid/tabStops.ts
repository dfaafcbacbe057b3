import { type RefObject, useLayoutEffect } from 'react'
import type { Lines } from './lines.ts'

/** One row of a list takes Tab, with all its buttons but those of its cells, for which there is a key (F2). */
export function setTabs(row: HTMLElement, tabIndex: number): void {
  row.tabIndex = tabIndex
  for (const part of row.querySelectorAll<HTMLElement>('button:not(.s-pencil),input,a')) part.tabIndex = tabIndex
}

/** Finds what had the focus last, by list. */
const lastFocus = new WeakMap<HTMLElement, () => HTMLElement | null | undefined>()

/** The row that has the focus lets Tab into its buttons; no other row does. The list remembers which it was, and where the focus was in it. */
export function takeRowStop(target: EventTarget): void {
  const line = target instanceof Element ? target.closest<HTMLElement>('tr[data-id]') : null
  const body = line?.parentElement
  if (!line || !body) return
  moveStop(body, line)
  const frame = line.closest<HTMLElement>('.s-grid-frame')
  if (!frame) return
  const place = line.dataset.index ?? String(rowsIn(body).indexOf(line))
  Object.assign(frame.dataset, { at: line.dataset.id, place })
  lastFocus.set(frame, finder(frame, target as HTMLElement))
}

const parts = '[data-act],[data-col]'

/** Returns a function that finds an element of a list, or its replacement: the same row, and the same place among its cells and what acts in them. */
export function finder(list: HTMLElement, target: HTMLElement): () => HTMLElement | null | undefined {
  const id = target.closest<HTMLElement>('[data-id]')?.dataset.id
  const row = () => rowIn(list, id ?? '')
  const partsNow = () => [...(row()?.querySelectorAll<HTMLElement>(parts) ?? [])]
  const part = target.closest<HTMLElement>(parts)
  const at = part ? partsNow().indexOf(part) : -1
  return () => {
    if (target.isConnected) return target
    return part ? partsNow()[at] : row()
  }
}

function moveStop(body: Element, line: HTMLElement): void {
  for (const other of body.querySelectorAll<HTMLElement>('tr[tabindex="0"]')) if (other !== line) setTabs(other, -1)
  setTabs(line, 0)
}

function rowsIn(body: Element): HTMLElement[] {
  return [...body.querySelectorAll<HTMLElement>(':scope > tr[data-id]')]
}

/** Goes to the rows of a list: to the one that takes Tab, of cards to the first, else to what is there in their place. */
export function focusRows(frame: HTMLElement | null): void {
  const row = frame?.querySelector<HTMLElement>('tr[data-id][tabindex="0"]')
  if (row) focusLine(row)
  else frame?.querySelector<HTMLElement>('[data-id] button, .s-grid-empty button')?.focus()
}

/** The drawn row, or card, with this id. */
export function rowIn(list: Element | null, id: string): HTMLElement | null {
  return list?.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"]`) ?? null
}

/** Gives a row the focus and scrolls no further than needed to see it: the head covers nothing of it (`scroll-padding`). */
export function focusLine(row: HTMLElement): void {
  row.focus({ preventScroll: true })
  row.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

/** Parts of a row that are drawn alike elsewhere, where Tab leads to each: switches, pictures, links, handles. */
const fresh = ':is(button,a[href]):not([tabindex])'

/**
 * Keeps one row in the tab order after a redraw: the one that had the focus, or the one now in its place. The focus returns to the same part
 * of its row; if that row is gone, it stays in the list or on the screen.
 */
export function useFocusKept(body: RefObject<HTMLTableSectionElement | null>, lines: Lines | null): void {
  // Asked before the rows change: what goes away with the focus in it leaves no event behind.
  const wasInside = body.current === null || body.current.contains(document.activeElement)
  useLayoutEffect(() => {
    const frame = body.current?.closest<HTMLElement>('.s-grid-frame')
    if (!body.current || !frame) return
    const row = lines ? stopOf(body.current, frame.dataset) : undefined
    const stops = body.current.querySelectorAll('tr[tabindex="0"]')
    if (row && (row.tabIndex !== 0 || stops.length > 1)) moveStop(body.current, row)
    for (const part of body.current.querySelectorAll<HTMLElement>(`:scope > tr[data-id]:not([tabindex="0"]) ${fresh}`))
      part.tabIndex = -1
    if (!wasInside || frame.dataset.at === undefined || document.activeElement !== document.body) return
    const last = lastFocus.get(frame)?.()
    if (row) focusLine(row)
    else frame.closest('main')?.focus({ preventScroll: true })
    last?.focus({ preventScroll: true })
  }, [body, lines, wasInside])
}

/** The row that takes Tab: the one that had the focus, or what has its place, else the first. */
function stopOf(body: Element, { at, place }: DOMStringMap): HTMLElement | undefined {
  const rows = rowsIn(body)
  const own = rows.find(({ dataset }) => dataset.id === at)
  if (own || place === undefined) return own ?? rows[0]
  const isPart = rows[0]?.dataset.index !== undefined
  const there = isPart ? rows.find(({ dataset }) => dataset.index === place) : rows[Math.min(Number(place), rows.length - 1)]
  return there ?? rows[0]
}
