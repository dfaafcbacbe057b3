import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import type { FormParts } from '../../../runtime/page.ts'
import { createFormPage, type FormPage, type ShownForm } from '../../../runtime/screens/formPage.ts'
import { isBuiltIn } from '../../../schemas/language/action/builtInActions.ts'
import { itemActions } from '../../../schemas/language/items/items.ts'
import { useRuntime } from '../../context.tsx'
import type { FormContext, ScreenProps } from '../../define.ts'
import { DraftBar } from '../../form/draft/DraftBar.tsx'
import { type DraftOffer, useDraft } from '../../form/draft/useDraft.ts'
import { FormSkeleton } from '../../form/FormSkeleton.tsx'
import type { RecordFormHandle } from '../../form/formChecks.ts'
import { createFormView } from '../../form/formView.ts'
import { RecordForm } from '../../form/RecordForm.tsx'
import { useUnsavedForm } from '../../form/unsaved.ts'
import { lazyComponent } from '../../lazyComponent.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { confirm } from '../../ui/overlays/confirm.ts'
import { useValue } from '../../useValue.ts'
import AnswerDialog from '../crud/form/AnswerDialog.tsx'
import { FormActions } from '../crud/form/FormActions.tsx'
import FormPanel from '../crud/form/FormPanel.tsx'
import { createFormContext } from '../crud/form/formContext.ts'
import { useCellEnv } from '../crud/useCellEnv.ts'
import { useNext } from '../crud/useNext.ts'
import { useRun } from '../crud/useRun.ts'
import { PluginPart } from '../plugin/PluginPart.tsx'
import '../../form/form.css'
import { FieldFinder, manyFields } from './FieldFinder.tsx'
import './form.css'

const StepFoot = lazyComponent(() => import('../../form/steps/StepFoot.tsx').then((module) => module.StepFoot))

/** One record where its address is: its fields, what can be done with it, and Save below. */
export default function FormScreen({ loaded }: ScreenProps) {
  const runtime = useRuntime()
  const [screen] = useState(() => createFormPage({ ...runtime.screen(loaded), renewOwn: runtime.renewOwn }))
  const { crud, state } = screen
  const form = useValue(state, (s) => s.form)
  const env = useCellEnv(runtime, crud)
  const open = useValue(crud.state, (s) => s.form)
  const answer = useValue(crud.state, (s) => s.answer)
  const error = useValue(state, (s) => s.error)
  const ready = useValue(state, (s) => s.loaded)
  useNext(runtime, crud, nothing)
  const draft = useDraft(form.model, crud.page)
  useUnsavedForm(form.model, draft.drop)
  useEffect(() => {
    // A tab that wakes up runs this again: what was typed in it stays.
    if (!screen.state.form.model.state.dirty) void screen.load()
  }, [screen])
  return (
    <div className="s-form-page">
      <Head screen={screen} />
      {ready ? (
        <Record key={form.round} screen={screen} form={form} env={env} draft={draft} />
      ) : error === null ? (
        <div className="s-form-body">
          <FormSkeleton count={form.model.fields.length} />
        </div>
      ) : (
        <EmptyState
          tone="error"
          icon="exclamation-circle"
          title={loaded.t('ui.formPage.failed')}
          text={error}
          action={<Button onClick={() => void screen.load()}>{loaded.t('ui.list.retry')}</Button>}
        />
      )}
      {open && <FormPanel key={open.action} crud={crud} model={open} env={env} />}
      {answer && <AnswerDialog crud={crud} answer={answer} env={env} />}
    </div>
  )
}

/** What the record is, and the page's own actions. */
function Head({ screen: { crud, state } }: { screen: FormPage }) {
  const { page, loaded } = crud
  const ready = useValue(state, (s) => s.loaded)
  const row = useValue(state, (s) => s.row)
  const run = useRun(crud, nothing)
  const remark = loaded.find('remark')
  const own = Object.values(page.actions).filter(
    (action) =>
      !isBuiltIn(action) &&
      !page.form.actions.includes(action.name) &&
      (ready || !action.when) &&
      crud.can(action.name, row).visible,
  )
  return (
    <header className="s-form-head">
      <div>
        <h1 className="s-tools-title">{loaded.t('title')}</h1>
        {remark && <p className="s-form-remark">{remark}</p>}
      </div>
      {own.length > 0 && (
        <div className="s-form-head-actions">
          {own.map(({ name, icon }) => (
            <Button key={name} icon={icon} onClick={() => run(name, [])}>
              {loaded.t(`actions.${name}.title`)}
            </Button>
          ))}
        </div>
      )}
    </header>
  )
}

function nothing() {}

interface RecordProps {
  screen: FormPage
  form: ShownForm
  env: ReturnType<typeof useCellEnv>
  draft: DraftOffer
}

function Record({ screen, form: { model, parts }, env, draft }: RecordProps) {
  const { crud, editable } = screen
  const { t } = parts.loaded
  const form = useRef<RecordFormHandle>(null)
  const [view] = useState(() => createFormView(model, parts.page.form.steps, parts.loaded.wire?.savesTab))
  const face = useMemo(
    () => ({
      ...createFormContext({ ...crud, page: parts.page, loaded: parts.loaded }, model, env, {
        submit: () => screen.submit(view.apart ? view.get().tab : undefined),
      }),
      drop: dropOf(screen, parts),
    }),
    [crud, model, parts, env, screen, view],
  )
  const submitting = useValue(model.state, (s) => s.submitting)
  const dirty = useValue(model.state, (s) => s.dirty)
  let foot: ReactNode = <p className="s-form-remark">{t('ui.formPage.readOnly')}</p>
  if (editable) {
    const save = (
      <Button look="primary" loading={submitting} onClick={() => void form.current?.save()} data-tip={t('ui.form.saveKeys')}>
        {t('ui.form.save')}
      </Button>
    )
    foot = (
      <>
        <span role="status">{dirty ? t('ui.formPage.unsaved') : ''}</span>
        <FormActions crud={crud} model={model} view={view} />
        <Button disabled={!dirty || submitting} onClick={() => model.reset()}>
          {t('ui.formPage.reset')}
        </Button>
        {view.steps ? (
          <StepFoot view={view} model={model} form={form} t={t}>
            {save}
          </StepFoot>
        ) : (
          save
        )}
      </>
    )
  }
  return (
    <>
      <div className="s-form-body">
        {view.tabs.length > 0 && !view.steps && model.fields.length > manyFields && <FieldFinder face={face} view={view} />}
        <DraftBar model={model} offer={draft} t={t} />
        <RecordForm ref={form} face={face} view={view} onSaved={nothing} />
        {screen.plugins.map((name) => (
          <PluginPart key={name} name={name} loaded={parts.loaded} />
        ))}
      </div>
      <footer className="s-form-foot">{foot}</footer>
    </>
  )
}

/** How fields that people made are taken away again; only for who may. */
function dropOf(screen: FormPage, { items, loaded }: FormParts): FormContext['drop'] {
  if (items.length === 0 || !screen.crud.can(itemActions.delete).visible) return undefined
  const ids = new Map(items.map(({ field, id }) => [field.name, id]))
  const label = loaded.t(`actions.${itemActions.delete}.title`)
  return {
    has: (name) => ids.has(name),
    label: (title) => `${label}: ${title}`,
    async run(name, title) {
      const asked = { title: label, yes: label, danger: true }
      const id = ids.get(name)
      if (id !== undefined && (await confirm(loaded.t(`actions.${itemActions.delete}.confirm`, { title }), asked)))
        await screen.deleteItem(id)
    },
  }
}
