import { memo, useState } from 'react'
import { Button } from '../../renderers/ui/Button.tsx'
import { IconButton } from '../../renderers/ui/IconButton.tsx'
import { Input } from '../../renderers/ui/Input.tsx'
import { Select } from '../../renderers/ui/Select.tsx'
import { setColumn } from './model/cells.ts'
import type { Editor } from './model/editor.ts'
import { type Attribute, type SheetColumn, sheetColumns } from './model/sheet.ts'
import { columnTitle, type Say } from './words.ts'

interface ToolsProps {
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
}

/** What stands above the table: back and forth, which rows are shown, and a column set for many rows at once. */
export const Tools = memo(function Tools(props: ToolsProps) {
  const { say, editor, attributes, off, rows, total, filter, onFilter } = props
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
      <span className="p-specs-count">
        {rows.length === total ? say('count', { count: rows.length }) : say('countOf', { count: rows.length, all: total })}
      </span>
      {!off && rows.length > 0 && <Batch {...props} />}
    </div>
  )
})

/** Sets a column of the chosen rows, or of all in sight. */
function Batch({ say, editor, isPending, rows, chosen, onTell }: ToolsProps) {
  const [column, setTheColumn] = useState<SheetColumn>('price')
  const [text, setText] = useState('')
  const picked = rows.filter((key) => chosen.has(key))
  const touched = picked.length > 0 ? picked : rows
  const set = () => {
    if (isPending) return onTell(say('generateFirst'))
    const value = column === 'status' ? (text === '0' ? '0' : '1') : text
    editor.act((sheet) => setColumn(sheet, touched, column, value))
    onTell(say('batchDone', { count: touched.length, column: columnTitle(say, column) }))
  }
  const columns = sheetColumns.filter((each) => each !== 'image' && each !== 'sku_code')
  return (
    // biome-ignore lint/a11y/useSemanticElements: three controls in a row, not a section of the form
    <span role="group" className="p-specs-batch" aria-label={say('batch')}>
      <Select
        size="small"
        label={say('batchColumn')}
        value={column}
        options={columns.map((each) => ({ value: each, label: columnTitle(say, each) }))}
        onChange={(value) => setTheColumn(columns.find((each) => each === value) ?? 'price')}
      />
      {column === 'status' ? (
        <Select
          size="small"
          label={say('batchValue')}
          value={text === '0' ? '0' : '1'}
          options={[
            { value: '1', label: say('on') },
            { value: '0', label: say('off') },
          ]}
          onChange={(value) => setText(String(value))}
        />
      ) : (
        <Input
          size="small"
          label={say('batchValue')}
          placeholder={say('batchValue')}
          inputMode="decimal"
          value={text}
          onChange={setText}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
            event.preventDefault()
            set()
          }}
        />
      )}
      <Button size="small" onClick={set}>
        {picked.length > 0 ? say('batchChosen', { count: touched.length }) : say('batchAll', { count: touched.length })}
      </Button>
    </span>
  )
}
