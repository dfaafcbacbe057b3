import { type ReactNode, useMemo, useRef, useState } from 'react'
import type { Crud } from '../../../../runtime/crud/crud.ts'
import type { FormModel } from '../../../../runtime/form/form.ts'
import { actionOf } from '../../../../schemas/language/action/actionOf.ts'
import type { CellEnvironment } from '../../../define.ts'
import { DraftBar } from '../../../form/draft/DraftBar.tsx'
import { FormSkeleton } from '../../../form/FormSkeleton.tsx'
import type { RecordFormHandle } from '../../../form/formChecks.ts'
import { createFormView } from '../../../form/formView.ts'
import { RecordForm } from '../../../form/RecordForm.tsx'
import '../../../form/form.css'
import { type DraftOffer, useDraft } from '../../../form/draft/useDraft.ts'
import { useUnsavedForm } from '../../../form/unsaved.ts'
import { lazyComponent } from '../../../lazyComponent.tsx'
import { Button } from '../../../ui/Button.tsx'
import { confirm } from '../../../ui/overlays/confirm.ts'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import { Drawer } from '../../../ui/overlays/Drawer.tsx'
import { useValue } from '../../../useValue.ts'
import { formTitle } from '../titles.ts'
import { FormActions } from './FormActions.tsx'
import { FormFacts } from './FormFacts.tsx'
import { createFormContext, ownAction } from './formContext.ts'
import { SubmitButton, type SubmitText } from './SubmitButton.tsx'
import { useGuesses } from './useGuesses.ts'

const StepFoot = lazyComponent(() => import('../../../form/steps/StepFoot.tsx').then((module) => module.StepFoot))

interface FormPanelProps {
  crud: Crud
  model: FormModel
  env: CellEnvironment
}

/** The form of a record or an action over the list: a dialog, or a drawer where the page says so. */
export default function FormPanel({ crud, model, env }: FormPanelProps) {
  const { t } = crud.loaded
  const form = useRef<RecordFormHandle>(null)
  const text: SubmitText = useRef(null)
  const loading = useValue(model.state, (s) => s.loading)
  const draft = useDraft(model, crud.page)
  useUnsavedForm(model, draft.drop)
  useGuesses(crud, model)
  const face = useMemo(
    () => createFormContext(crud, model, env, { submit: crud.submit, label: () => text.current?.() }),
    [crud, model, env],
  )
  const [view] = useState(() => createFormView(model, crud.page.form.steps))
  const close = () => void closeForm(crud, model, draft)
  const save = <SubmitButton crud={crud} model={model} text={text} onPress={() => void form.current?.save()} />
  const footer = (
    <>
      {!model.all && <FormActions crud={crud} model={model} view={view} />}
      <Button onClick={close}>{t('ui.form.cancel')}</Button>
      {view.steps ? (
        <StepFoot view={view} model={model} form={form} t={t}>
          {save}
        </StepFoot>
      ) : (
        save
      )}
    </>
  )
  const body = loading ? (
    <FormSkeleton count={model.fields.length} />
  ) : (
    <>
      <DraftBar model={model} offer={draft} t={t} />
      <FormNotes crud={crud} model={model} env={env} />
      <RecordForm ref={form} face={face} view={view} onSaved={nothing} />
    </>
  )
  return (
    <FormFrame crud={crud} model={model} title={formTitle(crud, model)} footer={footer} onClose={close}>
      {body}
    </FormFrame>
  )
}

/** The list hears itself that the form was saved. */
function nothing() {}

interface FormFrameProps extends Pick<FormPanelProps, 'crud' | 'model'> {
  title: string
  footer: ReactNode
  onClose(): void
  children: ReactNode
}

/** A drawer for a record where the page says so, else a dialog. */
function FormFrame({ crud, model, title, footer, onClose, children }: FormFrameProps) {
  const { size } = crud.page.form
  if (!ownAction(crud, model.action) && size !== 'dialog') {
    return (
      <Drawer open title={title} onClose={onClose} footer={footer} size={size === 'page' ? 'full' : 'medium'} shadeCloses={false}>
        {children}
      </Drawer>
    )
  }
  const wide = model.fields.length > 12 || model.fields.some((field) => field.fields)
  return (
    <Dialog open title={title} onClose={onClose} footer={footer} size={wide ? 'large' : 'medium'}>
      {children}
    </Dialog>
  )
}

/** Closes the form, unless the person keeps what would be lost. */
async function closeForm(crud: Crud, model: FormModel, draft: DraftOffer): Promise<void> {
  if (model.state.submitting || !(await mayDiscard(model, crud.loaded.t))) return
  if (model.state.dirty) draft.drop()
  crud.closeForm()
}

/** True when nothing would be lost, or the person agrees to lose it. */
async function mayDiscard({ state }: FormModel, t: Crud['loaded']['t']): Promise<boolean> {
  if (!state.dirty && state.waiting === 0) return true
  return confirm(t('ui.form.discard'), {
    title: t('ui.form.discardTitle'),
    yes: t('ui.form.discardYes'),
    no: t('ui.form.discardNo'),
    danger: true,
  })
}

/** What is said above the fields: which records are changed, and what is known of the one. */
function FormNotes({ crud, model, env }: FormPanelProps) {
  const action = actionOf(crud.page, model.action, 'run')
  return (
    <>
      {model.ids.length > 1 && action?.set && (
        <p className="s-form-note">
          {crud.loaded.t('ui.form.several', { n: model.all ? (crud.state.total ?? 0) : model.ids.length })}
        </p>
      )}
      {ownAction(crud, model.action) && model.ids.length === 1 && <FormFacts crud={crud} env={env} model={model} />}
    </>
  )
}
