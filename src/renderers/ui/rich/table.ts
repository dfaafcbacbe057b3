import type Quill from 'quill/core.js'
import type Table from 'quill/modules/table.js'

/** The class that TableHead (formats.ts) writes. */
const head = 'ql-table-head-row'

/** What the editor takes: cells of a header row as marked cells, and a break in those that are empty, which it would lose otherwise. */
export function headsAsCells(nodes: DocumentFragment): string {
  const box = document.implementation.createHTMLDocument('').createElement('div')
  box.append(nodes)
  for (const cell of box.querySelectorAll('th')) renamed(cell, 'td').className = head
  for (const cell of box.querySelectorAll('td'))
    if (cell.childNodes.length === 0) cell.append(cell.ownerDocument.createElement('br'))
  return box.innerHTML
}

/** What the editor wrote, with the marked cells as header cells. */
export function headsOfCells(html: string): string {
  if (!html.includes(head)) return html
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const cell of body.querySelectorAll(`td.${head}`)) renamed(cell, 'th').setAttribute('scope', 'col')
  return body.innerHTML
}

function renamed(cell: Element, name: 'td' | 'th'): Element {
  const other = cell.ownerDocument.createElement(name)
  for (const child of cell.classList) if (child !== head) other.classList.add(child)
  other.append(...cell.childNodes)
  cell.replaceWith(other)
  return other
}

export const tableSteps = [
  'rowAbove',
  'rowBelow',
  'columnLeft',
  'columnRight',
  'head',
  'deleteRow',
  'deleteColumn',
  'delete',
] as const
type TableStep = (typeof tableSteps)[number]

/** Three rows of three cells where the cursor is. */
export function insertTable(quill: Quill): void {
  quill.focus()
  moduleOf(quill).insertTable(3, 3)
}

/** Changes the table around the cursor. */
export function changeTable(quill: Quill, step: TableStep): void {
  quill.focus()
  const table = moduleOf(quill)
  const steps: Record<TableStep, () => void> = {
    rowAbove: () => table.insertRowAbove(),
    rowBelow: () => table.insertRowBelow(),
    columnLeft: () => table.insertColumnLeft(),
    columnRight: () => table.insertColumnRight(),
    head: () => toggleHead(quill),
    deleteRow: () => table.deleteRow(),
    deleteColumn: () => table.deleteColumn(),
    delete: () => table.deleteTable(),
  }
  const element = tableAt(quill)
  steps[step]()
  if (element?.isConnected) completeHeads(quill, element)
}

/** Makes the first row of the table a header row, or an ordinary one again. */
function toggleHead(quill: Quill): void {
  const cells = [...(tableAt(quill)?.querySelector('tr')?.children ?? [])]
  markCells(quill, cells, !cells.every(isHead))
}

/** A column that was added has a header cell as well where the row is a header row. */
function completeHeads(quill: Quill, table: Element): void {
  for (const row of table.querySelectorAll('tr')) {
    const cells = [...row.children]
    if (cells.some(isHead)) markCells(quill, cells, true)
  }
}

function markCells(quill: Quill, cells: readonly Element[], on: boolean): void {
  for (const cell of cells) {
    const blot = quill.scroll.find(cell)
    if (blot && isHead(cell) !== on) quill.formatLine(quill.getIndex(blot), 1, 'table-head', on ? 'row' : false, 'user')
  }
}

const isHead = (cell: Element) => cell.classList.contains(head)

function tableAt(quill: Quill): Element | null {
  const [, row] = moduleOf(quill).getTable()
  return row?.domNode.closest('table') ?? null
}

function moduleOf(quill: Quill): Table {
  return quill.getModule('table') as Table
}
