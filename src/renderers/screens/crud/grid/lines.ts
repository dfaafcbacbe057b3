import type { GridTable } from './useGrid.ts'

export type TableRow = ReturnType<GridTable['getRow']>

/** One line of the table's body: a row, or the open panel below it. */
export interface Line {
  key: string
  row: TableRow
  isPanel: boolean
}

export interface Lines {
  count: number
  at(index: number): Line | undefined
  /** The line of a row; -1 when the list does not have it. */
  indexOf(id: string): number
  /** Lines that are panels. */
  panels: readonly number[]
}

/** The rows of a list with the panels that are open between them. Makes nothing per row: a list may have a hundred thousand. */
export function linesOf(rows: readonly TableRow[], opened: ReadonlySet<string>): Lines {
  const places = placesOf(rows)
  const openRows = [...opened].flatMap((id) => places.get(id) ?? []).sort((a, b) => a - b)
  const panels = openRows.map((place, before) => place + before + 1)
  const panelsBefore = (index: number) => {
    const end = panels.findIndex((panel) => panel >= index)
    return end < 0 ? panels.length : end
  }
  return {
    count: rows.length + panels.length,
    panels,
    at(index) {
      const isPanel = panels.includes(index)
      const row = rows[index - panelsBefore(index) - (isPanel ? 1 : 0)]
      return row && { key: isPanel ? `panel:${row.id}` : row.id, row, isPanel }
    },
    indexOf(id) {
      const place = places.get(id)
      return place === undefined ? -1 : place + openRows.filter((open) => open < place).length
    },
  }
}

/** The place of each row by its id; found out when first asked for. */
function placesOf(rows: readonly TableRow[]): { get(id: string): number | undefined } {
  let places: Map<string, number> | undefined
  return {
    get(id) {
      places ??= new Map(rows.map((row, place) => [row.id, place]))
      return places.get(id)
    },
  }
}

/** The head is the first row. */
export function ariaRow(lineIndex: number | undefined): number | undefined {
  return lineIndex === undefined ? undefined : lineIndex + 2
}
