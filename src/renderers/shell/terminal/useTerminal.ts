import { useEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { browserStorage } from '../../../runtime/browser.ts'
import { resolveAddress } from '../../../runtime/http/address.ts'
import type { PackageManager, TerminalCommand } from '../../../schemas/api/terminal.ts'
import { terminalSigns } from '../../../schemas/api/terminal.ts'
import { useRuntime } from '../../context.tsx'
import { changesOf, createQueue, isUnderWay, type Task, type TaskStatus } from './queue.ts'

/** What the last run has said, by the task it belongs to. */
export interface Output {
  uuid: string
  lines: readonly string[]
}

const none: Output = { uuid: '', lines: [] }

/** The queue of server commands, run one after another, each with the password. Closing the terminal ends the run. */
export function useTerminal() {
  const { http, entrance } = useRuntime()
  const [queue] = useState(() => createQueue(browserStorage()))
  const [output, setOutput] = useState(none)
  const stream = useRef<EventSource | null>(null)
  const { state } = queue
  const { taskList: tasks, automaticCleanupTask: cleansUp } = useSnapshot(state)
  useEffect(
    () => () => {
      stream.current?.close()
      for (const task of state.taskList) if (isUnderWay(task)) task.status = 'unknown'
      queue.stop()
    },
    [queue, state],
  )
  const changes = changesOf(state)
  return {
    tasks,
    cleansUp,
    output,
    ...changes,
    /** Whether the server let it start; why not has been said by the call, and the task waits on. */
    async start({ uuid, command }: Task, password: string): Promise<boolean> {
      const asked = { command, password }
      const answer = await http.post<{ ticket: string }>('/admin/ajax/terminalTicket', asked).catch(() => undefined)
      if (!answer) return false
      changes.become(uuid, 'connecting')
      setOutput({ uuid, lines: [] })
      stream.current = follow(
        { uuid, command, ticket: answer.data.ticket, entrance },
        {
          become: (status) => changes.become(uuid, status),
          say: (line) => setOutput((now) => ({ ...now, lines: [...now.lines, line] })),
        },
      )
      return true
    },
    /** Whether the server took it. */
    async setManager(manager: PackageManager): Promise<boolean> {
      const answer = await http.post('/admin/ajax/changeTerminalConfig', { manager }).catch(() => undefined)
      return answer !== undefined
    },
  }
}

export type TerminalQueue = ReturnType<typeof useTerminal>

interface Stream {
  uuid: string
  command: TerminalCommand
  ticket: string
  entrance: string
}

/** Opens the stream of a run and tells what its events say. It never reconnects: a ticket is valid once. */
function follow(
  { uuid, command, ticket, entrance }: Stream,
  { become, say }: { become: (status: TaskStatus) => void; say: (line: string) => void },
): EventSource {
  const parameters = new URLSearchParams({ command, uuid, extend: '', ticket, server: '1' })
  const path = `/admin/ajax/terminal?${parameters}`
  const stream = new EventSource(resolveAddress(path, entrance) ?? path)
  let began = false
  stream.onerror = () => {
    stream.close()
    // It broke off, also because the page is left: how the run has ended is not known.
    become(began ? 'unknown' : 'failed')
  }
  stream.onmessage = (event: MessageEvent<string>) => {
    const { data } = JSON.parse(event.data) as { data: string }
    began = true
    if (data === terminalSigns.linked) become('running')
    else if (data === terminalSigns.success) become('success')
    else if (data === terminalSigns.error) become('failed')
    else if (data === terminalSigns.completed) stream.close()
    else say(data)
  }
  return stream
}
