import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { Runtime } from '../../../runtime/app/runtime.ts'
import type { Crud } from '../../../runtime/crud/crud.ts'
import type { LoadedPage } from '../../../runtime/page.ts'
import { useTab } from '../../context.tsx'
import { useValue } from '../../useValue.ts'
import { listTaken, startList } from './startList.ts'

/**
 * The records of a screen, whose list follows the address and the other way round. The first request leaves while the screen is being
 * drawn for the first time, so that both take their time together.
 */
export function useCrud(runtime: Runtime, loaded: LoadedPage): Crud {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const active = useTab()?.active ?? true
  const tab = useTab()?.id ?? ''
  const [crud] = useState(() => startList(runtime, loaded, tab, search))
  // Drawn for good: the next screen of this page begins with a list of its own.
  useLayoutEffect(() => listTaken(loaded), [loaded])
  const query = useValue(crud.state, (state) => state.query)
  const read = useRef(search)
  useEffect(() => {
    if (!active) return
    // The person went to another address of this screen: a link with filters, back, forward. A bare address keeps the list as it was.
    if (search !== read.current && search !== '' && crud.readAddress(search)) void crud.load()
    read.current = search
    const address = crud.address()
    const own = address ? `?${address}` : ''
    if (crud.state.query !== query || sameQuery(own, search)) return
    // The list was changed by hand: the address says so, so that it can be shared, kept and gone back to.
    read.current = own
    navigate({ pathname, search: own }, { replace: true })
  }, [crud, query, search, pathname, active, navigate])
  return crud
}

function sameQuery(a: string, b: string): boolean {
  return new URLSearchParams(a).toString() === new URLSearchParams(b).toString()
}
