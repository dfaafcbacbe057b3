import { useState } from 'react'
import { Button } from '../../renderers/ui/Button.tsx'
import { IconButton } from '../../renderers/ui/IconButton.tsx'
import { Input } from '../../renderers/ui/Input.tsx'
import { Select } from '../../renderers/ui/Select.tsx'
import { setColumn } from './model/cells.ts'
import type { Editor, EditorState } from './model/editor.ts'
import { isPending } from './model/generate.ts'
import { type SheetColumn, type SheetRow, sheetColumns } from './model/sheet.ts'
import { columnTitle, type Say } from './words.ts'

interface ToolsProps {
  say: Say
  editor: Editor
  state: EditorState
  off: boolean
  /** The rows in sight. */
  rows: readonly SheetRow[]
  chosen: ReadonlySet<number>
  filter: Readonly<Record<number, number>>
  onFilter(filter: Readonly<Record<number, number>>): void
  onTell(text: string): void
}

/** What stands above the table: back and forth, which rows are shown, and a column set for many rows at once. */
export function Tools(props: ToolsProps) {
  const { say, editor, state, off, rows, filter, onFilter } = props
  const { attributes } = state.sheet
  return (
    <div className="p-specs-tools">
      {!off && (
        <>
          <IconButton icon="undo" label={say('undo')} disabled={!state.canUndo} onClick={editor.undo} />
          <IconButton icon="refresh" label={say('redo')} disabled={!state.canRedo} onClick={editor.redo} />
        </>
      )}
      {state.sheet.rows.length > 1 &&
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
        {rows.length === state.sheet.rows.length
          ? say('count', { count: rows.length })
          : say('countOf', { count: rows.length, all: state.sheet.rows.length })}
      </span>
      {!off && rows.length > 0 && <Batch {...props} />}
    </div>
  )
}

/** Sets a column of the chosen rows, or of all in sight. */
function Batch({ say, editor, state, rows, chosen, onTell }: ToolsProps) {
  const [column, setTheColumn] = useState<SheetColumn>('price')
  const [text, setText] = useState('')
  const picked = rows.filter(({ key }) => chosen.has(key))
  const touched = picked.length > 0 ? picked : rows
  const set = () => {
    if (isPending(state.plan)) return onTell(say('generateFirst'))
    const keys = touched.map(({ key }) => key)
    const value = column === 'status' ? (text === '0' ? '0' : '1') : text
    editor.act((sheet) => setColumn(sheet, keys, column, value))
    onTell(say('batchDone', { count: keys.length, column: columnTitle(say, column) }))
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
