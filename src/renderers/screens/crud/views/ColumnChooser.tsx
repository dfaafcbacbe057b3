import { useRef, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Checkbox } from '../../../ui/inputs/Checkbox.tsx'
import { Popover } from '../../../ui/overlays/Popover.tsx'
import type { GridColumn } from '../columns.ts'

export interface ColumnChooserProps {
  columns: readonly GridColumn[]
  hidden: Readonly<Record<string, boolean>>
  onChange(hidden: Record<string, boolean>): void
  t(key: string): string
}

/** Which columns the list shows; kept for this person on this browser. The column that names the record always stays. */
export function ColumnChooser({ columns, hidden, onChange, t }: ColumnChooserProps) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const isHidden = (column: GridColumn) => hidden[column.id] ?? column.column.hidden
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  return (
    <>
      <IconButton
        ref={button}
        icon="table"
        label={t('ui.list.columns')}
        aria-expanded={open}
        aria-haspopup="dialog"
        tip={!open}
        onClick={() => setOpen(!open)}
      />
      {open && (
        <Popover anchor={button} onClose={close} placement="bottom-end">
          <div className="s-chooser" role="dialog" tabIndex={-1} data-autofocus="" aria-label={t('ui.list.columns')}>
            <div className="s-chooser-list">
              {columns
                .filter((column) => !column.main)
                .map((column) => (
                  <Checkbox
                    key={column.id}
                    checked={!isHidden(column)}
                    onChange={(on) => onChange({ ...hidden, [column.id]: !on })}
                  >
                    {column.label}
                  </Checkbox>
                ))}
            </div>
            <Button size="small" onClick={() => onChange({})}>
              {t('ui.list.columnsReset')}
            </Button>
          </div>
        </Popover>
      )}
    </>
  )
}
