export type PastedRow = Readonly<Record<string, unknown>>

/** A column that a block may be pasted into. */
export interface PasteColumn {
  name: string
  /** What it shows is only read; undefined: it is typed into. */
  shown?: (row: PastedRow) => string
  /** The value that a text stands for in a row; undefined when it stands for none. */
  read(text: string, index: number): Promise<{ value: unknown } | undefined>
}

/** Where a block is pasted: the cell of its corner, the rows there are, and how many there may be. */
export interface PastePlace {
  row: number
  column: number
  rows: readonly PastedRow[]
  columns: readonly PasteColumn[]
  most: number
  /** A row that is added; undefined where rows are as many as they are. */
  add?: (() => PastedRow) | undefined
}

export interface Filled {
  rows: PastedRow[]
  cells: number
  added: number
  /** Texts that found no place or are no value of theirs. */
  unfit: number
  /** By place (`2.quantity`): the text that is no value there. */
  wrong: Readonly<Record<string, string>>
}

/** Lays a block of texts over rows, down and to the right; what does not fit leaves its cell as it was. */
export async function fillBlock(block: readonly (readonly string[])[], place: PastePlace): Promise<Filled> {
  const { columns, add, most } = place
  const rows = [...place.rows]
  const wrong: Record<string, string> = {}
  let cells = 0
  let unfit = 0
  for (const [i, line] of block.entries()) {
    const index = place.row + i
    if (index >= rows.length && add && rows.length < most) rows.push(add())
    const row = rows[index]
    if (row === undefined) {
      unfit += line.length
      continue
    }
    const next: Record<string, unknown> = { ...row }
    for (const [j, text] of line.entries()) {
      const column = columns[place.column + j]
      if (column?.shown && column.shown(row) === text.trim()) continue
      const found = column?.shown ? undefined : await column?.read(text, index)
      if (column && found) {
        next[column.name] = found.value
        cells += 1
      } else {
        unfit += 1
        if (column && !column.shown) wrong[`${index}.${column.name}`] = text
      }
    }
    rows[index] = next
  }
  return { rows, cells, added: rows.length - place.rows.length, unfit, wrong }
}
