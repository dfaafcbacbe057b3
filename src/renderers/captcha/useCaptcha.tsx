import { type ReactNode, useCallback, useState } from 'react'
import type { SolvedCaptcha } from '../../runtime/account/captcha.ts'
import { lazyComponent } from '../lazyComponent.tsx'

const CaptchaDialog = lazyComponent(() => import('./CaptchaDialog.tsx').then((module) => module.CaptchaDialog))

/** `ask` opens the captcha and resolves to its solution, or to null when closed; render `dialog` somewhere. */
export function useCaptcha(): { ask(): Promise<SolvedCaptcha | null>; dialog: ReactNode } {
  const [settle, setSettle] = useState<{ with(solved: SolvedCaptcha | null): void } | null>(null)
  const ask = useCallback(() => new Promise<SolvedCaptcha | null>((resolve) => setSettle({ with: resolve })), [])
  const end = (solved: SolvedCaptcha | null) => {
    setSettle(null)
    settle?.with(solved)
  }
  return { ask, dialog: settle ? <CaptchaDialog onEnd={end} /> : null }
}
