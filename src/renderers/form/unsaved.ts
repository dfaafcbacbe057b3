import { useLayoutEffect, useRef } from 'react'
import type { Runtime } from '../../runtime/app/runtime.ts'
import type { FormModel } from '../../runtime/form/form.ts'
import type { UnsavedForm } from '../../runtime/navigation/unsaved.ts'
import { useRuntime, useTab } from '../context.tsx'
import { confirm } from '../ui/overlays/confirm.ts'
import { useValue } from '../useValue.ts'

/**
 * Notes in the tab around that what was entered would be lost. A tab that is put to sleep runs its clean-up like one that is closed, but
 * keeps what was entered: it stays unsaved. `lost` is called when the person agrees to lose it.
 */
export function useUnsaved(dirty: boolean, lost?: () => void): void {
  const { stores, unsaved } = useRuntime()
  const tab = useTab()?.id ?? ''
  const form = useRef<UnsavedForm>({}).current
  useLayoutEffect(() => {
    if (!dirty) {
      unsaved.remove(form)
      return
    }
    form.lost = lost
    unsaved.add(form, tab)
    return () => {
      const { tabsView, activeRoute } = stores.tabs
      const asleep = tab !== '' && tab !== activeRoute?.id && tabsView.some(({ id }) => id === tab)
      if (!asleep) unsaved.remove(form)
    }
  }, [stores, unsaved, form, tab, dirty, lost])
}

/** The same for a form: what was entered, and files that are still on their way. */
export function useUnsavedForm(model: FormModel, lost?: () => void): void {
  useUnsaved(
    useValue(model.state, (state) => state.dirty || state.waiting > 0),
    lost,
  )
}

/** May these tabs go? Asks the person, naming them, when something in them was not saved. */
export async function mayLose(runtime: Runtime, tabs: readonly string[]): Promise<boolean> {
  const { unsaved, stores } = runtime
  const dirty = tabs.filter((tab) => unsaved.has(tab))
  if (dirty.length === 0) return true
  const { t } = runtime.words
  const titles = stores.tabs.tabsView.flatMap(({ id, title }) => (dirty.includes(id) ? [title] : []))
  const yes = await confirm(titles.length === 0 ? t('ui.form.discard') : t('ui.unsaved.text', { titles: titles.join(' · ') }), {
    title: t('ui.form.discardTitle'),
    yes: t('ui.form.discardYes'),
    no: t('ui.form.discardNo'),
    danger: true,
  })
  if (yes) unsaved.forget((tab) => dirty.includes(tab), true)
  return yes
}

/** The same for everything that is open, before somebody signs out or leaves the area. */
export function mayLoseAll(runtime: Runtime): Promise<boolean> {
  return mayLose(runtime, Object.keys(runtime.unsaved.state.tabs))
}
