import { useEffect, useState } from 'react'

/** Does something now, or, while a pointer is down, when it is up again and what it was pressed on has had its click. */
export type AfterPointerUp = (work: () => void) => void

/**
 * Layout changes after a press must wait: leaving an input shows and hides messages, which would move a button from under the pointer so
 * that the click is lost. Returns one function for the component's lifetime.
 */
export function useSettled(): AfterPointerUp {
  const [gate] = useState(createGate)
  useEffect(() => gate.watch(window), [gate])
  return gate.settled
}

const ends = ['pointerup', 'pointercancel', 'dragend'] as const

function createGate() {
  let waiting: (() => void)[] = []
  let isDown = false
  const settled: AfterPointerUp = (work) => {
    if (isDown) waiting.push(work)
    else work()
  }
  return {
    settled,
    watch(target: Window) {
      const down = () => {
        isDown = true
      }
      const up = () => {
        isDown = false
        // The click comes in the same task as the rising of the pointer, behind it.
        target.setTimeout(() => {
          const works = waiting
          waiting = []
          for (const work of works) work()
        })
      }
      target.addEventListener('pointerdown', down, true)
      for (const name of ends) target.addEventListener(name, up, true)
      return () => {
        waiting = []
        target.removeEventListener('pointerdown', down, true)
        for (const name of ends) target.removeEventListener(name, up, true)
      }
    },
  }
}
