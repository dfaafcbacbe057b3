import type { KeyValue } from '../../../runtime/platform.ts'
import { type Persisted, persisted } from '../../../runtime/stores/persist.ts'
import { isTerminalCommand, type TerminalCommand } from '../../../schemas/api/terminal.ts'
import { isObject } from '../../../schemas/isObject.ts'

/** By the numbers that BuildAdmin's client stores (protocol 8). */
const statuses = ['waiting', 'connecting', 'running', 'success', 'failed', 'unknown'] as const

export type TaskStatus = (typeof statuses)[number]

/** One run of a command: still to come, under way, or over. */
export interface Task {
  uuid: string
  command: TerminalCommand
  status: TaskStatus
  /** Milliseconds since 1970. */
  createTime: number
  /** When it fails, or its end is not known, those behind it wait until the person decides. */
  blockOnFailure: boolean
}

/** The commands of the terminal in the order in which they run, and what the person has set. */
export interface Queue {
  taskList: Task[]
  /** Takes a command off the list once it has succeeded. */
  automaticCleanupTask: boolean
}

/** Tasks that are kept: the latest. */
const mostTasks = 50

const initial = (): Queue => ({ taskList: [], automaticCleanupTask: false })

/**
 * The queue, kept under `storeTerminal`: names, states and settings, never a password, a ticket or what a command has said. What was under
 * way when the page was left is `unknown`: its stream has ended with the page.
 */
export function createQueue(storage: KeyValue): Persisted<Queue> {
  return persisted(storage, {
    key: 'storeTerminal',
    initial,
    save: ({ taskList, automaticCleanupTask }) => ({
      taskList: taskList.map((task) => ({ ...task, status: statuses.indexOf(task.status) })),
      automaticCleanupTask,
    }),
    load(stored, first, current) {
      if (current) return current
      const tasks = Array.isArray(stored.taskList) ? stored.taskList.flatMap(readTask) : []
      return { ...first, taskList: tasks.slice(-mostTasks), automaticCleanupTask: stored.automaticCleanupTask === true }
    },
  })
}

/** A stored task; nothing when it is none. */
function readTask(stored: unknown): Task[] {
  if (!isObject(stored)) return []
  const { uuid, command, createTime } = stored
  const status = statuses[Number(stored.status)]
  if (typeof uuid !== 'string' || !isTerminalCommand(command) || status === undefined) return []
  const kept = isUnderWay({ status }) ? 'unknown' : status
  return [{ uuid, command, status: kept, createTime: Number(createTime) || 0, blockOnFailure: stored.blockOnFailure !== false }]
}

/** Is a run of it going on? */
export function isUnderWay({ status }: Pick<Task, 'status'>): boolean {
  return status === 'connecting' || status === 'running'
}

/** The task that did not succeed and keeps those behind it waiting; undefined when none does. */
export function blockerOf(taskList: readonly Task[]): Task | undefined {
  return taskList.find(({ status, blockOnFailure }) => blockOnFailure && (status === 'failed' || status === 'unknown'))
}

/** The task that can begin now; undefined while one is under way, one has failed, or none waits. */
export function nextOf(taskList: readonly Task[]): Task | undefined {
  if (taskList.some(isUnderWay) || blockerOf(taskList)) return undefined
  return taskList.find(({ status }) => status === 'waiting')
}

/** What people and streams do to the queue. */
export interface QueueChanges {
  add(command: TerminalCommand): void
  become(uuid: string, status: TaskStatus): void
  /** Puts a task that is over before those that wait. */
  retry(task: Pick<Task, 'uuid'>): void
  /** Lets those behind a task that did not succeed begin. */
  skip(task: Pick<Task, 'uuid'>): void
  /** Takes a task off the list; one that is under way stays. */
  remove(task: Pick<Task, 'uuid'>): void
  /** Takes everything off the list that is over. */
  clear(): void
  setCleansUp(on: boolean): void
}

/** The changes of a queue, each written at once. */
export function changesOf(state: Queue): QueueChanges {
  const taskOf = (uuid: string) => state.taskList.find((task) => task.uuid === uuid)
  const drop = (gone: (task: Task) => boolean) => {
    state.taskList = state.taskList.filter((task) => isUnderWay(task) || !gone(task))
  }
  return {
    add(command) {
      const task: Task = { uuid: crypto.randomUUID(), command, status: 'waiting', createTime: Date.now(), blockOnFailure: true }
      state.taskList = [...state.taskList, task]
    },
    become(uuid, status) {
      const task = taskOf(uuid)
      if (!task) return
      task.status = status
      if (status === 'success' && state.automaticCleanupTask) drop((each) => each.uuid === uuid)
    },
    retry({ uuid }) {
      const task = taskOf(uuid)
      if (!task) return
      const others = state.taskList.filter((each) => each.uuid !== uuid)
      const at = others.findIndex(({ status }) => status === 'waiting')
      const place = at < 0 ? others.length : at
      state.taskList = [...others.slice(0, place), { ...task, status: 'waiting', blockOnFailure: true }, ...others.slice(place)]
    },
    skip({ uuid }) {
      const task = taskOf(uuid)
      if (task) task.blockOnFailure = false
    },
    remove: ({ uuid }) => drop((task) => task.uuid === uuid),
    clear: () => drop(({ status }) => status !== 'waiting'),
    setCleansUp(on) {
      state.automaticCleanupTask = on
    },
  }
}
