import { useSyncExternalStore } from 'react'
import type { FormModel } from '../../runtime/form/form.ts'

/** What a form shows of itself: which of its tabs is in front, which were opened, how many findings each holds. */
export interface ViewState {
  tab: string
  seen: ReadonlySet<string>
  counts: Readonly<Record<string, number>>
  /** The fields that a search has found; null without one. */
  only: ReadonlySet<string> | null
}

/** State of a form's tabs; subscribers are notified at once. */
export interface FormView {
  /** Names of the tabs, in order; empty: the form has none. */
  tabs: readonly string[]
  /** The tabs are steps, done one after another. */
  steps: boolean
  /** Its tabs are saved one at a time: what is on the others is neither checked nor sent. */
  apart: boolean
  get(): ViewState
  set(change: Partial<ViewState>): void
  listen(heard: () => void): () => void
  /** The tab of a field; undefined without tabs. */
  tabOf(field: string): string | undefined
}

/** Makes the view of a form, its first tab in front; with `steps` its tabs are steps, with `apart` each is saved by itself. */
export function createFormView({ sections }: Pick<FormModel, 'sections'>, steps = false, apart = false): FormView {
  const tabs = [...new Set(sections.flatMap(({ tab }) => tab ?? []))]
  const listeners = new Set<() => void>()
  let state: ViewState = { tab: tabs[0] ?? '', seen: new Set(tabs.slice(0, 1)), counts: {}, only: null }
  return {
    tabs,
    steps: steps && tabs.length > 0,
    apart: apart && tabs.length > 0,
    get: () => state,
    set(change) {
      state = { ...state, ...change }
      if (!state.seen.has(state.tab)) state = { ...state, seen: new Set([...state.seen, state.tab]) }
      for (const heard of listeners) heard()
    },
    listen(heard) {
      listeners.add(heard)
      return () => listeners.delete(heard)
    },
    tabOf: (field) => sections.find((part) => part.fields.includes(field))?.tab,
  }
}

/** The steps of a form with at least one visible field. */
export function openSteps(view: FormView, fields: Readonly<Record<string, { visible: boolean }>>): string[] {
  const open = new Set(Object.entries(fields).map(([name, { visible }]) => (visible ? view.tabOf(name) : undefined)))
  return view.tabs.filter((tab) => open.has(tab))
}

/** Goes so many steps on (back: less than 0), as far as there are any. */
export function goStep(view: FormView, { state }: FormModel, by: number): void {
  const steps = openSteps(view, state.fields)
  const tab = steps[steps.indexOf(view.get().tab) + by]
  if (tab !== undefined) view.set({ tab })
}

/** True on the last step, and where a form has none. */
export function isLastStep(view: FormView, { state }: FormModel): boolean {
  return !view.steps || openSteps(view, state.fields).at(-1) === view.get().tab
}

/** How many of the named fields are on each tab. */
export function countByTab(view: FormView, fields: Iterable<string>): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const field of new Set(fields)) {
    const tab = view.tabOf(field)
    if (tab !== undefined) counts[tab] = (counts[tab] ?? 0) + 1
  }
  return counts
}

/** The tabs with a field that is found, and the one in front; all of them without a search. */
export function foundTabs(view: FormView, { only, tab: front }: ViewState): readonly string[] {
  if (!only) return view.tabs
  const found = new Set([...only].map(view.tabOf))
  return view.tabs.filter((tab) => tab === front || found.has(tab))
}

/** The state of a form's tabs, for what draws it. */
export function useFormView(view: FormView): ViewState {
  return useSyncExternalStore(view.listen, view.get, view.get)
}

/** Whether a field is among those that a search has found; true without a search. */
export function useIsFound(view: FormView, field: string): boolean {
  const read = () => view.get().only?.has(field) !== false
  return useSyncExternalStore(view.listen, read, read)
}
