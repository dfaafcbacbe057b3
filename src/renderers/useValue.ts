import { useCallback, useRef, useSyncExternalStore } from 'react'
import { subscribe } from 'valtio/vanilla'
import { keysOf } from '../schemas/keysOf.ts'

/**
 * One value out of a store; the component is drawn again only when that value is another one. Lists and objects are compared by
 * identity (or by `same`), so nothing is tracked cell by cell.
 */
export function useValue<State extends object, Value>(
  state: State,
  select: (state: State) => Value,
  same: (a: Value, b: Value) => boolean = Object.is,
): Value {
  const chosen = useRef<{ value: Value } | null>(null)
  const listen = useCallback((changed: () => void) => subscribe(state, changed), [state])
  const read = () => {
    const value = select(state)
    if (chosen.current === null || !same(chosen.current.value, value)) chosen.current = { value }
    return chosen.current.value
  }
  return useSyncExternalStore(listen, read, read)
}

/** Equal member by member. */
export function sameMembers<T extends object>(a: T, b: T): boolean {
  const keys = keysOf(a)
  return keys.length === Object.keys(b).length && keys.every((key) => Object.is(a[key], b[key]))
}
