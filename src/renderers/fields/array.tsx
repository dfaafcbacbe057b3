import { defineField, type FieldProps } from '../define.ts'
import { numbered } from '../numbered.ts'
import { Button } from '../ui/Button.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Input } from '../ui/inputs/Input.tsx'

interface Pair {
  key: string
  value: string
}

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
  return (
    <fieldset id={props.id} aria-labelledby={props.labelledBy} aria-describedby={props.describedBy} className="s-pairs">
      {numbered(rows).map(({ item: row, at: i }) => (
        <div key={i} className="s-pair">
          {(['key', 'value'] as const).map((part) => (
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
          disabled={props.disabled || rows.length >= (props.field.max ?? 200)}
          onClick={() => props.onChange([...rows, { key: '', value: '' }])}
        >
          {form.t('ui.form.addEntry')}
        </Button>
      )}
    </fieldset>
  )
}

export const array = defineField({ Control: ArrayControl, group: true, wide: true })
