import { useCallback, useRef, useSyncExternalStore } from 'react'
import { subscribe } from 'valtio/vanilla'
import { keysOf } from '../schemas/keysOf.ts'

/**
 * One value out of a store; the component is drawn again only when that value is another one. Lists and objects are compared by
 * identity (or by `same`), so nothing is tracked cell by cell. valtio's `snapshot` as `select` gives the whole store, drawn again for any change
 * of it. Other than valtio's `useSnapshot` this gives React the same value while it draws and when it compares: where these differ, which they
 * do after a change of something else in the store, React draws all that a transition draws once more, at one go.
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
