import { importMatches, rowColumnOf } from '../../../../../src/schemas/api/importing.ts'
import type { Page } from '../../../../../src/schemas/language/page.ts'
import { keptRows } from '../formats/csvRows.ts'

export interface Line {
  /** As a spreadsheet counts the file that was sent: its titles are line 1. */
  line: number
  cells: readonly string[]
}

/** Lines that are about one record, in the order of the file. */
export type Group = readonly [Line, ...Line[]]

export interface Grouping {
  page: Pick<Page, 'fields' | 'entity'>
  /** Field of each column; '' for those that are left out. */
  mapping: readonly string[]
  /** Fields by which a row is found; none where every line is a new one. */
  match: readonly string[]
}

/** The text of a cell by the field of its column. */
export function textAt(mapping: readonly string[], cells: readonly string[], name: string): string {
  return (cells[mapping.indexOf(name)] ?? '').trim()
}

/**
 * Each line by itself; with a column for nested rows, together with all lines of the same record, wherever they are: those with equal
 * identifying fields, or for new rows equal unique fields. A line without that column belongs to a record alone.
 */
export async function* groupsOf(lines: AsyncIterable<Line>, grouping: Grouping): AsyncGenerator<Group> {
  const by = groupedBy(grouping)
  if (!by) {
    for await (const line of lines) yield [line]
    return
  }
  const groups = new Map<string, [Line, ...Line[]]>()
  for await (const line of lines) {
    const texts = by.map((name) => textAt(grouping.mapping, line.cells, name))
    const at = texts.every((text) => text === '') ? `#${line.line}` : JSON.stringify(texts)
    const own = groups.get(at)
    if (own) own.push(line)
    else groups.set(at, [line])
  }
  yield* groups.values()
}

/** Are several lines about one record? They are held until the file has been read. */
export function areGrouped(grouping: Grouping): boolean {
  return groupedBy(grouping) !== undefined
}

/** The fields by which lines are about one record; undefined where each is about one of its own. */
function groupedBy({ page, mapping, match }: Grouping): readonly string[] | undefined {
  const hasRows = Object.values(page.fields).some((field) => mapping.includes(rowColumnOf(field) ?? '-'))
  if (!hasRows) return undefined
  if (match.length > 0) return match
  return importMatches(page).find((names) => names.every((name) => mapping.includes(name)))
}

/** The lines of a kept file below its titles that hold something; `added` are those it has before what was sent. */
export async function* linesOf(path: string, added: number): AsyncGenerator<Line> {
  let line = 0
  for await (const cells of keptRows(path)) {
    line++
    if (line > 1 && cells.some((cell) => cell.trim() !== '')) yield { line: line - added, cells }
  }
}

/** Records in batches of so many lines, of which each batch asks when it begins. */
export async function* batchesOf(groups: AsyncIterable<Group>, sizeOf: () => number): AsyncGenerator<Group[]> {
  let batch: Group[] = []
  let lines = 0
  let size = sizeOf()
  for await (const group of groups) {
    batch.push(group)
    lines += group.length
    if (lines < size) continue
    yield batch
    batch = []
    lines = 0
    size = sizeOf()
  }
  if (batch.length > 0) yield batch
}
