import { useRef } from 'react'
import { createPortal } from 'react-dom'
import { useValue } from '../../../useValue.ts'
import { CellEditor } from './CellEditor.tsx'
import type { CellEditsProps, CellProps } from './cellProps.ts'
import '../../../form/form.css'
import './cellEdit.css'

/** The cells that are being edited. They lie over the table: whatever happens to its rows, what is typed stays. */
export default function CellEdits(props: CellEditsProps) {
  const cells = useValue(props.crud.state, (s) => s.cells)
  const kept = useRef<HTMLElement>(null)
  // While the screen is asleep its elements stay, but React takes them away from their refs.
  kept.current = props.box.current ?? kept.current
  const box = kept.current
  if (!box) return null
  return createPortal(
    cells.map((cell) => <OneCell key={`${cell.key} ${cell.field.name}`} {...props} cell={cell} table={box} />),
    box,
  )
}

/** While it is being saved the row shows what was typed. */
function OneCell(props: CellProps) {
  const phase = useValue(props.cell.state, (s) => s.phase)
  return phase === 'saving' ? null : <CellEditor {...props} phase={phase} />
}
