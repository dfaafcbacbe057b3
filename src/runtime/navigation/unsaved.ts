import { proxy } from 'valtio/vanilla'

/** A form in which something was entered; `lost` is called when the person agrees to lose it. */
export interface UnsavedForm {
  lost?: (() => void) | undefined
}

/** Forms in which something was entered that nobody has saved, by the tab they are in ('' outside of tabs). */
export interface Unsaved {
  /** How many such forms each tab holds; only tabs that have some. */
  state: { tabs: Record<string, number> }
  /** Is there one in this tab, or, without a tab, anywhere? */
  has(tab?: string): boolean
  add(form: UnsavedForm, tab: string): void
  remove(form: UnsavedForm): void
  /** Forgets the forms of the tabs that `lost` picks; of all tabs without it. `agreed`: the person knows. */
  forget(lost?: (tab: string) => boolean, agreed?: boolean): void
}

/** Makes an empty register. */
export function createUnsaved(): Unsaved {
  const state = proxy<Unsaved['state']>({ tabs: {} })
  const forms = new Map<UnsavedForm, string>()

  function count(): void {
    const tabs: Record<string, number> = {}
    for (const tab of forms.values()) tabs[tab] = (tabs[tab] ?? 0) + 1
    state.tabs = tabs
  }

  return {
    state,
    has: (tab) => (tab === undefined ? forms.size > 0 : [...forms.values()].includes(tab)),
    add(form, tab) {
      if (forms.get(form) === tab) return
      forms.set(form, tab)
      count()
    },
    remove(form) {
      if (forms.delete(form)) count()
    },
    forget(lost = () => true, agreed) {
      for (const [form, tab] of forms) if (lost(tab) && forms.delete(form) && agreed) form.lost?.()
      count()
    },
  }
}
