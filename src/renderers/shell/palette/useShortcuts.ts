import { useEffect, useRef } from 'react'
import { isModalOpen } from '../../ui/overlays/layers.ts'

const mac = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent)

/** The prefix of a command's letter, in the operating system's notation. */
export const commandKey = mac ? '⌘' : 'Ctrl '

function typing(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
}

/** Keys of the whole shell by name: 'mod+k' works everywhere but over dialogs, single keys ('?') only where nobody is typing. */
export function useShortcuts(keys: Record<string, () => void>): void {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.altKey || isModalOpen()) return
      const mod = event.ctrlKey || event.metaKey
      if (!mod && typing(event.target)) return
      const act = latest.current[`${mod ? 'mod+' : ''}${event.key.toLowerCase()}`]
      if (!act) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
