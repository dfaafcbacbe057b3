import type { ReactNode, RefObject } from 'react'
import type { FormModel } from '../../../runtime/form/form.ts'
import { Button } from '../../ui/Button.tsx'
import { sameMembers, useValue } from '../../useValue.ts'
import type { RecordFormHandle } from '../formChecks.ts'
import { type FormView, openSteps, useFormView } from '../formView.ts'

interface StepFootProps {
  view: FormView
  model: FormModel
  form: RefObject<RecordFormHandle | null>
  t(key: string): string
  /** The submit button: on the last step. */
  children: ReactNode
}

/** The ways from one step of a form to the next and back. */
export function StepFoot({ view, model, form, t, children }: StepFootProps) {
  const { tab } = useFormView(view)
  const steps = useValue(model.state, (state) => openSteps(view, state.fields), sameMembers)
  const at = steps.indexOf(tab)
  const back = at > 0 && <Button onClick={() => form.current?.back()}>{t('ui.steps.back')}</Button>
  return (
    <>
      {back}
      {at >= 0 && at < steps.length - 1 ? (
        <Button look="primary" onClick={() => form.current?.next()}>
          {t('ui.steps.next')}
        </Button>
      ) : (
        children
      )}
    </>
  )
}
