import { useEffect, useRef, useSyncExternalStore } from 'react'

/** A part of the screen in front that the frame offers a short way to. */
export interface SkipTarget {
  label: string
  go(): void
}

let target: SkipTarget | undefined
const subscribers = new Set<() => void>()

function put(next: SkipTarget | undefined): void {
  target = next
  for (const changed of subscribers) changed()
}

/** Offers the way to a part of a screen while the screen is in front. */
export function useSkipTarget(label: string, go: () => void): void {
  const latest = useRef(go)
  latest.current = go
  useEffect(() => {
    const own: SkipTarget = { label, go: () => latest.current() }
    put(own)
    return () => {
      if (target === own) put(undefined)
    }
  }, [label])
}

/** The part that the screen in front offers a way to. */
export const skipTarget = (): SkipTarget | undefined => target

/** The same, drawn again when it changes. */
export function useSkipTargetOffered(): SkipTarget | undefined {
  return useSyncExternalStore(subscribe, skipTarget, skipTarget)
}

function subscribe(changed: () => void): () => void {
  subscribers.add(changed)
  return () => subscribers.delete(changed)
}
