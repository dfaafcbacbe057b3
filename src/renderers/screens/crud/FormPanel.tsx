import { useMemo, useRef } from 'react'
import type { Crud, Key, Row } from '../../../runtime/crud.ts'
import type { FormModel } from '../../../runtime/form.ts'
import { holdsText } from '../../../schemas/kinds/remoteSelect.ts'
import type { CellEnvironment, FieldRenderer, FormFace } from '../../define.ts'
import { fields } from '../../fields/index.ts'
import { RecordForm, type RecordFormHandle } from '../../fields/RecordForm.tsx'
import '../../fields/form.css'
import { Button } from '../../ui/Button.tsx'
import { confirm } from '../../ui/confirm.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Drawer } from '../../ui/Drawer.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useValue } from '../../useValue.ts'
import { titleText } from './columns.ts'
import { asks } from './useRun.ts'

interface FormPanelProps {
  crud: Crud
  model: FormModel
  env: CellEnvironment
}

/** The form of a record or an action over the list: a dialog, or a drawer where the page says so. */
export default function FormPanel({ crud, model, env }: FormPanelProps) {
  const { t } = crud.loaded
  const form = useRef<RecordFormHandle>(null)
  const loading = useValue(model.state, (s) => s.loading)
  const submitting = useValue(model.state, (s) => s.submitting)
  const rest = useValue(crud.state, (s) => s.queue.length)
  const face = useMemo(() => faceOf(crud, model, env), [crud, model, env])
  const close = async () => {
    if (model.state.submitting) return
    if (
      model.state.dirty &&
      !(await confirm(t('ui.form.discard'), {
        title: t('ui.form.discardTitle'),
        yes: t('ui.form.discardYes'),
        no: t('ui.form.discardNo'),
        danger: true,
      }))
    )
      return
    crud.closeForm()
  }
  const own = ownAction(crud, model.action)
  const verb = t(`actions.${model.action}.title`)
  const title = `${verb} · ${nameOf(crud, model) ?? t('title')}`
  const saveText = own ? verb : t(rest > 0 ? 'ui.form.saveNext' : 'ui.form.save')
  const footer = (
    <>
      <Button onClick={() => void close()}>{t('ui.form.cancel')}</Button>
      <Button
        look={own?.severity === 'danger' ? 'danger' : 'primary'}
        loading={submitting}
        disabled={loading}
        onClick={() => void form.current?.save()}
        data-tip={t('ui.form.saveKeys')}
      >
        {saveText}
      </Button>
    </>
  )
  const body = loading ? <Waiting count={model.fields.length} /> : <RecordForm ref={form} face={face} onSaved={() => undefined} />
  const count = model.fields.length
  if (!own && crud.page.form.size !== 'dialog') {
    return (
      <Drawer
        open
        title={title}
        onClose={() => void close()}
        footer={footer}
        size={crud.page.form.size === 'page' ? 'large' : 'medium'}
        shadeCloses={false}
      >
        {body}
      </Drawer>
    )
  }
  const wide = count > 12 || model.fields.some((field) => field.fields)
  return (
    <Dialog open title={title} onClose={() => void close()} footer={footer} size={wide ? 'large' : 'medium'}>
      {body}
    </Dialog>
  )
}

function ownAction(crud: Crud, name: string) {
  const action = crud.page.actions[name]
  return action && !action.builtIn ? action : undefined
}

/** The grey shape of a form whose record is on its way. */
function Waiting({ count }: { count: number }) {
  return (
    <div className="s-form-grid" aria-busy="true">
      {Array.from({ length: Math.min(count, 8) }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: grey lines have no identity
        <div key={i} className="k-form-field">
          <Skeleton width={80} />
          <Skeleton height={32} />
        </div>
      ))}
    </div>
  )
}

/** Everything the fields of this form share. */
function faceOf(crud: Crud, model: FormModel, env: CellEnvironment): FormFace {
  const own = ownAction(crud, model.action)
  const prefix = own ? `actions.${model.action}.fields` : 'fields'
  return {
    page: crud.page,
    model,
    t: crud.loaded.t,
    word: crud.loaded.find,
    wordsAt: (field) => `${prefix}.${field}`,
    control: controlOf,
    async submit() {
      const rows = model.ids.flatMap((key): Row[] => rowFor(crud, key))
      if (own?.confirm && !(await asks(crud, model.action, rows))) return false
      return crud.submit()
    },
    async options(name, { search, page, limit, values, signal }) {
      const answer = await crud.options(name, {
        action: optionsAction(model.action),
        search,
        page,
        limit,
        form: model.state.values,
        ...(values ? { values } : {}),
        ...(signal ? { signal } : {}),
      })
      const field = model.fields.find((f) => f.name === name)
      // Keys that are kept as text are text in the form, however the server sends them.
      return field && holdsText(field)
        ? { ...answer, list: answer.list.map((one) => ({ ...one, value: String(one.value) })) }
        : answer
    },
    asset: env.asset,
    zone: env.zone,
    lang: env.lang,
    areas: env.areas,
    editor: env.editor,
  }
}

/** What names the one record the form is about. */
function nameOf(crud: Crud, model: FormModel): string | undefined {
  const row = model.ids.length === 1 && model.ids[0] !== undefined ? crud.rowOf(model.ids[0]) : undefined
  return titleText(crud.page, row)
}

function rowFor(crud: Crud, key: Key): Row[] {
  const row = crud.rowOf(key)
  return row ? [row] : []
}

/** A child is added with the rights and fields of `add`. */
function optionsAction(action: string): string {
  return action === 'addChild' ? 'add' : action
}

function controlOf(kind: string): FieldRenderer {
  const found = (fields as Record<string, FieldRenderer>)[kind]
  if (!found) throw new Error(`there is no field "${kind}"`)
  return found
}
