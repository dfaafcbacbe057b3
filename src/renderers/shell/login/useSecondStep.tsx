import { type ReactNode, useState } from 'react'
import { CallError } from '../../../runtime/callError.ts'
import { lazyComponent } from '../../lazyComponent.tsx'

const SecondStep = lazyComponent(() => import('./SecondStep.tsx').then((module) => module.SecondStep))

/**
 * The second step of signing in. `asked` returns whether the server requires a code, and starts the step; `step` then replaces the form
 * (null before). `enter` signs in with a code.
 */
export function useSecondStep(enter: (totp: string) => Promise<void>): { asked(error: unknown): boolean; step: ReactNode } {
  const [wanted, setWanted] = useState(false)
  return {
    asked(error) {
      const asks = error instanceof CallError && error.asksCode
      if (asks) setWanted(true)
      return asks
    },
    step: wanted ? <SecondStep enter={enter} onBack={() => setWanted(false)} /> : null,
  }
}
