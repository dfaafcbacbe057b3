import { useEffect } from 'react'

/** Of the sounds of a screen one plays at a time: one that starts stops the others. Cells are plain elements and hear nothing themselves. */
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
