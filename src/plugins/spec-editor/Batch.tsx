import { type KeyboardEvent, useState } from 'react'
import { Button } from '../../renderers/ui/Button.tsx'
import { Input } from '../../renderers/ui/inputs/Input.tsx'
import { Select } from '../../renderers/ui/pickers/Select.tsx'
import { canHold, setColumn } from './model/cells.ts'
import { codesOf, setCodes, setImagesOfValues } from './model/codes.ts'
import { type SheetColumn, sheetColumns } from './model/sheet.ts'
import type { ToolsProps } from './Tools.tsx'
import { columnTitle } from './words.ts'

/** What a column begins with whose values are chosen. */
const firstChoice: Partial<Record<SheetColumn, string>> = { status: '1', image: 'choose' }

/** Sets a column of the chosen rows, or of all in sight. */
export function Batch(props: ToolsProps) {
  const { say, rows, chosen } = props
  const [column, setTheColumn] = useState<SheetColumn>('price')
  const [text, setText] = useState('')
  const picked = rows.filter((key) => chosen.has(key))
  const touched = picked.length > 0 ? picked : rows
  const set = () => props.onTell(setAll(props, touched, column, text))
  const change = (next: SheetColumn) => {
    setTheColumn(next)
    setText(firstChoice[next] ?? '')
  }
  return (
    <fieldset className="p-specs-batch" aria-label={say('batch')}>
      <Select
        size="small"
        label={say('batchColumn')}
        value={column}
        options={sheetColumns.map((each) => ({ value: each, label: columnTitle(say, each) }))}
        onChange={(value) => change(sheetColumns.find((each) => each === value) ?? 'price')}
      />
      <Value {...props} column={column} text={text} onText={setText} onEnter={set} />
      <Button size="small" onClick={set}>
        {picked.length > 0 ? say('batchChosen', { count: touched.length }) : say('batchAll', { count: touched.length })}
      </Button>
    </fieldset>
  )
}

interface ValueProps extends Pick<ToolsProps, 'say'> {
  column: SheetColumn
  text: string
  onText(text: string): void
  onEnter(): void
}

/** What the column is set to. */
function Value({ say, column, text, onText, onEnter }: ValueProps) {
  const choices = { status: ['1', '0'], image: ['choose', 'values', 'none'] } as const
  if (column === 'status' || column === 'image') {
    return (
      <Select
        size="small"
        label={say('batchValue')}
        value={text}
        options={choices[column].map((value) => ({
          value,
          label: say(column === 'image' ? `images.${value}` : value === '1' ? 'on' : 'off'),
        }))}
        onChange={(value) => onText(String(value))}
      />
    )
  }
  const isCode = column === 'sku_code'
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    onEnter()
  }
  return (
    <span className="p-specs-batch-value" data-tip={isCode ? say('codeHelp') : undefined}>
      <Input
        size="small"
        label={isCode ? say('codePattern') : say('batchValue')}
        placeholder={isCode ? say('codeHint') : say('batchValue')}
        inputMode={isCode ? 'text' : 'decimal'}
        value={text}
        onChange={onText}
        onKeyDown={onKeyDown}
      />
    </span>
  )
}

/** Sets the column of these rows, and says what was done or why nothing was. */
function setAll(props: ToolsProps, rows: readonly number[], column: SheetColumn, text: string): string {
  const { say, editor, isPending } = props
  if (isPending) return say('generateFirst')
  const done = say('batchDone', { count: rows.length, column: columnTitle(say, column) })
  if (column === 'image') {
    if (text === 'choose') {
      props.onPicture({ rows })
      return ''
    }
    editor.act((sheet) => (text === 'values' ? setImagesOfValues(sheet, rows) : setColumn(sheet, rows, column, '')))
    return done
  }
  if (column === 'sku_code') {
    const codes = codesOf(editor.get().sheet, rows, text)
    if (!codes) return say('codesTwice')
    editor.act((sheet) => setCodes(sheet, codes))
    const [first = '', last = ''] = [[...codes.values()][0], [...codes.values()].at(-1)]
    return first === '' ? done : say('codesDone', { count: rows.length, first, last })
  }
  if (!canHold(column, text)) return say('batchWrong', { value: text.slice(0, 40), column: columnTitle(say, column) })
  editor.act((sheet) => setColumn(sheet, rows, column, text))
  return done
}
