import { useEffect, useRef } from 'react'
import { pressed, type ShortcutName, shortcuts } from '../../shortcuts.ts'
import { isModalOpen } from '../../ui/overlays/layers.ts'

function typing(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
}

/** Keys of the whole shell: those with Mod work everywhere but over dialogs, the others only where nobody is typing. */
export function useShortcuts(acts: Readonly<Partial<Record<ShortcutName, () => void>>>): void {
  const latest = useRef(acts)
  latest.current = acts
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || isModalOpen()) return
      if (!event.ctrlKey && !event.metaKey && typing(event.target)) return
      const name = (Object.keys(shortcuts) as ShortcutName[]).find((each) => latest.current[each] && pressed(event, each) >= 0)
      if (name === undefined) return
      event.preventDefault()
      latest.current[name]?.()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
