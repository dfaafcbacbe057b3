import { proxy, ref } from 'valtio/vanilla'
import type { FormContext } from '../define.ts'
import { checkForm, type FormError } from './check.ts'
import { countByTab, type FormView, goStep } from './formView.ts'

/** What is wrong with the form as a whole, and how often it was asked. */
export interface ValidationErrors {
  tries: number
  errors: readonly FormError[]
}

/** What a form was asked to check, and what it found. */
export interface FormChecks {
  state: { found: ValidationErrors }
  /** Everything that is wrong now. */
  check(): FormError[]
  /** May errors of this field be shown already? */
  isShown(field: string): boolean
  /** From now on errors of this field are shown. */
  show(field: string): void
  /** Checks all fields, or those of the tab in front; true when nothing is wrong. */
  ask(what: 'all' | 'tab'): boolean
  /** What has been mended leaves the findings. */
  renew(): void
  clear(): void
}

const nothing: ValidationErrors = { tries: 0, errors: [] }

export function createFormChecks(face: FormContext, view: FormView): FormChecks {
  const { model } = face
  const state = proxy({ found: ref<ValidationErrors>(nothing) })
  const shown = new Set<string>()
  let tab: string | undefined
  const check = () => {
    const fields = model.fields.filter((field) => !model.isLeft(field))
    return checkForm(fields, model.state.values, statesOf(face), { sight: model.sight() })
  }
  const report = (found: ValidationErrors) => {
    state.found = ref(found)
    const names = found.errors.map(({ path }) => String(path[0]))
    view.set({ counts: countByTab(view, names) })
    return found.errors.length === 0
  }
  const wrong = () => check().filter(({ path }) => tab === undefined || view.tabOf(String(path[0])) === tab)
  return {
    state,
    check,
    isShown: (field) => shown.has(field),
    show: (field) => void shown.add(field),
    ask(what) {
      tab = what === 'tab' ? view.get().tab : undefined
      for (const { name } of model.fields) if (tab === undefined || view.tabOf(name) === tab) shown.add(name)
      return report({ tries: state.found.tries + 1, errors: wrong() })
    },
    renew: () => void (state.found.errors.length > 0 && report({ ...state.found, errors: wrong() })),
    clear: () => void report(nothing),
  }
}

/** What the dialog around a form can ask of it. */
export interface RecordFormHandle {
  /** Checks everything and sends it, once what is uploaded has come; true when it was saved. */
  save(): Promise<boolean>
  /** Checks the step in front and goes on to the next; false when there is something to be mended first. */
  next(): boolean
  /** Back to the step before. */
  back(): void
}

/** How a form is shown. */
export interface Drawn {
  /** Shows at the fields what a check has found. */
  draw(): void
  /** Is it on the screen still? */
  isDrawn(): boolean
}

/** The calls of a form. */
export function createHandle(face: FormContext, view: FormView, checks: FormChecks, { draw, isDrawn }: Drawn): RecordFormHandle {
  const { model } = face
  const ask = (what: 'all' | 'tab') => {
    const isFine = checks.ask(what)
    draw()
    return isFine
  }
  return {
    next() {
      const isFine = ask('tab')
      if (isFine) goStep(view, model, 1)
      return isFine
    },
    back() {
      checks.clear()
      goStep(view, model, -1)
    },
    async save() {
      while (model.state.waiting > 0) {
        model.state.message = face.t('ui.upload.wait')
        if (!(await model.settled()) || !isDrawn()) return false
      }
      return ask(view.apart ? 'tab' : 'all') && face.submit()
    },
  }
}

/** States of the fields; a secret that is left empty in an edit form stays as it is and is not asked for. */
function statesOf({ model }: FormContext) {
  return Object.fromEntries(
    model.fields.map((field) => {
      const state = model.state.fields[field.name] ?? { visible: true, required: field.required, disabled: false }
      return [field.name, model.keepsSecret(field) ? { ...state, required: false } : { ...state }]
    }),
  )
}
