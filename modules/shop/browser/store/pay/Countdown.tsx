import { useEffect, useState } from 'react'
import { useRuntime, useT } from '../../../../../src/renderers/context.tsx'

/** How long the order still waits for its payment, by the server's clock. */
export function Countdown({ until, onOver }: { until: number; onOver: () => void }) {
  const t = useT()
  const { http } = useRuntime()
  const [left, setLeft] = useState(() => Math.max(0, Math.floor(until - http.now())))
  useEffect(() => {
    const timer = setInterval(() => {
      const next = Math.max(0, Math.floor(until - http.now()))
      setLeft(next)
      if (next === 0) {
        clearInterval(timer)
        onOver()
      }
    }, 1000)
    return () => clearInterval(timer)
  }, [until, http, onOver])
  const two = (n: number) => String(n).padStart(2, '0')
  const time = `${two(Math.floor(left / 60))}:${two(left % 60)}`
  return <p className="st-quiet">{t('storefront.pay.until', { time })}</p>
}
