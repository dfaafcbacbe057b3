import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import type { FormPage } from '../../../runtime/formPage.ts'
import type { ScreenProps } from '../../define.ts'
import { RecordForm, type RecordFormHandle } from '../../fields/RecordForm.tsx'
import { useRuntime } from '../../shell/context.tsx'
import { useUnsaved } from '../../shell/unsaved.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useValue } from '../../useValue.ts'
import AnswerDialog from '../crud/AnswerDialog.tsx'
import { FormActions } from '../crud/FormActions.tsx'
import FormPanel from '../crud/FormPanel.tsx'
import { faceOf } from '../crud/formFace.ts'
import { useCellEnv } from '../crud/useCellEnv.ts'
import { useNext } from '../crud/useNext.ts'
import { useRun } from '../crud/useRun.ts'
import '../../fields/form.css'
import './form.css'

/** One record where its address is: its fields, what can be done with it, and Save below. */
export default function FormScreen({ loaded }: ScreenProps) {
  const runtime = useRuntime()
  const [screen] = useState(() => runtime.formPage(loaded))
  const { crud, model, state } = screen
  const env = useCellEnv(runtime, crud)
  const open = useValue(crud.state, (s) => s.form)
  const answer = useValue(crud.state, (s) => s.answer)
  const error = useValue(state, (s) => s.error)
  const ready = useValue(state, (s) => s.loaded)
  useNext(runtime, crud, nothing)
  useUnsaved(useValue(model.state, (s) => s.dirty))
  useEffect(() => void screen.load(), [screen])
  return (
    <div className="s-form-page">
      <Head screen={screen} />
      {ready ? (
        <Record screen={screen} env={env} />
      ) : error === null ? (
        <Waiting count={model.fields.length} />
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
function Head({ screen: { crud } }: { screen: FormPage }) {
  const { page, loaded } = crud
  const run = useRun(crud, nothing)
  const remark = loaded.find('remark')
  const own = Object.values(page.actions).filter(
    ({ name, builtIn }) => !builtIn && !page.form.actions.includes(name) && crud.can(name).visible,
  )
  return (
    <header className="s-form-head">
      <div>
        <h1 className="s-tools-title">{loaded.t('title')}</h1>
        {remark && <p className="s-form-remark">{remark}</p>}
      </div>
      {own.map(({ name, icon }) => (
        <Button key={name} icon={icon} onClick={() => run(name, [])}>
          {loaded.t(`actions.${name}.title`)}
        </Button>
      ))}
    </header>
  )
}

function nothing() {}

function Record({ screen, env }: { screen: FormPage; env: ReturnType<typeof useCellEnv> }) {
  const { crud, model, editable } = screen
  const { t } = crud.loaded
  const form = useRef<RecordFormHandle>(null)
  const face = useMemo(() => faceOf(crud, model, env, screen.submit), [crud, model, env, screen])
  const submitting = useValue(model.state, (s) => s.submitting)
  const dirty = useValue(model.state, (s) => s.dirty)
  let foot: ReactNode = <p className="s-form-remark">{t('ui.formPage.readOnly')}</p>
  if (editable) {
    foot = (
      <>
        <Button look="primary" loading={submitting} onClick={() => void form.current?.save()} data-tip={t('ui.form.saveKeys')}>
          {t('ui.form.save')}
        </Button>
        <Button disabled={!dirty || submitting} onClick={() => model.reset()}>
          {t('ui.formPage.reset')}
        </Button>
        <FormActions crud={crud} model={model} />
        <span role="status">{dirty ? t('ui.formPage.unsaved') : ''}</span>
      </>
    )
  }
  return (
    <>
      <div className="s-form-body">
        <RecordForm ref={form} face={face} onSaved={nothing} />
      </div>
      <footer className="s-form-foot">{foot}</footer>
    </>
  )
}

/** The grey shape of a form whose record is on its way. */
function Waiting({ count }: { count: number }) {
  return (
    <div className="s-form-body s-form-grid" aria-busy="true">
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
