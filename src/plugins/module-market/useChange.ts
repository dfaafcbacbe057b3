import { useState } from 'react'
import { useRuntime, useValue } from '../../renderers/face.ts'
import { workKey } from '../../runtime/feed/works.ts'
import { type MarketStep, marketSteps } from '../../schemas/api/market.ts'
import { reasonOf } from './calls.ts'

/** A change of modules that is being done. */
export interface Changing {
  /** Where it is; undefined: nothing is being done. */
  step: MarketStep | undefined
  /** Why the last one failed; ''. */
  reason: string
  /** Runs one; true once it is done. The call gets the number under which the live feed tells how far it is. */
  run(call: (work: number) => Promise<unknown>): Promise<boolean>
}

/** Runs changes of modules one at a time. Without a live feed the first step is shown until the end. */
export function useChange(): Changing {
  const { feed } = useRuntime()
  const [work, setWork] = useState(0)
  const [reason, setReason] = useState('')
  const status = useValue(feed.works.state, ({ byKey }) => byKey[workKey({ kind: 'module', id: work })]?.status)
  return {
    step: work === 0 ? undefined : (marketSteps[status ?? 0] ?? 'check'),
    reason,
    async run(call) {
      const id = 1 + Math.floor(Math.random() * 1_000_000_000)
      setWork(id)
      setReason('')
      try {
        await call(id)
        return true
      } catch (error) {
        setReason(reasonOf(error))
        return false
      } finally {
        setWork(0)
      }
    },
  }
}
