import { useEffect, useState } from 'react'
import type { PeopleAnswer } from '../../../../../schemas/api/comments.ts'
import { useRuntime } from '../../../../context.tsx'
import { useLoad } from '../../../../useLoad.ts'

/** Milliseconds without a key after which the server is asked. */
const pause = 150

/** Whom a comment on the record can mention, by what is typed of their name; undefined while nothing is typed or known. */
export function usePeople(
  { url, id }: { url: string; id: string | number },
  query: string | undefined,
): PeopleAnswer['list'] | undefined {
  const { http } = useRuntime()
  const asked = useSettled(query)
  const quiet = { showError: false, showCodeMessage: false }
  const load = async () => (await http.get<PeopleAnswer>(url, { id, q: asked ?? '' }, quiet)).data.list
  const { value, loading } = useLoad(query === undefined || asked === undefined ? null : load, [url, id, asked], { keep: true })
  if (query === undefined) return undefined
  if (asked === query && !loading) return value
  // Until the next answer comes Enter must not mention somebody whose name is not what is typed.
  const wanted = query.toLowerCase()
  const fitting = (value ?? []).filter(({ name, username }) => `${name} ${username}`.toLowerCase().includes(wanted))
  return fitting.length > 0 ? fitting : undefined
}

/** What is typed once it has not changed for a moment; at once when it begins or ends. */
function useSettled(text: string | undefined): string | undefined {
  const [settled, setSettled] = useState(text)
  const isTyping = text !== undefined
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), isTyping ? pause : 0)
    return () => clearTimeout(timer)
  }, [text, isTyping])
  return isTyping ? (settled ?? text) : undefined
}
