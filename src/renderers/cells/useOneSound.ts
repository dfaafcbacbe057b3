import { useEffect } from 'react'

/** One sound plays at a time: starting one stops the others. Cells are plain elements without event handlers. */
export function useOneSound(): void {
  useEffect(() => {
    const stopOthers = ({ target }: Event) => {
      if (!(target instanceof HTMLAudioElement)) return
      for (const other of document.querySelectorAll<HTMLAudioElement>('audio.s-audio')) if (other !== target) other.pause()
    }
    // The events of sounds do not bubble.
    document.addEventListener('play', stopOthers, true)
    return () => document.removeEventListener('play', stopOthers, true)
  }, [])
}
