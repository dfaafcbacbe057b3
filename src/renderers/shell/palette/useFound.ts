import { useEffect, useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Runtime } from '../../../runtime/app/runtime.ts'
import { linkPath } from '../../../runtime/navigation/recordPath.ts'
import type { FindAnswer, FoundRecord, InitialsAnswer } from '../../../schemas/api/find.ts'
import { useRuntime } from '../../context.tsx'
import { useLoad } from '../../useLoad.ts'
import { type Command, findCommands } from './findCommands.ts'

/** Milliseconds without a key after which the server is asked. */
const pause = 200
const quiet = { showError: false, showCodeMessage: false } as const

/**
 * Records that the server finds, as commands that open them; `searching` while an answer is awaited. Until then those of the last answer stay
 * that fit what is typed now: Enter must not open one that does not.
 */
export function useFound(text: string, close: () => void): { found: Command[]; searching: boolean } {
  const runtime = useRuntime()
  const navigate = useNavigate()
  const wanted = runtime.findsRecords ? text.trim() : ''
  const asked = useSettled(wanted)
  const { value, loading } = useLoad(asked === '' ? null : () => findRecords(runtime, asked), [asked], { keep: true })
  const searching = wanted !== '' && (loading || wanted !== asked)
  const found = useMemo(() => {
    if (wanted === '') return []
    const answered = (value?.groups ?? []).flatMap(({ page, title, records }) => {
      const route = runtime.routes().find(({ pageId }) => pageId === page)
      if (!route) return []
      return records.map(
        (record): Command => ({
          ...faceOf(record, title),
          id: `record-${page}-${record.key}`,
          icon: route.icon.replace(/^pi pi-/, ''),
          preload: () => runtime.prefetch(page),
          run: () => {
            close()
            navigate(linkPath(route.path, { id: record.key }))
          },
        }),
      )
    })
    return searching ? findCommands(answered, wanted) : answered
  }, [runtime, navigate, close, value, wanted, searching])
  return { found, searching }
}

function faceOf({ title, note }: FoundRecord, screen: string): Pick<Command, 'title' | 'note'> {
  return { title, note: note === '' ? screen : `${note} · ${screen}` }
}

async function findRecords({ http }: Runtime, q: string): Promise<FindAnswer> {
  return (await http.get<FindAnswer>('/admin/ajax/find', { q }, quiet)).data
}

/** The first letters of Chinese menu titles; {} where the server has none. */
export function useInitials(): InitialsAnswer {
  const { http, findsRecords } = useRuntime()
  const load = () => http.get<InitialsAnswer>('/admin/ajax/initials', undefined, quiet).then(({ data }) => data)
  return useLoad(findsRecords ? load : null, []).value ?? {}
}

/** The text once it has not changed for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pause)
    return () => clearTimeout(timer)
  }, [text])
  return text === '' ? '' : settled
}
