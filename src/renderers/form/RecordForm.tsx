import Form from '@rjsf/core'
import { type RJSFSchema, toErrorSchema } from '@rjsf/utils'
import { type KeyboardEvent, type Ref, useImperativeHandle, useMemo, useRef, useState } from 'react'
import type { FormModel } from '../../runtime/form/form.ts'
import type { FormContext } from '../define.ts'
import { lazyComponent } from '../lazyComponent.tsx'
import { pressed } from '../shortcuts.ts'
import { sameMembers, useValue } from '../useValue.ts'
import { useSettled } from './afterPointerUp.ts'
import { ErrorSummary } from './ErrorSummary.tsx'
import type { RecordFormHandle } from './formChecks.ts'
import { createFormView, type FormView, isLastStep } from './formView.ts'
import type { FormValues, RjsfContext } from './KontorField.tsx'
import { createParts, type Place } from './rjsfParts.ts'
import { useFirstFocus } from './useFirstFocus.ts'

const ClashPanel = lazyComponent(() => import('./clash/ClashPanel.tsx').then((module) => module.ClashPanel))

export interface RecordFormProps {
  face: FormContext
  /** Called after it was saved by Ctrl/Cmd+Enter; the dialog's own button awaits `save`. */
  onSaved(): void
  /** State of the form's tabs or steps, for surrounding elements that follow it. */
  view?: FormView
  ref?: Ref<RecordFormHandle>
}

/**
 * The form of a record or an action, on rjsf: one schema for its whole life. The form model alone holds the values, and what is visible and
 * required now; each field reads its own value, so that a key draws one field.
 */
export function RecordForm(props: RecordFormProps) {
  // The model's values were replaced from outside (loaded, saved, reset): controls start over with them, where the person was.
  const version = useValue(props.face.model.state, (s) => s.version)
  const [place] = useState<Place>(() => ({
    prefix: `form${++count}`,
    view: props.view ?? createFormView(props.face.model),
    focus: '',
  }))
  const clashes = useValue(props.face.model.state, (s) => s.clash !== null)
  const body = useRef<RecordFormHandle>(null)
  useImperativeHandle(props.ref, () => ({
    save: () => body.current?.save() ?? Promise.resolve(false),
    next: () => body.current?.next() ?? false,
    back: () => body.current?.back(),
  }))
  const save = () => void body.current?.save().then((done) => done && props.onSaved())
  return (
    <>
      {/* Choosing a value starts the fields over, not what is chosen in. */}
      {clashes && <ClashPanel face={props.face} onSave={save} />}
      <Body key={version} {...props} ref={body} place={place} />
    </>
  )
}

function Body({ face, onSaved, ref, place }: RecordFormProps & { place: Place }) {
  const { model } = face
  const settled = useSettled()
  const form = useRef<Form<FormValues, RJSFSchema, RjsfContext>>(null)
  const box = useRef<HTMLFieldSetElement>(null)
  const parts = useMemo(() => {
    const drawn = { draw: () => void form.current?.validateForm(), isDrawn: () => form.current !== null }
    return createParts(face, place, settled, drawn)
  }, [face, place, settled])
  const { checks, handle, message, rjsf, view } = parts
  const found = useValue(checks.state, (s) => s.found)
  const extraErrors = useServerErrors(model)
  useFirstFocus(box, place)
  useImperativeHandle(ref, () => handle)
  const onKeyDown = (event: KeyboardEvent) => {
    if (pressed(event, 'forms.save') >= 0) {
      event.preventDefault()
      if (isLastStep(view, model)) void handle.save().then((done) => done && onSaved())
      else handle.next()
    } else if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault()
  }
  // The same element as long as nothing of it changes: rjsf compares all it is given, schema and all, whenever it is drawn again.
  const drawn = useMemo(
    () => (
      <Form<FormValues, RJSFSchema, RjsfContext>
        ref={form}
        {...rjsf}
        initialFormData={noValues}
        extraErrors={extraErrors}
        onError={ignore}
        liveValidate="onBlur"
        showErrorList={false}
        noHtml5Validate
        tagName="div"
      >
        {/* rjsf's own button is not wanted: the dialog has one. */}
        {true}
      </Form>
    ),
    [rjsf, extraErrors],
  )
  return (
    <fieldset ref={box} className="s-form" onKeyDown={onKeyDown}>
      <ErrorSummary face={face} {...found} message={message} view={view} />
      {drawn}
    </fieldset>
  )
}

/** rjsf holds no values: fields read theirs from the form model. */
const noValues: FormValues = {}

/** What the server found, as rjsf takes it. */
function useServerErrors({ state }: FormModel) {
  const errors = useValue(state, (s) => ({ ...s.errors }), sameMembers)
  return useMemo(
    () =>
      toErrorSchema<FormValues>(
        Object.entries(errors).map(([place, message]) => ({ property: `.${place}`, message, stack: '' })),
      ),
    [errors],
  )
}

/** What is wrong is shown in the summary and beside the fields; rjsf would write it to the console. */
function ignore() {}

let count = 0
