import { memo } from 'react'
import { IconButton } from '../../renderers/ui/IconButton.tsx'
import { Select } from '../../renderers/ui/pickers/Select.tsx'
import { Batch } from './Batch.tsx'
import type { Editor } from './model/editor.ts'
import type { Attribute } from './model/sheet.ts'
import type { Pictured } from './PictureDialog.tsx'
import type { Say } from './words.ts'

export interface ToolsProps {
  say: Say
  editor: Editor
  attributes: readonly Attribute[]
  /** SKUs have to be generated first. */
  isPending: boolean
  canUndo: boolean
  canRedo: boolean
  off: boolean
  /** Keys of the rows in sight, and how many there are in all. */
  rows: readonly number[]
  total: number
  chosen: ReadonlySet<number>
  filter: Readonly<Record<number, number>>
  onFilter(filter: Readonly<Record<number, number>>): void
  onTell(text: string): void
  onPicture(what: Pictured): void
}

/** What stands above the table: back and forth, which rows are shown, and a column set for many rows at once. */
export const Tools = memo(function Tools(props: ToolsProps) {
  const { say, editor, attributes, off, rows, total, filter, onFilter } = props
  // Of one SKU there is nothing to count, and nothing to set at once.
  const isMulti = attributes.length > 0 || total > 1
  return (
    <div className="p-specs-tools">
      {!off && (
        <>
          <IconButton icon="undo" label={say('undo')} disabled={!props.canUndo} onClick={editor.undo} />
          <IconButton icon="refresh" label={say('redo')} disabled={!props.canRedo} onClick={editor.redo} />
        </>
      )}
      {total > 1 &&
        attributes.map(({ key, name, values }) => (
          <span key={key} className="p-specs-filter">
            <Select
              size="small"
              label={say('filter', { name })}
              placeholder={name}
              clearable
              value={filter[key] ?? null}
              options={values.map((each) => ({ value: each.key, label: each.value }))}
              onChange={(value) => {
                const { [key]: _, ...rest } = filter
                onFilter(value === null ? rest : { ...rest, [key]: Number(value) })
              }}
            />
          </span>
        ))}
      {isMulti && (
        <span className="p-specs-count">
          {rows.length === total ? say('count', { count: rows.length }) : say('countOf', { count: rows.length, all: total })}
        </span>
      )}
      {isMulti && !off && rows.length > 0 && <Batch {...props} />}
    </div>
  )
})
