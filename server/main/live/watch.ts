import { type FSWatcher, watch } from 'node:fs'
import { lookAt } from './files.ts'

/** Milliseconds between two looks when the system reports nothing, and before the second look after a change: files may still be being written. */
const every = 300
const settling = 150
/** Looking takes at most 1/100 of the time, and 1/10 of it while files change. */
const idle = 100
const busy = 10
/** The longest wait between two looks in milliseconds, however long a look takes. */
const longest = 1000

/**
 * Calls back once for each settled state of a workspace; `again` repeats the call for the current one. Relies on change events of the system,
 * and polls as well, because some file systems send none.
 */
export function watchWorkspace(workspace: string, onChange: () => void) {
  let timer: NodeJS.Timeout | undefined
  /** When it is looked at next, and what the last look took. */
  let next = Number.POSITIVE_INFINITY
  let cost = 0
  /** The state at the last look, and the one that was reported last. */
  let seen: string | undefined
  let reported: string | undefined
  /** It has changed, and is given time. */
  let isSettling = false
  const hints = makeHints(() => {
    if (!isSettling) lookIn(cost * busy)
  })
  const look = () => {
    next = Number.POSITIVE_INFINITY
    const began = performance.now()
    const { state, folders } = lookAt(workspace)
    // Only what was the same twice is whole: an editor or a checkout writes several files.
    const isNew = state !== reported
    const isSettled = isNew && state === seen
    isSettling = isNew && !isSettled
    if (state !== seen) hints.follow(folders)
    seen = state
    cost = performance.now() - began
    if (isSettled) {
      reported = state
      onChange()
    }
    lookIn(isSettling ? settling : Math.min(Math.max(every, cost * idle), longest))
  }
  /** Looks after this time, unless it is looked at sooner anyway. */
  const lookIn = (time: number) => {
    const at = performance.now() + time
    if (at >= next) return
    clearTimeout(timer)
    next = at
    timer = setTimeout(look, time).unref()
  }
  return {
    start: () => lookIn(every),
    again() {
      reported = undefined
    },
    stop() {
      next = Number.NEGATIVE_INFINITY
      clearTimeout(timer)
      hints.follow([])
    },
  }
}

/** Calls back when the system says that something in one of the folders changes. Says nothing where it cannot. */
function makeHints(hint: () => void) {
  const watchers = new Map<string, FSWatcher>()
  const drop = (folder: string) => {
    watchers.get(folder)?.close()
    watchers.delete(folder)
  }
  return {
    follow(folders: readonly string[]) {
      const wanted = new Set(folders)
      for (const folder of watchers.keys()) if (!wanted.has(folder)) drop(folder)
      for (const folder of wanted) {
        if (watchers.has(folder)) continue
        try {
          const watcher = watch(folder, { persistent: false }, hint)
          watcher.on('error', () => drop(folder))
          watchers.set(folder, watcher)
        } catch {
          return // the folder is gone again, or the system watches no more of them
        }
      }
    },
  }
}
