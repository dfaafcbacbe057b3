import { useEffect } from 'react'
import { bootAddress } from '../../schemas/api/pages.ts'
import { useRuntime, useT } from '../context.tsx'
import { useValue } from '../useValue.ts'

/** How often a tab looks at the clock (ms). */
const lookEvery = 5_000
/** How long before the end a person is warned, at most (ms). */
const warning = 60_000
const quiet = { showError: false, showCodeMessage: false, cancelDuplicate: false }

/**
 * Where the site signs idle administrators out: tells the server of a person who types for long without a call, warns one who does nothing,
 * and asks at the end, so that the server's refusal opens the sign-in over the page. Tabs share what they know of the person's last move.
 */
export function useIdle(): void {
  const runtime = useRuntime()
  const t = useT()
  const limit = useValue(runtime.stores.siteConfig, (site) => site.idleMinutes) * 60_000
  useEffect(() => {
    const { idleFor } = runtime
    if (limit === 0 || !idleFor) return
    let told = Date.now()
    let warned = false
    const ask = () => {
      told = Date.now()
      runtime.http.get(bootAddress, {}, quiet).catch(() => undefined)
    }
    const timer = setInterval(() => {
      if (runtime.session.token('admin') === '') return
      const idle = idleFor()
      const left = limit - idle
      if (idle < lookEvery) warned = false
      if (idle < lookEvery && Date.now() - told > limit / 3) ask()
      else if (left <= 0 && Date.now() - told > warning) ask()
      else if (left > 0 && left <= Math.min(warning, limit / 2) && !warned) {
        warned = true
        runtime.notices.push('warning', t('ui.session.idleSoon', { seconds: Math.ceil(left / 1000) }))
      }
    }, lookEvery)
    return () => clearInterval(timer)
  }, [runtime, limit, t])
}
