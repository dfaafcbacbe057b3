import { memo } from 'react'
import { Icon } from '../../../renderers/ui/Icon.tsx'
import { cellText } from '../model/cells.ts'
import type { Editor } from '../model/editor.ts'
import { type SheetColumn, type SheetRow, sheetColumns } from '../model/sheet.ts'
import { columnTitle, type Say } from '../words.ts'
import { CellInput } from './CellInput.tsx'
import { cellRole, rowHeadingRole, rowRole } from './gridRoles.ts'

/** A cell being edited: what its input starts with, and whether that replaces what stands there. */
export interface Edit {
  text: string
  typed: boolean
}

interface GridRowProps {
  row: SheetRow
  index: number
  top: number
  title: string
  say: Say
  editor: Editor
  off: boolean
  asset(value: string): string | undefined
  isChosen: boolean
  /** The active column, -1 for none; the columns of the marked block. */
  active: number
  from: number
  to: number
  edit: Edit | null
  /** What is wrong, by column; `values`: with the SKU itself. */
  wrong: ReadonlyMap<string, string>
  describedBy: string
  onCommit(text: string | null, then?: 'down' | 'right' | 'left'): void
}

/** One SKU. Drawn anew only when something of it changed; the table hears what happens in it. */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { row, index, top, title, say, editor, isChosen, active, wrong } = props
  const isNew = editor.isNew(row)
  return (
    <div {...rowRole(index + 2)} className={isChosen ? 'p-grid-row is-chosen' : 'p-grid-row'} data-row={index} style={{ top }}>
      <div
        {...rowHeadingRole(isChosen)}
        tabIndex={active === 0 ? 0 : -1}
        className={wrong.has('values') ? 'p-grid-name is-wrong' : 'p-grid-name'}
        aria-invalid={wrong.has('values') || undefined}
        aria-describedby={active === 0 && wrong.has('values') ? props.describedBy : undefined}
        data-tip={wrong.get('values')}
        data-column={0}
      >
        <Icon name={isChosen ? 'check-square' : 'stop'} />
        <span className="p-grid-number">{index + 1}</span>
        <span className="p-grid-title" data-tip={title}>
          {title}
        </span>
        {isNew && <span className="p-grid-new">{say('new')}</span>}
      </div>
      {sheetColumns.map((column, i) => (
        <GridCell key={column} {...props} column={column} at={i + 1} />
      ))}
    </div>
  )
})

function GridCell(props: GridRowProps & { column: SheetColumn; at: number }) {
  const { row, column, at, title, say, editor, off, active, from, to, edit, wrong, describedBy, onCommit } = props
  const isActive = active === at
  const isWrong = wrong.has(column)
  const changed = editor.isChanged(row, column)
  const marks = [isWrong && 'is-wrong', changed && 'is-changed', at >= from && at <= to && 'is-marked'].filter(Boolean).join(' ')
  return (
    <div
      {...cellRole(at + 1, from >= 0 ? at >= from && at <= to : isActive, off)}
      tabIndex={isActive ? 0 : -1}
      className={`p-cell p-cell-${column} ${marks}`}
      aria-invalid={isWrong || undefined}
      aria-describedby={isActive && isWrong ? describedBy : undefined}
      data-tip={wrong.get(column)}
      data-column={at}
    >
      {isActive && edit ? (
        <CellInput
          label={say('cell', { name: title, column: columnTitle(say, column) })}
          column={column}
          edit={edit}
          onCommit={onCommit}
        />
      ) : (
        <CellValue {...props} />
      )}
      {changed && <span className="sr-only">{say('changed')}</span>}
    </div>
  )
}

function CellValue({ row, column, say, asset, off }: GridRowProps & { column: SheetColumn }) {
  if (column === 'image') {
    const src = row.cells.image ? asset(row.cells.image) : undefined
    if (src) return <img src={src} alt={say('picture')} loading="lazy" decoding="async" />
    return off ? <span className="s-none">–</span> : <Icon name="image" />
  }
  if (column === 'status') {
    const isOn = row.cells.status === 1
    return <span className={isOn ? 'p-status is-on' : 'p-status'}>{say(isOn ? 'on' : 'off')}</span>
  }
  return cellText(row, column)
}
