import { type FormEvent, type KeyboardEvent, useId, useState } from 'react'
import type { Crud } from '../../../../runtime/crud/crud.ts'
import type { Row } from '../../../../runtime/rows.ts'
import { composedField } from '../../../../schemas/language/detail/section.ts'
import { useUnsaved } from '../../../form/unsaved.ts'
import { pressed } from '../../../shortcuts.ts'
import { Button } from '../../../ui/Button.tsx'
import { useValue } from '../../../useValue.ts'
import { titleOf } from '../rowActions.ts'
import { restOf } from './restOf.ts'

interface ComposerProps {
  crud: Crud
  row: Row
  /** The action that keeps the remark. */
  name: string
}

/** Remarks that were begun, by screen and record: who looks at another record meanwhile finds them again. */
const begun = new WeakMap<Crud, Map<string, string>>()

/** Writes a remark on the record. What else the action's form holds stays as the record has it. */
export function Composer({ crud, row, name }: ComposerProps) {
  const id = useId()
  const key = String(crud.keyOf(row))
  const drafts = draftsOf(crud)
  const [text, setText] = useState(drafts.get(key) ?? '')
  const sending = useValue(crud.state, (state) => state.busy[`${name}:${key}`] === true)
  useUnsaved(text.trim() !== '')
  const action = crud.page.actions[name]
  const field = action && composedField(action)
  if (!action || !field) return null
  const write = (next: string) => {
    setText(next)
    if (next === '') drafts.delete(key)
    else drafts.set(key, next)
  }
  const send = async () => {
    if (text.trim() === '' || sending) return
    const kept = Object.keys(action.fields).map((each) => [each, row[each]])
    const values = { ...Object.fromEntries(kept), [field.name]: text.trim() }
    if (await crud.run(name, [crud.keyOf(row)], values)) write(restOf(drafts.get(key) ?? '', text))
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void send()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (pressed(event, 'records.send') < 0) return
    event.preventDefault()
    void send()
  }
  return (
    <form className="s-composer" onSubmit={onSubmit}>
      <label htmlFor={id} className="sr-only">
        {titleOf(crud, name)}
      </label>
      <span className="k-field k-field-area">
        <textarea
          id={id}
          className="k-input k-textarea"
          rows={2}
          maxLength={field.maxLength}
          placeholder={crud.loaded.t('ui.detail.compose')}
          value={text}
          onChange={(event) => write(event.target.value)}
          onKeyDown={onKeyDown}
        />
      </span>
      <Button type="submit" loading={sending} disabled={text.trim() === ''}>
        {crud.loaded.t('ui.detail.send')}
      </Button>
    </form>
  )
}

function draftsOf(crud: Crud): Map<string, string> {
  const known = begun.get(crud)
  if (known) return known
  const made = new Map<string, string>()
  begun.set(crud, made)
  return made
}
