import { type KeyboardEvent, type ReactNode, useId } from 'react'
import type { FormContext } from '../define.ts'
import { useValue } from '../useValue.ts'
import { countByTab, type FormView, foundTabs, useFormView } from './formView.ts'

/** With more fields than this, a tab's content is drawn when the tab is first opened. */
const drawnAtOnce = 60

interface FormTabsProps {
  face: FormContext
  view: FormView
  /** The content of a tab. */
  panel(tab: string): ReactNode
}

/** The tabs of a form: one visible panel, and on each tab the number of its fields with errors. */
export function FormTabs({ face, view, panel }: FormTabsProps) {
  const own = useId()
  const state = useFormView(view)
  const { tab: front, seen, counts } = state
  const tabs = foundTabs(view, state)
  const refused = useValue(face.model.state, (s) => Object.keys(s.errors).join())
  const byServer = countByTab(
    view,
    refused.split(',').map((name) => name.split('.')[0] ?? ''),
  )
  const all = face.model.fields.length <= drawnAtOnce
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const next = stepped(tabs, front, event.key)
    if (next === undefined) return
    event.preventDefault()
    view.set({ tab: next })
    event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')[tabs.indexOf(next)]?.focus()
  }
  return (
    <div className="s-form-tabs">
      <div role="tablist" className="s-form-tablist" onKeyDown={move} aria-label={face.t('title')} tabIndex={-1}>
        {tabs.map((tab) => {
          const title = face.word(`tabs.${tab}`) ?? tab
          const count = Math.max(counts[tab] ?? 0, byServer[tab] ?? 0)
          return (
            <button
              key={tab}
              type="button"
              role="tab"
              id={`${own}-${tab}`}
              aria-controls={`${own}-${tab}-panel`}
              aria-selected={tab === front}
              tabIndex={tab === front ? 0 : -1}
              onClick={() => view.set({ tab })}
            >
              {count === 0 ? (
                title
              ) : (
                <>
                  <span aria-hidden="true">{title}</span>
                  <span aria-hidden="true" className="s-form-tab-count">
                    {count}
                  </span>
                  <span className="sr-only">{face.t('ui.formPage.tabErrors', { tab: title, count })}</span>
                </>
              )}
            </button>
          )
        })}
      </div>
      {view.tabs.map((tab) => (
        <div key={tab} role="tabpanel" id={`${own}-${tab}-panel`} aria-labelledby={`${own}-${tab}`} hidden={tab !== front}>
          {(all || seen.has(tab)) && panel(tab)}
        </div>
      ))}
    </div>
  )
}

/** The tab that a key leads to; undefined for keys that lead nowhere. */
function stepped(tabs: readonly string[], front: string, key: string): string | undefined {
  const at = tabs.indexOf(front)
  if (key === 'Home') return tabs[0]
  if (key === 'End') return tabs.at(-1)
  if (key === 'ArrowRight') return tabs[(at + 1) % tabs.length]
  return key === 'ArrowLeft' ? tabs.at(at - 1) : undefined
}
