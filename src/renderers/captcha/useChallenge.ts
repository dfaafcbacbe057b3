import { useCallback, useEffect, useRef, useState } from 'react'
import { checkCaptcha, type SolvedCaptcha } from '../../runtime/account/captcha.ts'
import { randomId } from '../../runtime/browser.ts'
import { useRuntime } from '../context.tsx'

/** How long it is said whether it was right (protocol 1.5). */
const sayFor = 1500

export type Verdict = 'right' | 'wrong' | null

/** A challenge of the server, whatever its form: it is asked for, tried, and asked for anew when it was wrong. */
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
  const [challenge, setChallenge] = useState<Challenge | null>(null)
  const [failed, setFailed] = useState(false)
  const [verdict, setVerdict] = useState<Verdict>(null)
  const id = useRef('')
  const timer = useRef(0)
  const again = useCallback(() => setRound((before) => before + 1), [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a round asks once
  useEffect(() => {
    let here = true
    id.current = randomId()
    setChallenge(null)
    setFailed(false)
    ask(id.current).then(
      (given) => {
        if (!here) return
        setVerdict(null)
        setChallenge(given)
      },
      () => here && setFailed(true),
    )
    return () => {
      here = false
      clearTimeout(timer.current)
    }
  }, [round])

  const judge = async (captchaInfo: string) => {
    const solved = { captchaId: id.current, captchaInfo }
    const right = await checkCaptcha(http, solved)
    if (solved.captchaId !== id.current) return
    setVerdict(right ? 'right' : 'wrong')
    timer.current = window.setTimeout(() => (right ? onSolved(solved) : again()), sayFor)
  }
  return { challenge, failed, verdict, again, judge }
}
