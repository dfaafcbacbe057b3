import { type RefObject, useLayoutEffect } from 'react'
import type { Crud } from '../../../../runtime/crud/crud.ts'
import type { FormModel } from '../../../../runtime/form/form.ts'
import { Button } from '../../../ui/Button.tsx'
import { useValue } from '../../../useValue.ts'
import { titleOf } from '../rowActions.ts'
import { ownAction } from './formContext.ts'
import { useSubmitText } from './useSubmitText.ts'

/** What the button of an action's form says now, for what is asked before it is sent; undefined where that is the action's title. */
export type SubmitText = RefObject<(() => string | undefined) | null>

interface SubmitButtonProps {
  crud: Crud
  model: FormModel
  text: SubmitText
  onPress(): void
}

/** The button that sends a form. Only that of an action may name what is entered, so only that is drawn again with it. */
export function SubmitButton(props: SubmitButtonProps) {
  return ownAction(props.crud, props.model.action) ? <OwnButton {...props} /> : <SaveButton {...props} />
}

function SaveButton({ crud, model, onPress }: SubmitButtonProps) {
  const rest = useValue(crud.state, (s) => s.queue.length)
  return (
    <SendButton crud={crud} model={model} onPress={onPress}>
      {crud.loaded.t(rest > 0 ? 'ui.form.saveNext' : 'ui.form.save')}
    </SendButton>
  )
}

function OwnButton({ crud, model, text, onPress }: SubmitButtonProps) {
  const label = useSubmitText(crud, model)
  useLayoutEffect(() => {
    text.current = label.now
  }, [text, label.now])
  return (
    <SendButton crud={crud} model={model} onPress={onPress}>
      {(model.all ? undefined : label.text) ?? titleOf(crud, model.action)}
    </SendButton>
  )
}

function SendButton({ crud, model, onPress, children }: Omit<SubmitButtonProps, 'text'> & { children: string }) {
  const loading = useValue(model.state, (s) => s.loading)
  const submitting = useValue(model.state, (s) => s.submitting)
  const isDanger = ownAction(crud, model.action)?.severity === 'danger'
  return (
    <Button
      look={isDanger ? 'danger' : 'primary'}
      loading={submitting}
      disabled={loading}
      onClick={onPress}
      data-tip={crud.loaded.t('ui.form.saveKeys')}
    >
      {children}
    </Button>
  )
}
