import { type ReactNode, type RefObject, useId, useLayoutEffect, useRef } from 'react'
import type { FormContext } from '../../define.ts'
import { focusable } from '../../ui/overlays/layers.ts'
import { sameMembers, useValue } from '../../useValue.ts'
import { countByTab, type FormView, openSteps, useFormView } from '../formView.ts'
import './steps.css'

interface FormStepsProps {
  face: FormContext
  view: FormView
  /** The content of a step. */
  panel(step: string): ReactNode
}

/**
 * A form in steps: where one is, what was done (a way back), what is still to come; and the fields of one step. The fields of the others
 * stay as they are, out of sight. A step whose fields are all hidden is left out.
 */
export function FormSteps({ face, view, panel }: FormStepsProps) {
  const own = useId()
  const { tab: front, seen, counts } = useFormView(view)
  const steps = useValue(face.model.state, (state) => openSteps(view, state.fields), sameMembers)
  const refused = useValue(face.model.state, (state) => Object.keys(state.errors).join())
  const byServer = countByTab(
    view,
    refused.split(',').map((name) => name.split('.')[0] ?? ''),
  )
  const panels = useRef<HTMLDivElement>(null)
  useFocusOfStep(panels, front)
  const titleOf = (step: string) => face.word(`steps.${step}`) ?? step
  const at = steps.indexOf(front)
  return (
    <div className="s-form-steps">
      <ol className="s-form-steplist" aria-label={face.t('ui.steps.all')}>
        {steps.map((step, i) => {
          const count = Math.max(counts[step] ?? 0, byServer[step] ?? 0)
          const label = count > 0 ? face.t('ui.formPage.tabErrors', { tab: titleOf(step), count }) : titleOf(step)
          const inner = (
            <>
              <span className="s-form-step-number" aria-hidden="true">
                {i + 1}
              </span>
              {titleOf(step)}
              {count > 0 && <span className="s-form-tab-count">{count}</span>}
            </>
          )
          return (
            <li key={step} aria-current={step === front ? 'step' : undefined} data-done={i < at || undefined}>
              {i < at ? (
                <button type="button" aria-label={label} onClick={() => view.set({ tab: step })}>
                  {inner}
                </button>
              ) : (
                <span>{inner}</span>
              )}
            </li>
          )
        })}
      </ol>
      <p className="sr-only" role="status">
        {face.t('ui.steps.at', { at: at + 1, of: steps.length, title: titleOf(front) })}
      </p>
      <div ref={panels}>
        {view.tabs.map((step) => (
          <fieldset key={step} id={`${own}-${step}`} aria-label={titleOf(step)} hidden={step !== front} tabIndex={-1}>
            {seen.has(step) && panel(step)}
          </fieldset>
        ))}
      </div>
    </div>
  )
}

/** A form whose steps came late finds the focus on its dialog. A step that comes into sight has the focus on its first field; what leads to a field of it moves on from there. */
function useFocusOfStep(panels: RefObject<HTMLDivElement | null>, front: string) {
  const before = useRef<string>(undefined)
  useLayoutEffect(() => {
    if (before.current === front) return
    const isFirst = before.current === undefined
    before.current = front
    const panel = panels.current?.querySelector<HTMLElement>(':scope > :not([hidden])')
    const at = document.activeElement
    if (isFirst && at !== document.body && at !== panel?.closest('[role="dialog"]')) return
    return panel ? focusFirst(panel) : undefined
  }, [front, panels])
}

/** Focuses the first editable field; one whose options are still loading, once they have loaded. Returns the function that cancels. */
function focusFirst(panel: HTMLElement): () => void {
  const land = (): boolean => {
    const field = [...panel.querySelectorAll<HTMLElement>('[data-field]')].find((each) => !each.querySelector('[readonly]'))
    const all = focusable(field ?? panel)
    const first = all.find((each) => !each.matches('[readonly], [aria-readonly="true"]')) ?? all[0]
    const chosen = first?.closest('[role="radiogroup"]')?.querySelector<HTMLElement>('input:checked')
    ;(chosen ?? first)?.focus()
    return first !== undefined
  }
  if (land()) return () => {}
  panel.focus()
  const coming = new MutationObserver(() => {
    if (document.activeElement !== panel || land()) coming.disconnect()
  })
  coming.observe(panel, { childList: true, subtree: true })
  return () => coming.disconnect()
}
