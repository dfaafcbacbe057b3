import { proxy } from 'valtio/vanilla'

/** Forms in which something was entered that nobody has saved, by the tab they are in ('' outside of tabs). */
export interface Unsaved {
  /** How many such forms each tab holds; only tabs that have some. */
  state: { tabs: Record<string, number> }
  /** Is there one in this tab, or, without a tab, anywhere? */
  has(tab?: string): boolean
  add(form: object, tab: string): void
  remove(form: object): void
  /** Forgets the forms of the tabs that `lost` picks; of all tabs without it. */
  forget(lost?: (tab: string) => boolean): void
}

/** Makes an empty register. */
export function createUnsaved(): Unsaved {
  const state = proxy<Unsaved['state']>({ tabs: {} })
  const forms = new Map<object, string>()

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
    forget(lost = () => true) {
      for (const [form, tab] of forms) if (lost(tab)) forms.delete(form)
      count()
    },
  }
}
