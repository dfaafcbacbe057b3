import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import type { Key, Option } from '../control.ts'

export interface RemoteOption {
  value: Key
  label: string
  pid?: Key
  disabled?: boolean
  /** It is among those that are chosen at first. */
  usual?: boolean
}

export interface RemoteRequest {
  query: string
  page: number
  limit: number
  /** Only these values: to name what is already chosen. */
  initValue?: Key[]
  /** Changes with the values of other fields that the answer depends on. */
  scope?: string
  signal: AbortSignal
}

/** Asks the server for options; a rejected promise shows its message in the list. */
export type RemoteLoad = (request: RemoteRequest) => Promise<{ list: RemoteOption[]; total: number }>

interface Request {
  load: RemoteLoad
  open: boolean
  selected: Key[]
  tree: boolean
  scope: string
  limit: number
}

/** Options in tree order with their depth; a row whose parent is missing becomes a root. */
export function treeOrder(list: RemoteOption[]): Option[] {
  const keys = new Set(list.map((row) => row.value))
  const below = new Map<Key | undefined, RemoteOption[]>()
  for (const row of list) {
    const parent = row.pid !== undefined && keys.has(row.pid) && row.pid !== row.value ? row.pid : undefined
    below.set(parent, [...(below.get(parent) ?? []), row])
  }
  const walk = (parent: Key | undefined, depth: number): Option[] =>
    (below.get(parent) ?? []).flatMap((row) => [
      { value: row.value, label: row.label, disabled: row.disabled, depth },
      ...walk(row.value, depth + 1),
    ])
  return walk(undefined, 0)
}

/** Loads the options of an open remote select page by page, and the names of what is chosen while it is closed. */
export function useRemoteOptions({ load, open, selected, tree, scope, limit }: Request) {
  // A new question starts at its first page: both change in one step.
  const [{ query, page }, setQuestion] = useState({ query: '', page: 1 })
  const [answer, setAnswer] = useState<Answer>({ query: '', scope, list: [], total: 0 })
  const [loading, setLoading] = useState(false)
  const [error, setError] = useState<string>()
  const [known] = useState(() => new Map<Key, Option>())
  const latest = useRef(load)
  latest.current = load

  useEffect(() => {
    if (!open) return
    const abort = new AbortController()
    const ask = async () => {
      setLoading(true)
      setError(undefined)
      try {
        const { list, total } = await latest.current({ query, page, limit, scope, signal: abort.signal })
        if (abort.signal.aborted) return
        for (const row of list) known.set(row.value, row)
        setAnswer((before) => ({ query, scope, list: page === 1 ? list : [...before.list, ...list], total }))
      } catch (problem) {
        if (!abort.signal.aborted) setError(problem instanceof Error ? problem.message : String(problem))
      } finally {
        if (!abort.signal.aborted) setLoading(false)
      }
    }
    const timer = setTimeout(ask, query === '' ? 0 : pause)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [open, query, page, scope, limit, known])

  const naming = useNames(selected, known, latest)
  const isAnswered = answer.query === query && answer.scope === scope
  const options = useMemo(() => {
    const list = isAnswered ? answer.list : stillFitting(answer, { query, scope })
    return tree ? treeOrder(list) : list.map(({ value, label, disabled }) => ({ value, label, disabled }))
  }, [answer, isAnswered, query, scope, tree])
  return {
    options,
    total: isAnswered ? answer.total : options.length,
    loading: loading || (open && !isAnswered && error === undefined),
    naming,
    error,
    query,
    known,
    setQuery: (text: string) => setQuestion({ query: text, page: 1 }),
    loadMore: () => {
      if (!loading && isAnswered) setQuestion({ query, page: page + 1 })
    },
  }
}

/** What the server has said last, and what of. */
interface Answer {
  query: string
  scope: string
  list: RemoteOption[]
  total: number
}

/** Of the answer to an earlier question what fits the present one: Enter must not choose anything else before the next answer comes. */
function stillFitting(answer: Answer, { query, scope }: { query: string; scope: string }): RemoteOption[] {
  if (answer.scope !== scope) return []
  const wanted = query.trim().toLowerCase()
  return answer.list.filter(({ label }) => label.toLowerCase().includes(wanted))
}

/** Milliseconds without a key before the server is asked. */
const pause = 250

/**
 * Asks for the names of chosen values that no list has shown yet. True until they have come, or cannot come. Keeps which question was answered,
 * not a flag: the answer may come before React renders, and a flag that is set and cleared between two renders causes none.
 */
function useNames(selected: Key[], known: Map<Key, Option>, load: RefObject<RemoteLoad>): boolean {
  const [answered, setAnswered] = useState('')
  const unnamed = useMemo(() => selected.filter((key) => !known.has(key)), [selected, known])
  const wanted = useRef(unnamed)
  wanted.current = unnamed
  const text = unnamed.join('\u0000')
  useEffect(() => {
    if (text === '') return
    const abort = new AbortController()
    const initValue = wanted.current.slice(0, 200)
    load
      .current({ query: '', page: 1, limit: initValue.length, initValue, signal: abort.signal })
      .then((answer) => {
        for (const row of answer.list) known.set(row.value, row)
      })
      // A missing label is no failure: the key is shown instead, and opening the list reports the error.
      .catch(() => undefined)
      .finally(() => {
        if (!abort.signal.aborted) setAnswered(text)
      })
    return () => abort.abort()
  }, [text, known, load])
  return text !== '' && answered !== text
}
