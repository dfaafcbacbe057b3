import Form, { type IChangeEvent } from '@rjsf/core'
import type { RJSFSchema } from '@rjsf/utils'
import {
  type KeyboardEvent,
  type Ref,
  type RefObject,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { equal } from '../../runtime/form/values.ts'
import { formSchema } from '../../schemas/language/form/formSchema.ts'
import { interpolate } from '../../schemas/language/words.ts'
import type { FormContext } from '../define.ts'
import { focusable } from '../ui/overlays/layers.ts'
import { useValue } from '../useValue.ts'
import { type AfterPointerUp, useSettled } from './afterPointerUp.ts'
import { checkForm, type FormError } from './check.ts'
import { askToClear, clearingOf } from './clearing.ts'
import { ErrorSummary, labelOf } from './ErrorSummary.tsx'
import { countByTab, createFormView, type FormView, goStep, isLastStep } from './formView.ts'
import { type FormValues, KontorField, type RjsfContext } from './KontorField.tsx'
import { FieldTemplate, ObjectFieldTemplate } from './templates.tsx'
import { createValidator } from './validator.ts'

const fields = { kontor: KontorField }
const templates = { FieldTemplate, ObjectFieldTemplate }
/** Defaults are the form model's business, not rjsf's. */
const noDefaults = { emptyObjectFields: 'skipDefaults', arrayMinItems: { populate: 'never' } } as const

/** What the dialog around a form can ask of it. */
export interface RecordFormHandle {
  /** Checks everything and sends it; true when it was saved. */
  save(): Promise<boolean>
  /** Checks the step in front and goes on to the next; false when there is something to be mended first. */
  next(): boolean
  /** Back to the step before. */
  back(): void
}

export interface RecordFormProps {
  face: FormContext
  /** Called after it was saved by Ctrl/Cmd+Enter; the dialog's own button awaits `save`. */
  onSaved(): void
  /** The state of the form's tabs or steps, where what stands around it follows them. */
  view?: FormView
  ref?: Ref<RecordFormHandle>
}

/**
 * The form of a record or an action, on rjsf: uncontrolled, with one schema for its whole life, so that a key draws one field anew.
 * Values live in the form model, which also knows what is visible and required now.
 */
export function RecordForm(props: RecordFormProps) {
  // The model's values were replaced from outside (loaded, saved, reset): rjsf starts over with them, where the person was.
  const version = useValue(props.face.model.state, (s) => s.version)
  const [place] = useState<Place>(() => ({
    prefix: `form${++count}`,
    view: props.view ?? createFormView(props.face.model),
    focus: '',
  }))
  return <Body key={version} {...props} place={place} />
}

/** What of a form outlives its values: how its ids begin, its tabs, and the id of what had the focus when it started over. */
interface Place {
  prefix: string
  view: FormView
  focus: string
}

function Body({ face, onSaved, ref, place }: RecordFormProps & { place: Place }) {
  const { model } = face
  const settled = useSettled()
  const form = useRef<Form<FormValues, RJSFSchema, RjsfContext>>(null)
  const fixed = useMemo(() => {
    const put: RjsfContext['put'] = (field, value) => form.current?.setFieldValue(field, value as FormValues)
    return partsOf(face, place, settled, put)
  }, [face, place, settled])
  const shown = useRef<{ all: boolean; fields: Set<string> }>({ all: false, fields: new Set() })
  const [summary, setSummary] = useState<{ tries: number; errors: readonly FormError[] }>({ tries: 0, errors: [] })
  const scope = useRef<string>(undefined)
  const box = useRef<HTMLDivElement>(null)
  useFirstFocus(box, place)
  const check = useCallback(
    () => checkForm(model.fields, model.state.values, statesOf(face), { sight: model.sight() }),
    [model, face],
  )
  const validator = useMemo(
    () =>
      createValidator(fixed.schema, {
        check,
        message: fixed.message,
        shown: (field) => shown.current.all || shown.current.fields.has(field),
      }),
    [check, fixed],
  )

  const latest = useRef(summary)
  const tell = (next: typeof summary) => {
    latest.current = next
    setSummary(next)
    const { view } = fixed.context
    view.set({
      counts: countByTab(
        view,
        next.errors.map(({ path }) => String(path[0])),
      ),
    })
  }
  /** What is asked for now: everything, or the fields of one step. */
  const wrong = () =>
    check().filter(({ path }) => scope.current === undefined || place.view.tabOf(String(path[0])) === scope.current)
  /** From now on only what is on the tab in front is asked for. */
  const narrow = () => {
    const { tab } = place.view.get()
    for (const { name } of model.fields) if (place.view.tabOf(name) === tab) shown.current.fields.add(name)
    scope.current = tab
  }
  const next = (): boolean => {
    const { view } = place
    narrow()
    const errors = wrong()
    tell({ tries: summary.tries + 1, errors })
    form.current?.validateForm()
    if (errors.length === 0) goStep(view, model, 1)
    return errors.length === 0
  }
  const back = () => {
    tell({ tries: 0, errors: [] })
    goStep(place.view, model, -1)
  }
  const save = async (): Promise<boolean> => {
    if (place.view.apart) narrow()
    else {
      shown.current.all = true
      scope.current = undefined
    }
    const errors = wrong()
    tell({ tries: latest.current.tries + 1, errors })
    form.current?.validateForm()
    if (errors.length > 0) return false
    if (model.state.waiting > 0) {
      model.state.message = face.t('ui.upload.wait')
      return false
    }
    return face.submit()
  }
  useImperativeHandle(ref, () => ({ save, next, back }))

  const onChange = ({ formData }: IChangeEvent<FormValues>) => {
    const next = formData ?? {}
    const clearing = clearingOf(model, next)
    if (clearing) {
      // It stays as it was until the person has said so.
      form.current?.setFieldValue(clearing.field.name, model.state.values[clearing.field.name] as FormValues)
      return void askToClear(face, clearing)
    }
    for (const field of model.fields)
      if (!equal(next[field.name], model.state.values[field.name])) shown.current.fields.add(field.name)
    model.setAll(next)
    // Choices that depended on what was changed are empty now: rjsf keeps values of its own and is told.
    for (const { name } of model.fields)
      if (!equal(model.state.values[name], next[name])) form.current?.setFieldValue(name, model.state.values[name] as FormValues)
    // What has been mended leaves the summary at once.
    if (summary.errors.length > 0) settled(() => tell({ ...latest.current, errors: wrong() }))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault()
      if (isLastStep(place.view, model)) void save().then((done) => done && onSaved())
      else next()
    } else if (event.target instanceof HTMLInputElement) event.preventDefault()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Ctrl+Enter saves from any field; the button is the named way
    <div ref={box} className="s-form" onKeyDown={onKeyDown}>
      <ErrorSummary face={face} {...summary} message={fixed.message} view={fixed.context.view} />
      <Form<FormValues, RJSFSchema, RjsfContext>
        ref={form}
        idPrefix={fixed.prefix}
        schema={fixed.schema}
        uiSchema={fixed.uiSchema}
        initialFormData={fixed.initial}
        formContext={fixed.context}
        validator={validator}
        fields={fields}
        templates={templates}
        onChange={onChange}
        onError={ignore}
        liveValidate="onBlur"
        showErrorList={false}
        noHtml5Validate
        tagName="div"
        experimental_defaultFormStateBehavior={noDefaults}
      >
        {/* rjsf's own button is not wanted: the dialog has one. */}
        {true}
      </Form>
    </div>
  )
}

/**
 * A form whose record came late finds the focus on its dialog: it goes on to the first field that can be filled in, or to what is chosen
 * there already. A form that starts over goes on where it was.
 */
function useFirstFocus(box: RefObject<HTMLElement | null>, place: Place) {
  useEffect(() => {
    const at = document.activeElement
    if (!box.current || (at !== document.body && at !== box.current.closest('[role="dialog"], main'))) return
    const all = focusable(box.current)
    const first =
      all.find((each) => !each.matches('[role="tab"], .s-form-steplist *, [readonly], [aria-readonly="true"]')) ?? all[0]
    const chosen = first?.closest('[role="radiogroup"]')?.querySelector<HTMLElement>('input:checked')
    const before = place.focus ? all.find((each) => each.id === place.focus) : undefined
    ;(before ?? chosen ?? first)?.focus({ preventScroll: true })
  }, [box, place])
  useLayoutEffect(() => {
    const { current } = box
    return () => {
      const at = document.activeElement
      place.focus = current?.contains(at) && at ? at.id : ''
      place.view.set({ counts: {} })
    }
  }, [box, place])
}

/** What is wrong is shown in the summary and beside the fields; rjsf would write it to the console. */
function ignore() {}

let count = 0

/** Everything rjsf is given once. */
function partsOf(face: FormContext, { prefix, view }: Place, settled: AfterPointerUp, put: RjsfContext['put']) {
  const schema = formSchema(face.model.fields, () => false)
  const properties = Object.fromEntries(
    // A schema without any keyword is not drawn by rjsf; the title gives it one.
    Object.entries(schema.properties ?? {}).map(([name, part]) => [
      name,
      { ...part, title: face.word(`${face.wordsAt(name)}.label`) ?? name },
    ]),
  )
  return {
    prefix,
    schema: { ...schema, properties } as RJSFSchema,
    uiSchema: Object.fromEntries(face.model.fields.map((field) => [field.name, { 'ui:field': 'kontor' }])),
    initial: { ...face.model.state.values },
    context: { face, view, settled, put },
    message: (error: FormError) => messageText(face, error),
  }
}

/** The page's own word for a finding (`fields.zip.wrong`), else the shared one. */
function messageText(face: FormContext, { path, error }: FormError): string {
  const [name, , inner] = path
  const words = face.wordsAt(String(name))
  const own = face.word(`${inner === undefined ? words : `${words}.fields.${inner}`}.${error.code}`)
  const params = { ...error.params, label: labelOf(face, path.join('.')) }
  return own === undefined ? face.t(`validate.${error.code}`, params) : interpolate(own, params)
}

/** States of the fields; a secret that is left empty in an edit form stays as it is and is not asked for. */
function statesOf(face: FormContext) {
  const { model } = face
  return Object.fromEntries(
    model.fields.map((field) => {
      const state = model.state.fields[field.name] ?? { visible: true, required: field.required, disabled: false }
      return [field.name, field.secret && model.action === 'edit' ? { ...state, required: false } : { ...state }]
    }),
  )
}
