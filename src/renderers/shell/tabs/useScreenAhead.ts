import { useEffect } from 'react'
import { useRuntime } from '../../context.tsx'
import { useRouter } from '../../routing/RouterView.tsx'
import { askAhead } from '../../screens/startAhead.ts'

/** Milliseconds that the page of a screen may take before the frame is drawn without it: less than anybody notices. */
const patience = 50

/**
 * Asks for what a screen that is about to open needs: while a link to it is still being pressed, else before the frame is drawn for its
 * address.
 */
export function useScreenAhead(): void {
  const runtime = useRuntime()
  const router = useRouter()
  useEffect(() => {
    const onPointerDown = (event: PointerEvent) => {
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null
      const isPlain = event.isPrimary && event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      // A finger that goes down may be about to scroll.
      if (link && isPlain && event.pointerType !== 'touch' && isHere(link)) void askAhead(runtime, link)
    }
    document.addEventListener('pointerdown', onPointerDown)
    return () => document.removeEventListener('pointerdown', onPointerDown)
  }, [runtime])
  useEffect(() => {
    if (!router) return
    router.ahead = (location) => {
      const ready = askAhead(runtime, location)
      return ready && Promise.race([ready, new Promise((enough) => setTimeout(enough, patience))])
    }
    return () => {
      router.ahead = undefined
    }
  }, [runtime, router])
}

/** A link that opens in this window, at this site. */
function isHere({ origin, target }: HTMLAnchorElement): boolean {
  return origin === location.origin && (target === '' || target === '_self')
}
