import { useEffect } from 'react'
import { subscribe } from 'valtio/vanilla'
import type { Crud } from '../../../../runtime/crud/crud.ts'
import { useRuntime, useTab } from '../../../context.tsx'

/** Reloads the list when a job of the person advances; a background tab waits until it is visible. */
export default function LiveRows({ crud }: { crud: Crud }) {
  const { works } = useRuntime().feed
  const active = useTab()?.active ?? true
  useEffect(() => {
    if (!active) return
    return subscribe(works.state, () => void crud.load({ showError: false, showCodeMessage: false }))
  }, [works, crud, active])
  return null
}
