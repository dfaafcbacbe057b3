/** Steps of the arrow keys: within the row, or to the row above or below. */
const steps: Readonly<Record<string, readonly [across: number, down: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  Home: [Number.NEGATIVE_INFINITY, 0],
  End: [Number.POSITIVE_INFINITY, 0],
}

/** Moves the focus between the cells (`data-cell`) of a table; the one that has it is the table's stop of the tab key. True when it moved. */
export function moveFocus(table: HTMLTableElement, key: string): boolean {
  const step = steps[key]
  const from = document.activeElement
  const row = from?.closest('tr')
  if (!step || !(from instanceof HTMLElement) || !row || !table.contains(from)) return false
  const rows = [...table.querySelectorAll('tr')].map(cellsOf).filter((cells) => cells.length > 0)
  const at = rows.findIndex((cells) => cells.includes(from))
  const target = rows[at + step[1]]
  if (!target) return false
  const place = rows[at]?.indexOf(from) ?? 0
  const next = target[Math.min(Math.max(place + step[0], 0), target.length - 1)]
  if (!next) return false
  from.tabIndex = -1
  next.tabIndex = 0
  next.focus()
  return true
}

function cellsOf(row: Element): HTMLElement[] {
  return [...row.querySelectorAll<HTMLElement>('[data-cell]')]
}
