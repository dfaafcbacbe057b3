import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'

/** How far each visited page was scrolled, by its key in the history. */
const places = new Map<string, number>()

/** A page opens at its top; one that is gone back to where it was left, once its content is there. */
export function useScrollPlace(ready: boolean): void {
  const { key } = useLocation()
  useEffect(() => {
    if (ready) window.scrollTo(0, places.get(key) ?? 0)
  }, [key, ready])
  useEffect(() => {
    const note = () => void places.set(key, window.scrollY)
    addEventListener('scroll', note, { passive: true })
    return () => removeEventListener('scroll', note)
  }, [key])
}
