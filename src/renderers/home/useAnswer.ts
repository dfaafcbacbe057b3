import { useEffect, useState } from 'react'
import type { Runtime } from '../../runtime/app.ts'
import { CallError } from '../../runtime/callError.ts'
import { useRuntime } from '../context.tsx'

/** What a page asked the server for: not there yet, there, or why it did not come. */
export type Answer<T> = { type: 'waiting' } | { type: 'there'; data: T } | { type: 'failed'; text: string }

/** Reads once when the page opens, and again on `retry`. `read` must not change between renders. */
export function useAnswer<T>(read: (runtime: Runtime) => Promise<T>): { answer: Answer<T>; retry: () => void } {
  const runtime = useRuntime()
  const [answer, setAnswer] = useState<Answer<T>>({ type: 'waiting' })
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` is the person's "try again"
  useEffect(() => {
    let current = true
    setAnswer({ type: 'waiting' })
    read(runtime).then(
      (data) => current && setAnswer({ type: 'there', data }),
      (error: unknown) =>
        current && setAnswer({ type: 'failed', text: error instanceof CallError ? error.message : String(error) }),
    )
    return () => {
      current = false
    }
  }, [runtime, read, attempt])
  return { answer, retry: () => setAttempt(attempt + 1) }
}
