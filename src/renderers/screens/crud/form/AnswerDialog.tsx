import { useMemo, useRef } from 'react'
import type { Answer } from '../../../../runtime/crud/context.ts'
import type { Crud } from '../../../../runtime/crud/crud.ts'
import type { FormModel, Values } from '../../../../runtime/form/form.ts'
import type { Field } from '../../../../schemas/field.ts'
import { actionOf } from '../../../../schemas/language/action/actionOf.ts'
import { isNothing } from '../../../cells/value.ts'
import type { CellEnvironment } from '../../../define.ts'
import type { RecordFormHandle } from '../../../form/formChecks.ts'
import { RecordForm } from '../../../form/RecordForm.tsx'
import '../../../form/form.css'
import { Button } from '../../../ui/Button.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import { useValue } from '../../../useValue.ts'
import { views } from '../../../views/index.ts'
import '../detail/detail.css'
import { titleOf } from '../rowActions.ts'
import { titled } from '../titles.ts'
import { FieldValue } from './FieldValue.tsx'
import { FormFacts } from './FormFacts.tsx'
import { createFormContext } from './formContext.ts'

interface AnswerProps {
  crud: Crud
  answer: Answer
  env: CellEnvironment
}

/** What an action answers, below the form of its own fields if it has any: one can ask again with others. */
export default function AnswerDialog({ crud, answer, env }: AnswerProps) {
  const { t } = crud.loaded
  const form = useRef<RecordFormHandle>(null)
  const verb = titleOf(crud, answer.action)
  const row = answer.ids.length === 1 && answer.ids[0] !== undefined ? crud.rowOf(answer.ids[0]) : undefined
  const fields = Object.values(actionOf(crud.page, answer.action, 'answer')?.answer ?? {})
  const wide = fields.some((field) => field.fields)
  return (
    <Dialog
      open
      title={row ? titled(crud, verb, [row]) : verb}
      onClose={crud.closeAnswer}
      shadeCloses
      size={wide ? 'large' : 'medium'}
      footer={
        <>
          <Button onClick={crud.closeAnswer}>{t('ui.answer.close')}</Button>
          {answer.form && <Ask model={answer.form} label={verb} onAsk={() => void form.current?.save()} />}
        </>
      }
    >
      {answer.form && <Question key={answer.action} crud={crud} model={answer.form} env={env} handle={form} />}
      <div role="status" className="s-answer">
        {answer.values && <Told crud={crud} env={env} action={answer.action} fields={fields} values={answer.values} />}
      </div>
    </Dialog>
  )
}

function Ask({ model, label, onAsk }: { model: FormModel; label: string; onAsk: () => void }) {
  const loading = useValue(model.state, (s) => s.loading)
  const asking = useValue(model.state, (s) => s.submitting)
  return (
    <Button look="primary" loading={asking} disabled={loading} onClick={onAsk}>
      {label}
    </Button>
  )
}

interface QuestionProps {
  crud: Crud
  model: FormModel
  env: CellEnvironment
  handle: React.RefObject<RecordFormHandle | null>
}

function Question({ crud, model, env, handle }: QuestionProps) {
  const loading = useValue(model.state, (s) => s.loading)
  const face = useMemo(() => createFormContext(crud, model, env, model), [crud, model, env])
  if (loading) return <Skeleton height={32} />
  return (
    <>
      {model.ids.length === 1 && <FormFacts crud={crud} env={env} model={model} />}
      <RecordForm ref={handle} face={face} onSaved={() => undefined} />
    </>
  )
}

interface ToldProps {
  crud: Crud
  env: CellEnvironment
  action: string
  fields: readonly Field[]
  values: Values
}

/** Labelled values; what has rows, or is read at full length, takes a line of its own. What is empty is left out. */
function Told({ crud, env, action, fields, values }: ToldProps) {
  const shown = fields.filter((field) => !isNothing(values[field.name]))
  if (shown.length === 0) return <p className="k-help">{crud.loaded.t('ui.answer.nothing')}</p>
  return (
    <dl className="s-facts">
      {shown.map((field) => {
        const words = `actions.${action}.answer.${field.name}`
        return (
          <div key={field.name} className={views[field.kind] ? 's-facts-wide' : undefined}>
            <dt>{crud.loaded.find(`${words}.label`) ?? field.name}</dt>
            <dd>
              <FieldValue field={field} words={words} row={values} env={env} />
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
