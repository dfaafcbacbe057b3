import type { RefObject } from 'react'
import { createPortal } from 'react-dom'
import type { CellEdit } from '../../../../runtime/crud/cellEdit.ts'
import type { Crud } from '../../../../runtime/crud/crud.ts'
import type { CellEnvironment } from '../../../define.ts'
import { useValue } from '../../../useValue.ts'
import type { GoToRow } from '../grid/body.ts'
import type { ListModel } from '../list/useListModel.ts'
import { CellEditor } from './CellEditor.tsx'
import '../../../form/form.css'
import './cellEdit.css'

export interface CellEditsProps {
  crud: Crud
  env: CellEnvironment
  model: ListModel
  box: RefObject<HTMLDivElement | null>
  goTo: RefObject<GoToRow | null>
}

/** The cells that are being edited. They lie over the table: whatever happens to its rows, what is typed stays. */
export default function CellEdits(props: CellEditsProps) {
  const cells = useValue(props.crud.state, (s) => s.cells)
  const box = props.box.current
  if (!box) return null
  return createPortal(
    cells.map((cell) => <OneCell key={`${cell.key} ${cell.field.name}`} {...props} cell={cell} table={box} />),
    box,
  )
}

export interface CellProps extends CellEditsProps {
  cell: CellEdit
  /** The scrolling box of the table. */
  table: HTMLElement
}

/** While it is being saved the row shows what was typed. */
function OneCell(props: CellProps) {
  const phase = useValue(props.cell.state, (s) => s.phase)
  return phase === 'saving' ? null : <CellEditor {...props} phase={phase} />
}
