import { useCallback, useEffect, useRef, useState } from 'react'
import { checkCaptcha, type SolvedCaptcha } from '../../runtime/account/captcha.ts'
import { randomId } from '../../runtime/browser.ts'
import { useRuntime } from '../context.tsx'
import { useLoad } from '../useLoad.ts'

/** How long it is said whether it was right (protocol 1.5). */
const sayFor = 1500

export type Verdict = 'right' | 'wrong' | null

/** A captcha challenge of any form: requested, tried, and requested again after a wrong answer. */
export function useChallenge<Challenge>(
  ask: (id: string) => Promise<Challenge>,
  onSolved: (solved: SolvedCaptcha) => void,
): {
  challenge: Challenge | null
  failed: boolean
  verdict: Verdict
  again(): void
  judge(info: string): Promise<void>
} {
  const { http } = useRuntime()
  const [round, setRound] = useState(0)
  const [verdict, setVerdict] = useState<Verdict>(null)
  const id = useRef('')
  const timer = useRef(0)
  const again = useCallback(() => setRound((before) => before + 1), [])

  const load = async (signal: AbortSignal) => {
    clearTimeout(timer.current)
    id.current = randomId()
    const given = await ask(id.current)
    if (!signal.aborted) setVerdict(null)
    return given
  }
  const { value, error } = useLoad(load, [round])
  useEffect(() => () => clearTimeout(timer.current), [])

  const judge = async (captchaInfo: string) => {
    const solved = { captchaId: id.current, captchaInfo }
    const right = await checkCaptcha(http, solved)
    if (solved.captchaId !== id.current) return
    setVerdict(right ? 'right' : 'wrong')
    timer.current = window.setTimeout(() => (right ? onSolved(solved) : again()), sayFor)
  }
  return { challenge: value ?? null, failed: error !== undefined, verdict, again, judge }
}
