import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { type Load, Loader, reasonOf } from '../runtime/loader.ts'

export interface Loading<Value> {
  /** The answer to the present question; undefined until it comes. */
  value: Value | undefined
  /** Why the last try failed; undefined when it did not. */
  error: unknown
  /** The same as text; '' without an error. */
  reason: string
  loading: boolean
  /** How often something was asked. */
  attempt: number
  /** Reloads, after an error or a change. The value stays visible meanwhile. */
  reload(): void
}

interface Options {
  /** The answer to the last question stays until that to the next one has come. */
  keep?: boolean
  /** When this changes the same request is repeated; the value stays visible meanwhile. */
  fresh?: unknown
}

/**
 * Loads what a component shows: when it is drawn and when a part of the `question` changes. Answers to an earlier question are dropped, and
 * nothing is waited for after the component has gone. Nothing is asked while `load` is null.
 */
export function useLoad<Value>(
  load: Load<Value> | null,
  question: readonly unknown[],
  { keep = false, fresh }: Options = {},
): Loading<Value> {
  const [loader] = useState(() => new Loader<Value>())
  const asked = useSame(question)
  const turn = useSame([asked, fresh])
  const latest = useRef(load)
  latest.current = load
  const reload = useCallback(() => {
    if (latest.current) loader.ask(turn[0], latest.current)
  }, [loader, turn])
  const isAsked = load !== null
  const state = useSyncExternalStore(loader.subscribe, loader.state, loader.state)
  useEffect(() => {
    if (!isAsked) return
    reload()
    return () => loader.cancel()
  }, [loader, reload, isAsked])
  const isCurrent = state.question === asked
  const error = isCurrent ? state.error : undefined
  return {
    value: isCurrent || keep ? state.value : undefined,
    error,
    reason: reasonOf(error),
    loading: isAsked && (state.loading || !isCurrent),
    attempt: state.attempt,
    reload,
  }
}

/** The list as it was at the render before while its members are the same. */
function useSame(list: readonly unknown[]): readonly unknown[] {
  const kept = useRef(list)
  const isSame = kept.current.length === list.length && kept.current.every((each, i) => Object.is(each, list[i]))
  if (!isSame) kept.current = list
  return kept.current
}
