import { useEffect, useState } from 'react'
import type { CheckAnswer, Draft } from '../../schemas/api/designer.ts'
import { type DesignerCalls, reasonOf } from './calls.ts'

/** Milliseconds without a change after which a draft is checked. */
const pause = 350

/** What the checker says of the draft; the last preview stays while there is none. */
export function useCheck(calls: DesignerCalls, draft: Draft) {
  const [answer, setAnswer] = useState<CheckAnswer | null>(null)
  const [checked, setChecked] = useState<Draft | null>(null)
  const [reason, setReason] = useState('')
  useEffect(() => {
    const stop = new AbortController()
    const check = async () => {
      try {
        const next = await calls.check(draft, stop.signal)
        if (stop.signal.aborted) return
        setAnswer((before) => ({ ...next, preview: next.preview ?? before?.preview ?? null }))
        setReason('')
      } catch (error) {
        if (stop.signal.aborted) return
        setReason(reasonOf(error))
      }
      setChecked(draft)
    }
    const timer = setTimeout(() => void check(), pause)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [calls, draft])
  return { answer, busy: checked !== draft, reason }
}
