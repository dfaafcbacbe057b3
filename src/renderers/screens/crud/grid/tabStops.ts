import { type RefObject, useLayoutEffect } from 'react'

/** One row of a list takes Tab, with all its buttons but those of its cells, for which there is a key (F2). */
export function setTabs(row: HTMLElement, tabIndex: number): void {
  row.tabIndex = tabIndex
  for (const part of row.querySelectorAll<HTMLElement>('button:not(.s-pencil),input,a')) part.tabIndex = tabIndex
}

/** The row that has the focus lets Tab into its buttons; no other row does. The list remembers which it was. */
export function takeRowStop(target: EventTarget): void {
  const line = target instanceof Element ? target.closest<HTMLElement>('tr[data-id]') : null
  const body = line?.parentElement
  if (!line || !body) return
  for (const other of body.querySelectorAll<HTMLElement>('tr[tabindex="0"]')) if (other !== line) setTabs(other, -1)
  setTabs(line, 0)
  line.closest('.s-grid-frame')?.setAttribute('data-at', line.dataset.id ?? '')
}

/** The drawn row with this id. */
export function rowIn(table: Element | null, id: string): HTMLElement | null {
  return table?.querySelector<HTMLElement>(`tr[data-id="${CSS.escape(id)}"]`) ?? null
}

/** Gives a row the focus and scrolls no further than needed to see it: the head covers nothing of it (`scroll-padding`). */
export function focusLine(row: HTMLElement): void {
  row.focus({ preventScroll: true })
  row.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

/** These rows take the place of others: the row that had the focus keeps it. */
export function useFocusKept(body: RefObject<HTMLTableSectionElement | null>): void {
  useLayoutEffect(() => {
    const at = body.current?.closest<HTMLElement>('[data-at]')?.dataset.at
    if (at === undefined || document.activeElement !== document.body) return
    const row = rowIn(body.current, at)
    if (row) focusLine(row)
  }, [body])
}
