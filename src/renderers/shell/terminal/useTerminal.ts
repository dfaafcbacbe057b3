import { useCallback, useEffect, useRef, useState } from 'react'
import { resolveAddress } from '../../../runtime/http/address.ts'
import { type TerminalCommand, terminalSigns } from '../../../schemas/api/terminal.ts'
import { useRuntime } from '../../context.tsx'

export type RunStatus = 'connecting' | 'running' | 'success' | 'failed'

export interface Run {
  status: RunStatus
  lines: readonly string[]
}

/** Runs server commands one after another, and returns the output of the current one as it streams. Closing ends the stream. */
export function useTerminal() {
  const { http, entrance } = useRuntime()
  const [run, setRun] = useState<Run | null>(null)
  const source = useRef<EventSource | null>(null)
  useEffect(() => () => source.current?.close(), [])
  /** Whether the server let it start; why not has been said by the call. */
  const start = useCallback(
    async (command: TerminalCommand, password: string): Promise<boolean> => {
      const answer = await http
        .post<{ ticket: string }>('/admin/ajax/terminalTicket', { command, password })
        .catch(() => undefined)
      if (!answer) return false
      setRun({ status: 'connecting', lines: [] })
      source.current?.close()
      source.current = follow({ command, ticket: answer.data.ticket, entrance }, (change) =>
        setRun((now) => (now ? change(now) : now)),
      )
      return true
    },
    [http, entrance],
  )
  return { run, start }
}

/** Opens the stream of a run and passes each parsed event to `tell`. It never reconnects: a ticket is valid once. */
function follow(
  { command, ticket, entrance }: { command: TerminalCommand; ticket: string; entrance: string },
  tell: (change: (run: Run) => Run) => void,
): EventSource {
  const parameters = new URLSearchParams({ command, uuid: crypto.randomUUID(), extend: '', ticket, server: '1' })
  const path = `/admin/ajax/terminal?${parameters}`
  const stream = new EventSource(resolveAddress(path, entrance) ?? path)
  const status = (next: RunStatus) => tell((run) => ({ ...run, status: next }))
  stream.onerror = () => {
    stream.close()
    status('failed')
  }
  stream.onmessage = (event: MessageEvent<string>) => {
    const { data } = JSON.parse(event.data) as { data: string }
    if (data === terminalSigns.linked) status('running')
    else if (data === terminalSigns.success) status('success')
    else if (data === terminalSigns.error) status('failed')
    else if (data === terminalSigns.completed) stream.close()
    else tell((run) => ({ ...run, lines: [...run.lines, data] }))
  }
  return stream
}
