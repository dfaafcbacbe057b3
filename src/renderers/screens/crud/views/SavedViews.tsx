import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Crud } from '../../../../runtime/crud/crud.ts'
import type { ColumnLayout } from '../../../../schemas/language/wire/columnLayout.ts'
import type { SavedView } from '../../../../schemas/language/wire/envelope.ts'
import { useRuntime } from '../../../context.tsx'
import { Button } from '../../../ui/Button.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Checkbox } from '../../../ui/inputs/Checkbox.tsx'
import { Input } from '../../../ui/inputs/Input.tsx'
import { useLoad } from '../../../useLoad.ts'
import { useValue } from '../../../useValue.ts'
import './views.css'

export interface SavedViewsProps {
  crud: Crud
  layout: ColumnLayout
  onLayout(layout: ColumnLayout): void
  onClose(): void
}

/** The views a person has saved of a list: filters, order and columns under a name; and the way to save the present one. */
export default function SavedViews({ crud, layout, onLayout, onClose }: SavedViewsProps) {
  const { t } = crud.loaded
  const { value: views, reload } = useLoad(() => crud.views(), [crud])
  const apply = useApply(crud, onLayout, onClose)
  const remove = async (view: SavedView) => {
    if (await crud.deleteView(view.id)) reload()
  }
  return (
    <div className="s-views" role="dialog" aria-label={t('ui.list.views')}>
      {views === null && <p className="s-views-note">{t('ui.list.viewsFailed')}</p>}
      {views?.length === 0 && <p className="s-views-note">{t('ui.list.viewsNone')}</p>}
      {views && views.length > 0 && (
        <ul className="s-views-list">
          {views.map((view) => (
            <li key={view.id}>
              <button type="button" className="s-view" onClick={() => apply(view)}>
                <span className="s-cut">{view.name}</span>
                {view.all && <span className="s-sub">{t('ui.list.viewOfAll')}</span>}
              </button>
              {view.own && (
                <IconButton icon="trash" label={t('ui.list.viewDelete', { name: view.name })} onClick={() => void remove(view)} />
              )}
            </li>
          ))}
        </ul>
      )}
      <SaveForm crud={crud} layout={layout} onSaved={reload} />
    </div>
  )
}

/** Shows a view: its columns, then its address, which the list follows. */
function useApply(crud: Crud, onLayout: SavedViewsProps['onLayout'], onClose: () => void) {
  const navigate = useNavigate()
  return (view: SavedView) => {
    onLayout(view.columns)
    if (crud.readAddress(view.query)) void crud.load()
    navigate({ search: crud.address() }, { replace: true })
    onClose()
  }
}

function SaveForm({ crud, layout, onSaved }: { crud: Crud; layout: ColumnLayout; onSaved(): void }) {
  const { t } = crud.loaded
  const { lens, stores } = useRuntime()
  const isSuper = useValue(stores.adminInfo, (s) => (lens.key() === '' ? s.super : lens.self.super))
  const [name, setName] = useState('')
  const [all, setAll] = useState(false)
  const [saving, setSaving] = useState(false)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '' || saving) return
    setSaving(true)
    const done = await crud.saveView({ name: name.trim(), columns: layout, all })
    setSaving(false)
    if (!done) return
    setName('')
    onSaved()
  }
  return (
    <form className="s-views-save" onSubmit={(event) => void save(event)}>
      <Input
        value={name}
        onChange={setName}
        label={t('ui.list.viewName')}
        placeholder={t('ui.list.viewName')}
        maxLength={50}
        size="small"
      />
      {isSuper && (
        <Checkbox checked={all} onChange={setAll}>
          {t('ui.list.viewAll')}
        </Checkbox>
      )}
      <Button type="submit" size="small" look="primary" loading={saving} disabled={name.trim() === ''}>
        {t('ui.list.viewSave')}
      </Button>
    </form>
  )
}
