import { useLayoutEffect, useRef } from 'react'
import type { Runtime } from '../../runtime/app.ts'
import { confirm } from '../ui/confirm.ts'
import { useRuntime, useTab } from './context.tsx'

/** Forms in which something was entered that nobody has saved, with the tab they are in. */
const unsaved = new Map<object, string>()

/**
 * Says of the tab around that what was entered in it would be lost; the browser asks too, before the page is left. A tab that is put to sleep
 * runs its clean-up like one that is closed, but keeps what was entered: it stays unsaved.
 */
export function useUnsaved(dirty: boolean): void {
  const { stores } = useRuntime()
  const tab = useTab()?.id ?? ''
  const form = useRef({}).current
  useLayoutEffect(() => {
    if (!dirty) {
      forget(form)
      return
    }
    unsaved.set(form, tab)
    window.addEventListener('beforeunload', askBefore)
    return () => {
      const { tabsView, activeRoute } = stores.tabs
      const asleep = tab !== '' && tab !== activeRoute?.id && tabsView.some(({ id }) => id === tab)
      if (!asleep) forget(form)
    }
  }, [stores, form, tab, dirty])
}

function askBefore(event: BeforeUnloadEvent): void {
  event.preventDefault()
}

function forget(form: object): void {
  unsaved.delete(form)
  if (unsaved.size === 0) window.removeEventListener('beforeunload', askBefore)
}

/** Was something entered in this tab that nobody has saved? */
export function isUnsaved(tab: string): boolean {
  return [...unsaved.values()].includes(tab)
}

/** May these tabs go? Asks the person when something in them was not saved. */
export async function mayLose(runtime: Runtime, tabs: readonly string[]): Promise<boolean> {
  if (!tabs.some(isUnsaved)) return true
  const { t } = runtime.words
  const yes = await confirm(t('ui.form.discard'), {
    title: t('ui.form.discardTitle'),
    yes: t('ui.form.discardYes'),
    no: t('ui.form.discardNo'),
    danger: true,
  })
  if (yes) for (const [form, tab] of unsaved) if (tabs.includes(tab)) forget(form)
  return yes
}
