import { useMemo } from 'react'
import { useNavigate } from 'react-router-dom'
import { proxy } from 'valtio/vanilla'
import { closeOtherTabs, closeTab } from '../../runtime/stores/tabs.ts'
import { useRuntime } from './context.tsx'

/** How often each tab was drawn anew: part of its key. */
export const reloads = proxy<Record<string, number>>({})

/** What can be done with open tabs. Closing the active one goes to the last; closing all opens the first screen. */
export function useTabActions() {
  const runtime = useRuntime()
  const navigate = useNavigate()
  return useMemo(() => {
    const { tabs } = runtime.stores
    const first = () => runtime.firstRoute()?.path ?? '/admin'
    return {
      close(id: string) {
        const active = tabs.activeRoute?.id
        const next = closeTab(tabs, id)
        if (id === active) navigate(next?.fullPath ?? first())
      },
      closeOthers(id: string) {
        const active = tabs.activeRoute?.id
        const left = closeOtherTabs(tabs, id)
        if (id !== active) navigate(left?.fullPath ?? first())
      },
      closeAll() {
        closeOtherTabs(tabs)
        navigate(first())
      },
      reload(id: string) {
        reloads[id] = (reloads[id] ?? 0) + 1
      },
      fullScreen(id: string) {
        const tab = tabs.tabsView.find((one) => one.id === id)
        if (tab && id !== tabs.activeRoute?.id) navigate(tab.fullPath)
        tabs.tabFullScreen = true
      },
    }
  }, [runtime, navigate])
}
