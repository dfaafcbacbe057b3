import { type KeyboardEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Icon } from '../../renderers/ui/Icon.tsx'
import { IconButton } from '../../renderers/ui/IconButton.tsx'
import { Input } from '../../renderers/ui/inputs/Input.tsx'
import { Menu } from '../../renderers/ui/overlays/Menu.tsx'
import { specLimits } from '../../schemas/kinds/specRules.ts'
import type { Attribute, Choice, Sheet } from './model/sheet.ts'
import { addValues, moveAttribute, moveValue, removeAttribute, removeValue, renameAttribute, renameValue } from './model/specs.ts'
import type { SpecsPanelProps } from './SpecsPanel.tsx'

type CardProps = SpecsPanelProps & { attribute: Attribute; at: number }

/** One spec: its name, its values, and an input for more. */
export function SpecCard(props: CardProps) {
  const { say, editor, attributes, off, attribute, at } = props
  const act = (change: (sheet: Sheet) => Sheet) => editor.act(change)
  const box = useRef<HTMLFieldSetElement>(null)
  const toValues = () => box.current?.querySelector<HTMLElement>('.p-spec-values > li:last-child input')?.focus()
  /** The focus goes to what stands around the spec before it goes. */
  const remove = () => {
    const panel = box.current?.parentElement
    flushSync(() => act((sheet) => removeAttribute(sheet, key)))
    panel?.querySelector<HTMLElement>('.p-specs-actions button')?.focus()
  }
  const { key, name } = attribute
  return (
    <fieldset ref={box} className="p-spec" aria-label={say('spec', { number: at + 1, name })}>
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
          onEnter={toValues}
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
            <IconButton size="small" icon="times" label={say('removeSpec', { name })} onClick={remove} />
          </span>
        )}
      </div>
      <ul className="p-spec-values" aria-label={say('values', { name })}>
        {attribute.values.map((choice, i) => (
          <Value key={choice.key} {...props} choice={choice} place={`attributes.${at}.values.${i}.value`} onGone={toValues} />
        ))}
        {!off && (
          <li>
            <NewValue {...props} />
          </li>
        )}
      </ul>
    </fieldset>
  )
}

/** One value: its picture, its text, and what else can be done with it. */
function Value({ choice, place, onGone, ...props }: CardProps & { choice: Choice; place: string; onGone(): void }) {
  const { say, editor, off, onPicture } = props
  const { key, value } = choice
  const { pictured, values } = props.attribute
  const hasPicture = pictured === true || values.some((each) => each.image !== '')
  return (
    <li className="p-spec-value">
      {hasPicture && <Picture {...props} choice={choice} />}
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
            {
              id: 'remove',
              label: say('remove'),
              icon: 'trash',
              onSelect: () => {
                editor.act((sheet) => removeValue(sheet, key))
                onGone()
              },
            },
          ]}
        />
      )}
    </li>
  )
}

/** The picture of a value, or where one would be; leads to choosing it. */
function Picture({ say, off, form, onPicture, choice: { key, value, image } }: CardProps & { choice: Choice }) {
  const src = image ? form.asset(image) : undefined
  const label = say('pictureOf', { name: value })
  return (
    <button
      type="button"
      className="p-spec-picture"
      aria-label={label}
      data-tip={label}
      disabled={off}
      onClick={() => onPicture({ value: key })}
    >
      {src ? <img src={src} alt="" /> : <Icon name="image" />}
    </button>
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
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    if (!event.ctrlKey && !event.metaKey) event.preventDefault()
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
  /** Enter was pressed, and what was typed is taken. */
  onEnter?(): void
}

/** A text that is one step of editing, however many keys it took. */
function Text({ label, hint, place, max, value, onCommit, onEnter, off, faults }: TextProps) {
  const [draft, setDraft] = useState<string | null>(null)
  const commit = () => {
    if (draft !== null && draft !== value) onCommit(draft)
    setDraft(null)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      commit()
      // Ctrl+Enter saves the form.
      if (!event.ctrlKey && !event.metaKey) onEnter?.()
    }
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
