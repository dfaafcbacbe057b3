import { useEffect, useRef } from 'react'
import { subscribe } from 'valtio/vanilla'
import type { Runtime } from '../../../runtime/app/runtime.ts'
import type { Crud } from '../../../runtime/crud/crud.ts'
import { useTab } from '../../context.tsx'

const quiet = { showError: false, showCodeMessage: false }

/**
 * Reads the list again when it comes to the front after something was written elsewhere, and in front when the server reports what became
 * of an action later. What the list's own actions do it reads itself.
 */
export function useFresh({ changes }: Runtime, crud: Crud): void {
  const active = useTab()?.active ?? true
  const seen = useRef('')
  useEffect(() => {
    if (!active) return
    const now = () => `${changes.state.written}/${changes.state.told}`
    if (seen.current !== '' && seen.current !== now() && crud.state.loaded) void crud.load(quiet)
    let { told } = changes.state
    const stop = subscribe(changes.state, () => {
      if (told === changes.state.told) return
      told = changes.state.told
      void crud.load(quiet)
    })
    return () => {
      stop()
      seen.current = now()
    }
  }, [changes, crud, active])
}
