import { type KeyboardEvent, useState } from 'react'
import { IconButton } from '../../renderers/ui/IconButton.tsx'
import { Input } from '../../renderers/ui/Input.tsx'
import { Menu } from '../../renderers/ui/Menu.tsx'
import { specLimits } from '../../schemas/kinds/specRules.ts'
import type { Attribute, Choice, Sheet } from './model/sheet.ts'
import { addValues, moveAttribute, moveValue, removeAttribute, removeValue, renameAttribute, renameValue } from './model/specs.ts'
import type { SpecsPanelProps } from './SpecsPanel.tsx'

type CardProps = SpecsPanelProps & { attribute: Attribute; at: number }

/** One spec: its name, its values, and an input for more. */
export function SpecCard(props: CardProps) {
  const { say, editor, attributes, off, attribute, at } = props
  const act = (change: (sheet: Sheet) => Sheet) => editor.act(change)
  const { key, name } = attribute
  return (
    // biome-ignore lint/a11y/useSemanticElements: many small groups, without the frame of a fieldset
    <div role="group" className="p-spec" aria-label={say('spec', { number: at + 1, name })}>
      <div className="p-spec-head">
        <Text
          off={off}
          faults={props.faults}
          label={say('specName', { number: at + 1 })}
          hint={say('specHint')}
          place={`attributes.${at}.name`}
          value={name}
          max={specLimits.name}
          onCommit={(text) => act((sheet) => renameAttribute(sheet, key, text))}
        />
        {!off && (
          <span className="p-spec-tools">
            <IconButton
              size="small"
              icon="arrow-up"
              label={say('up', { name })}
              disabled={at === 0}
              onClick={() => act((sheet) => moveAttribute(sheet, key, -1))}
            />
            <IconButton
              size="small"
              icon="arrow-down"
              label={say('down', { name })}
              disabled={at === attributes.length - 1}
              onClick={() => act((sheet) => moveAttribute(sheet, key, 1))}
            />
            <IconButton
              size="small"
              icon="times"
              label={say('removeSpec', { name })}
              onClick={() => act((sheet) => removeAttribute(sheet, key))}
            />
          </span>
        )}
      </div>
      <ul className="p-spec-values" aria-label={say('values', { name })}>
        {attribute.values.map((choice, i) => (
          <Value key={choice.key} {...props} choice={choice} place={`attributes.${at}.values.${i}.value`} />
        ))}
        {!off && (
          <li>
            <NewValue {...props} />
          </li>
        )}
      </ul>
    </div>
  )
}

/** One value: its picture, its text, and what else can be done with it. */
function Value({ choice, place, ...props }: CardProps & { choice: Choice; place: string }) {
  const { say, editor, off, form, onPicture } = props
  const { key, value, image } = choice
  const src = image ? form.asset(image) : undefined
  return (
    <li className="p-spec-value">
      {src && <img src={src} alt="" />}
      <Text
        off={off}
        faults={props.faults}
        label={say('value', { value })}
        place={place}
        value={value}
        max={specLimits.value}
        onCommit={(text) => editor.act((sheet) => renameValue(sheet, key, text))}
      />
      {!off && (
        <Menu
          label={say('valueMore', { value })}
          items={[
            { id: 'picture', label: say('picture'), icon: 'image', onSelect: () => onPicture({ value: key }) },
            {
              id: 'forward',
              label: say('forward'),
              icon: 'arrow-left',
              onSelect: () => editor.act((sheet) => moveValue(sheet, key, -1)),
            },
            {
              id: 'back',
              label: say('back'),
              icon: 'arrow-right',
              onSelect: () => editor.act((sheet) => moveValue(sheet, key, 1)),
            },
            { id: 'remove', label: say('remove'), icon: 'trash', onSelect: () => editor.act((sheet) => removeValue(sheet, key)) },
          ]}
        />
      )}
    </li>
  )
}

/** Takes values one by one, or several at once, parted by commas or lines. */
function NewValue({ say, editor, attribute }: CardProps) {
  const [text, setText] = useState('')
  const add = () => {
    const values = text.split(/[,，、;；\n\t]/).filter((each) => each.trim() !== '')
    if (values.length > 0) editor.act((sheet) => addValues(sheet, attribute.key, values))
    setText('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    add()
  }
  return (
    <Input
      size="small"
      label={say('addValue', { name: attribute.name })}
      placeholder={say('addValueHint')}
      value={text}
      onChange={setText}
      onBlur={add}
      onKeyDown={onKeyDown}
    />
  )
}

interface TextProps extends Pick<CardProps, 'off' | 'faults'> {
  label: string
  hint?: string
  place: string
  max: number
  value: string
  onCommit(text: string): void
}

/** A text that is one step of editing, however many keys it took. */
function Text({ label, hint, place, max, value, onCommit, off, faults }: TextProps) {
  const [draft, setDraft] = useState<string | null>(null)
  const commit = () => {
    if (draft !== null && draft !== value) onCommit(draft)
    setDraft(null)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) commit()
    if (event.key !== 'Escape' || draft === null) return
    event.preventDefault()
    event.stopPropagation()
    setDraft(null)
  }
  return (
    <span className="p-spec-text" data-place={place}>
      <Input
        size="small"
        label={label}
        placeholder={hint ?? ''}
        maxLength={max}
        value={draft ?? value}
        readOnly={off}
        invalid={faults.some(({ path }) => path.join('.') === place)}
        onChange={setDraft}
        onBlur={commit}
        onKeyDown={onKeyDown}
      />
    </span>
  )
}
