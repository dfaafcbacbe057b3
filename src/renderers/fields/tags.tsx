import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from 'react'
import { controlOf, defineField, type FieldProps } from '../define.ts'
import { numbered } from '../numbered.ts'
import { Chip } from '../ui/display/Chip.tsx'
import { Input } from '../ui/inputs/Input.tsx'

/** Short texts that are entered freely. A comma or Enter ends one, Backspace in the empty input takes the last one away. */
function TagsControl(props: FieldProps) {
  const { form } = props
  const { typed, ended, isFixed, input, onTyped, onBlur, onKeyDown, onPaste, remove } = useTags(props)
  return (
    <div className="s-tags" onPaste={onPaste}>
      {ended.length > 0 && (
        <ul aria-labelledby={props.labelledBy}>
          {numbered(ended).map(({ item, at }) => (
            <li key={at}>
              <Chip removeLabel={form.t('ui.tags.remove', { text: item })} onRemove={isFixed ? undefined : () => remove(at)}>
                {item}
              </Chip>
            </li>
          ))}
        </ul>
      )}
      <Input
        ref={input}
        {...controlOf(props)}
        id={props.id}
        labelledBy={props.labelledBy}
        value={typed}
        onChange={onTyped}
        onBlur={onBlur}
        onKeyDown={onKeyDown}
        placeholder={props.placeholder ?? (isFixed ? undefined : form.t('ui.tags.hint'))}
      />
    </div>
  )
}

/** The input's text already counts as the last tag, so saving with an unfinished tag loses nothing. */
function useTags(props: FieldProps) {
  const { onChange } = props
  const all = textsOf(props.value)
  const [text, setText] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const isOpen = text.trim() !== '' && all.at(-1) === text.trim()
  const ended = isOpen ? all.slice(0, -1) : all
  const isFixed = props.readOnly || props.disabled
  const onTyped = (next: string) => {
    const parts = next.split(/[,，\n]/)
    const last = parts.pop() ?? ''
    setText(last)
    onChange([...ended, ...parts, last].map((part) => part.trim()).filter((part) => part !== ''))
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && isOpen) {
      event.preventDefault()
      setText('')
    } else if (event.key === 'Backspace' && text === '' && all.length > 0) onChange(all.slice(0, -1))
  }
  // An input of one line would put the lines behind each other.
  const onPaste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text')
    if (isFixed || !/[\r\n]/.test(pasted)) return
    event.preventDefault()
    onTyped(`${isOpen ? text : ''}${pasted.replaceAll('\r', '')}`)
  }
  const onBlur = () => {
    setText('')
    props.onBlur()
  }
  const remove = (at: number) => {
    onChange(all.filter((_, i) => i !== at))
    input.current?.focus()
  }
  const typed = isOpen || text.trim() === '' ? text : ''
  return { typed, ended, isFixed, input, onTyped, onBlur, onKeyDown, onPaste, remove }
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map((item) => (typeof item === 'string' ? item : (JSON.stringify(item) ?? ''))) : []
}

export const tags = defineField({ Control: TagsControl, wide: true })
