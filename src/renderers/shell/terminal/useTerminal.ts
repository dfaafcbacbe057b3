import { useEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { browserStorage } from '../../../runtime/browser.ts'
import { resolveAddress } from '../../../runtime/http/address.ts'
import type { PackageManager, TerminalCommand } from '../../../schemas/api/terminal.ts'
import { terminalSigns } from '../../../schemas/api/terminal.ts'
import { useRuntime } from '../../context.tsx'
import { createQueue, isUnderWay, type Task, type TaskStatus } from './queue.ts'

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
  const taskOf = (uuid: string) => state.taskList.find((task) => task.uuid === uuid)
  const remove = (gone: (task: Task) => boolean) => {
    state.taskList = state.taskList.filter((task) => isUnderWay(task) || !gone(task))
  }
  const become = (uuid: string, status: TaskStatus) => {
    const task = taskOf(uuid)
    if (!task) return
    task.status = status
    if (status === 'success' && state.automaticCleanupTask) remove((each) => each.uuid === uuid)
  }
  return {
    tasks,
    cleansUp,
    output,
    add(command: TerminalCommand) {
      const task: Task = { uuid: crypto.randomUUID(), command, status: 'waiting', createTime: Date.now(), blockOnFailure: true }
      state.taskList = [...state.taskList, task]
    },
    /** Whether the server let it start; why not has been said by the call, and the task waits on. */
    async start({ uuid, command }: Task, password: string): Promise<boolean> {
      const asked = { command, password }
      const answer = await http.post<{ ticket: string }>('/admin/ajax/terminalTicket', asked).catch(() => undefined)
      if (!answer) return false
      become(uuid, 'connecting')
      setOutput({ uuid, lines: [] })
      stream.current = follow(
        { uuid, command, ticket: answer.data.ticket, entrance },
        {
          become: (status) => become(uuid, status),
          say: (line) => setOutput((now) => ({ ...now, lines: [...now.lines, line] })),
        },
      )
      return true
    },
    /** Puts a task that is over before those that wait. */
    retry({ uuid }: Task) {
      const task = taskOf(uuid)
      if (!task) return
      const others = state.taskList.filter((each) => each.uuid !== uuid)
      const at = others.findIndex(({ status }) => status === 'waiting')
      const place = at < 0 ? others.length : at
      state.taskList = [...others.slice(0, place), { ...task, status: 'waiting', blockOnFailure: true }, ...others.slice(place)]
    },
    /** Lets those behind a failed task begin. */
    skip({ uuid }: Task) {
      const task = taskOf(uuid)
      if (task) task.blockOnFailure = false
    },
    remove: ({ uuid }: Task) => remove((task) => task.uuid === uuid),
    /** Takes everything off the list that is over. */
    clear: () => remove(({ status }) => status !== 'waiting'),
    setCleansUp(on: boolean) {
      state.automaticCleanupTask = on
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
