import { type FormEvent, type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import type { Crud } from '../../../../runtime/crud/crud.ts'
import { draftColumns } from '../../../../runtime/stores/columns.ts'
import type { ColumnLayout } from '../../../../schemas/language/wire/columnLayout.ts'
import type { SavedView } from '../../../../schemas/language/wire/envelope.ts'
import { useRuntime } from '../../../context.tsx'
import { useLoadedWords } from '../../../loadedWords.ts'
import { Button } from '../../../ui/Button.tsx'
import { Checkbox } from '../../../ui/inputs/Checkbox.tsx'
import { Input } from '../../../ui/inputs/Input.tsx'
import { Popover } from '../../../ui/overlays/Popover.tsx'
import { useLoad } from '../../../useLoad.ts'
import { viewWords } from './viewWords.ts'
import './views.css'

interface ViewFormProps {
  crud: Crud
  layout: ColumnLayout
  anchor: RefObject<HTMLElement | null>
  onClose(): void
  /** The view that gets another name; absent: a new one is saved. */
  renamed?: SavedView
}

/** Asks for the name of a view, and whose it is. */
export default function ViewForm(props: ViewFormProps) {
  const { crud, anchor, onClose, renamed } = props
  const { t } = crud.loaded
  if (!useLoadedWords(viewWords)) return null
  const label = renamed ? t('ui.views.rename') : t('ui.views.new')
  return (
    <Popover anchor={anchor} onClose={onClose} role="dialog" label={label}>
      {renamed ? <Rename {...props} renamed={renamed} /> : <NewView {...props} />}
    </Popover>
  )
}

function Rename({ crud, onClose, renamed }: ViewFormProps & { renamed: SavedView }) {
  return (
    <NameForm
      crud={crud}
      name={renamed.name}
      onSave={async (name) => {
        if (await crud.changeView(renamed.id, { name })) onClose()
      }}
    />
  )
}

function NewView({ crud, layout, onClose }: ViewFormProps) {
  const { t } = crud.loaded
  const { columns: store } = useRuntime().stores
  const { value: known } = useLoad(() => crud.views(), [crud])
  const [start, setStart] = useState(false)
  const [shared, setShared] = useState(false)
  const save = async (name: string) => {
    const before = crud.state.query.view
    const id = await crud.saveView({ name, columns: layout, shared })
    if (id === null) return
    if (start) await crud.arrangeViews({ start: id })
    // What was changed is in the new view: the one it came from is as it was saved.
    if (before !== undefined) draftColumns(store, before, undefined)
    onClose()
    await crud.openView(id)
  }
  return (
    <NameForm crud={crud} name="" onSave={save}>
      <p className="s-views-note">{t('ui.views.holds')}</p>
      <Checkbox checked={start} onChange={setStart}>
        {t('ui.views.isStart')}
      </Checkbox>
      {known?.mayShare && (
        <Checkbox checked={shared} onChange={setShared}>
          {t('ui.views.isShared')}
        </Checkbox>
      )}
    </NameForm>
  )
}

interface NameFormProps {
  crud: Crud
  name: string
  onSave(name: string): Promise<void>
  children?: ReactNode
}

function NameForm({ crud, name: first, onSave, children }: NameFormProps) {
  const { t } = crud.loaded
  const [name, setName] = useState(first)
  const [saving, setSaving] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // Once the popover around it is open.
    input.current?.focus()
    input.current?.select()
  }, [])
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '' || saving) return
    setSaving(true)
    await onSave(name.trim())
    setSaving(false)
  }
  return (
    <form className="s-view-form" onSubmit={(event) => void submit(event)} onKeyDown={submitByKeys}>
      <Input
        ref={input}
        value={name}
        onChange={setName}
        label={t('ui.views.name')}
        placeholder={t('ui.views.name')}
        maxLength={50}
      />
      {children}
      <Button type="submit" look="primary" loading={saving} disabled={name.trim() === ''}>
        {t('ui.views.saveName')}
      </Button>
    </form>
  )
}

/** Ctrl or Cmd with Enter saves from a box to tick too, as in every form. */
function submitByKeys(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.currentTarget.requestSubmit()
}
