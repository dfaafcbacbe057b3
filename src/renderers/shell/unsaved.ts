import { useEffect } from 'react'
import type { Runtime } from '../../runtime/app.ts'
import { confirm } from '../ui/confirm.ts'
import { useTab } from './context.tsx'

/** Tabs in which something was entered that nobody has saved. */
const unsaved = new Set<string>()

/** Says of the tab around that what was entered in it would be lost; the browser asks too, before the page is left. */
export function useUnsaved(dirty: boolean): void {
  const tab = useTab()?.id ?? ''
  useEffect(() => {
    if (!dirty) return
    unsaved.add(tab)
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => {
      unsaved.delete(tab)
      window.removeEventListener('beforeunload', ask)
    }
  }, [tab, dirty])
}

/** Was something entered in this tab that nobody has saved? */
export function isUnsaved(tab: string): boolean {
  return unsaved.has(tab)
}

/** May these tabs go? Asks the person when something in them was not saved. */
export async function mayLose(runtime: Runtime, tabs: readonly string[]): Promise<boolean> {
  if (!tabs.some((tab) => unsaved.has(tab))) return true
  const { t } = runtime.words
  return confirm(t('ui.form.discard'), {
    title: t('ui.form.discardTitle'),
    yes: t('ui.form.discardYes'),
    no: t('ui.form.discardNo'),
    danger: true,
  })
}
