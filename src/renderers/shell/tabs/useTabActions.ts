import { useMemo } from 'react'
import { proxy } from 'valtio/vanilla'
import { closeOtherTabs, closeTab, moveTab } from '../../../runtime/stores/tabs.ts'
import { useRuntime } from '../../context.tsx'
import { mayLose } from '../../form/unsaved.ts'
import { useGo } from '../../routing/useGo.ts'

/** How often each tab was reloaded: part of its key. */
export const reloads = proxy<Record<string, number>>({})

/** What can be done with open tabs. Closing the active one goes to the last; closing all opens the first screen. */
export function useTabActions() {
  const runtime = useRuntime()
  const navigate = useGo()
  return useMemo(() => {
    const { tabs } = runtime.stores
    const first = () => runtime.firstRoute()?.path ?? '/admin'
    return {
      /** False when the person kept it. */
      async close(id: string): Promise<boolean> {
        if (!(await mayLose(runtime, [id]))) return false
        const active = tabs.activeRoute?.id
        const next = closeTab(tabs, id)
        if (id === active) navigate(next?.fullPath ?? first())
        return true
      },
      async closeOthers(id: string) {
        if (
          !(await mayLose(
            runtime,
            tabs.tabsView.map((tab) => tab.id).filter((other) => other !== id),
          ))
        )
          return
        const active = tabs.activeRoute?.id
        const left = closeOtherTabs(tabs, id)
        if (id !== active) navigate(left?.fullPath ?? first())
      },
      async closeAll() {
        if (
          !(await mayLose(
            runtime,
            tabs.tabsView.map((tab) => tab.id),
          ))
        )
          return
        closeOtherTabs(tabs)
        navigate(first())
      },
      async reload(id: string) {
        if (!(await mayLose(runtime, [id]))) return
        reloads[id] = (reloads[id] ?? 0) + 1
      },
      /** Moves a tab within the row; a move beyond the ends is announced. */
      move(id: string, by: number) {
        const at = tabs.tabsView.findIndex((tab) => tab.id === id)
        if (!moveTab(tabs, id, at + by)) runtime.navigationFailed('beyondRange')
      },
      fullScreen(id: string) {
        const tab = tabs.tabsView.find((one) => one.id === id)
        if (tab && id !== tabs.activeRoute?.id) navigate(tab.fullPath)
        tabs.tabFullScreen = true
      },
    }
  }, [runtime, navigate])
}
