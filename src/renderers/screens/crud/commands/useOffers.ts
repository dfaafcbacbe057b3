import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { useRuntime, useTab } from '../../../context.tsx'
import type { OfferedScreen } from './offers.ts'

/** Tells the palette what can be done in this screen, while it is in front. It is worked out when somebody asks. */
export function useOffers(screen: Omit<OfferedScreen, 'navigate'>): void {
  const { palette } = useRuntime()
  const navigate = useNavigate()
  const active = useTab()?.active ?? true
  const latest = useRef({ ...screen, navigate })
  latest.current = { ...screen, navigate }
  useEffect(() => {
    if (!active) return
    const offers = () => import('./offers.ts').then((code) => code.offersOf(latest.current))
    palette.offers = offers
    return () => {
      if (palette.offers === offers) palette.offers = null
    }
  }, [palette, active])
}
