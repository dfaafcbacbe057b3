import { useEffect } from 'react'
import type { Layout } from '../../../runtime/stores/layout.ts'

/** Below this the menu is a drawer and the tabs go. */
const narrow = '(max-width: 1023.98px)'

/** Keeps the layout's narrow-window flag in step with the window. */
export function useNarrow(layout: Layout): void {
  useEffect(() => {
    const media = matchMedia(narrow)
    const follow = () => {
      layout.shrink = media.matches
    }
    follow()
    media.addEventListener('change', follow)
    return () => media.removeEventListener('change', follow)
  }, [layout])
}
