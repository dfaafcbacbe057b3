import { defineField, type FieldProps } from '../define.ts'
import { numbered } from '../numbered.ts'
import { Button } from '../ui/Button.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Input } from '../ui/inputs/Input.tsx'
import { usePaste } from './paste/usePaste.tsx'

type Pair = Record<'key' | 'value', string>

/** Rows of a key and a value. */
function ArrayControl(props: FieldProps) {
  const rows = Array.isArray(props.value) ? (props.value as Pair[]) : []
  const { form, words } = props
  const names = {
    key: form.word(`${words}.key`) ?? form.t('ui.form.key'),
    value: form.word(`${words}.value`) ?? form.t('ui.form.value'),
  }
  const put = (index: number, part: Partial<Pair>) =>
    props.onChange(rows.map((row, i) => (i === index ? { ...row, ...part } : row)))
  const paste = usePairsPaste(props, rows)
  return (
    // Presses in its controls, which have handlers of their own.
    <fieldset
      id={props.id}
      aria-labelledby={props.labelledBy}
      aria-describedby={props.describedBy}
      className="s-pairs"
      onPaste={paste.onPaste}
      onKeyDown={paste.onKeyDown}
    >
      {numbered(rows).map(({ item: row, at: i }) => (
        <div key={i} className="s-pair">
          {parts.map((part) => (
            <Input
              key={part}
              label={`${names[part]} ${i + 1}`}
              placeholder={names[part]}
              value={row[part] ?? ''}
              onChange={(text) => put(i, { [part]: text })}
              onBlur={props.onBlur}
              disabled={props.disabled}
              readOnly={props.readOnly}
              invalid={props.partErrors[`${i}.${part}`] !== undefined}
            />
          ))}
          {!props.readOnly && (
            <IconButton
              icon="times"
              label={form.t('ui.form.remove')}
              disabled={props.disabled || rows.length <= (props.required ? (props.field.min ?? 0) : 0)}
              onClick={() => props.onChange(rows.filter((_, j) => j !== i))}
            />
          )}
        </div>
      ))}
      {props.readOnly && rows.length === 0 && <span className="s-none">–</span>}
      {!props.readOnly && (
        <Button
          icon="plus"
          size="small"
          disabled={props.disabled || rows.length >= (props.field.max ?? most)}
          onClick={() => props.onChange([...rows, { key: '', value: '' }])}
        >
          {form.t('ui.form.addEntry')}
        </Button>
      )}
      {!props.readOnly && paste.note}
    </fieldset>
  )
}

const parts = ['key', 'value'] as const
/** Rows beyond these are refused where the field names no limit of its own (kinds/array.ts). */
const most = 200

function usePairsPaste(props: FieldProps, rows: readonly Pair[]) {
  return usePaste(props, {
    rows,
    most: props.field.max ?? most,
    add: () => ({ key: '', value: '' }),
    columns: () => parts.map((name) => ({ name, read: async (text) => ({ value: text.trim() }) })),
    spotOf,
  })
}

/** Which pair an input belongs to, and which half of it. */
function spotOf(target: Element): { row: number; column: number } | undefined {
  const pair = target.closest('.s-pair')
  const column = pair ? [...pair.querySelectorAll('input')].indexOf(target as HTMLInputElement) : -1
  const row = pair?.parentElement ? [...pair.parentElement.querySelectorAll('.s-pair')].indexOf(pair) : -1
  return row < 0 || column < 0 ? undefined : { row, column }
}

export const array = defineField({ Control: ArrayControl, group: true, wide: true })
