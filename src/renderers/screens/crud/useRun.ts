import { useCallback } from 'react'
import type { Crud } from '../../../runtime/crud/crud.ts'
import type { Key, Row } from '../../../runtime/rows.ts'
import { useRuntime } from '../../context.tsx'

export type Run = (name: string, rows: readonly Row[]) => void

const code = () => import('./pressing.ts')

/** Loads the code for what is done with rows. A failure shows when something is done. */
export const preloadPressing = () => void code().catch(() => undefined)

/** Runs an action on rows; its code comes once the list is there. */
export function useRun(
  crud: Crud,
  openDetail: (key: Key) => void,
  openTool: (name: string, row: Key | null) => void = () => {},
): Run {
  const { notices, words } = useRuntime()
  return useCallback(
    (name, rows) =>
      void code().then(
        ({ pressAction }) => pressAction(name, { crud, rows, openDetail, openTool }),
        () => notices.push('error', words.say('ui.crud.notLoaded')),
      ),
    [crud, openDetail, openTool, notices, words],
  )
}
