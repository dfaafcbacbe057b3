import { useEffect } from 'react'
import type { Runtime } from '../../../runtime/app/runtime.ts'
import type { Done } from '../../../runtime/crud/actions/next.ts'
import type { Crud } from '../../../runtime/crud/crud.ts'
import type { Key } from '../../../runtime/rows.ts'

/** Does what a page says comes after its actions; the code comes with the first one that is done. */
export function useNext(runtime: Runtime, crud: Crud, openDetail: (key: Key) => void): void {
  useEffect(() => {
    const follow = async (done: Done) => {
      const { followNext } = await import('./followNext.ts')
      followNext({ runtime, crud, openDetail }, done)
    }
    const ends = [
      crud.hooks.after('run', follow),
      crud.hooks.after('submit', ({ action, form, data }) => follow({ action, ids: form.ids, data })),
    ]
    return () => {
      for (const end of ends) end()
    }
  }, [runtime, crud, openDetail])
}
