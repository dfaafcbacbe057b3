import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { NavigationType, useLocation, useNavigate, useNavigationType } from 'react-router-dom'
import type { Runtime } from '../../../runtime/app/runtime.ts'
import type { Crud } from '../../../runtime/crud/crud.ts'
import { findsSame, fromSearchParams, type ListState } from '../../../runtime/crud/query.ts'
import { listSearch, panelSearch, recordParam } from '../../../runtime/navigation/recordPath.ts'
import type { LoadedPage } from '../../../runtime/page.ts'
import type { Page } from '../../../schemas/language/page.ts'
import { useTab } from '../../context.tsx'
import { useRouter } from '../../routing/RouterView.tsx'
import { useValue } from '../../useValue.ts'
import { listTaken, startList } from './startList.ts'

/**
 * The records of a screen, whose list follows the address and the other way round. What narrows the list is a step that Back undoes, a
 * text that is being typed one step in all; pages and order change the address in place. The first request leaves while the screen is
 * being drawn for the first time, so that both take their time together.
 */
export function useCrud(runtime: Runtime, loaded: LoadedPage, isRecordPage: boolean): Crud {
  const { pathname, search, state, key } = useLocation()
  const isCurrent = useIsCurrent(key)
  const cameBy = useNavigationType()
  const navigate = useNavigate()
  const active = useTab()?.active ?? true
  const tab = useTab()?.id ?? ''
  const [crud] = useState(() => startList(runtime, loaded, tab, search))
  // Drawn for good: the next screen of this page begins with a list of its own.
  useLayoutEffect(() => listTaken(loaded), [loaded])
  const query = useValue(crud.state, (s) => s.query)
  const listed = listSearch(search)
  /** The list's part of the address, and the list, as they were last made the same. */
  const read = useRef({ listed, query, isTyped: false })
  useEffect(() => {
    // An address that has been left says what the list was, which is no news; the new one is about to be drawn.
    if (!active || !isCurrent) return
    if (listed !== read.current.listed) {
      // The person went to another address of this screen: a link with filters, back, forward. Of the addresses that say nothing only
      // one gone back to means the list that nobody has narrowed; the menu's leaves the list as it was.
      const says = listed !== '' || (cameBy === NavigationType.Pop && !isRecordPage)
      if (says && crud.readAddress(listed)) void crud.load()
      read.current = { listed, query: crud.state.query, isTyped: false }
    }
    if (crud.state.query !== query) return
    const address = crud.address()
    const own = address ? `?${address}` : ''
    const isByHand = read.current.query !== query
    // A record's own address names a list only where one goes through it from there.
    if (saysSame(own, listed, loaded.page) || (isRecordPage && listed === '' && !isByHand)) {
      read.current = { ...read.current, query }
      return
    }
    // The list was changed by hand: the address says so, so that it can be shared, kept and gone back to.
    const step = stepTo(loaded.page, listed, query)
    const isStep = isByHand && step !== 'none' && !(step === 'typed' && read.current.isTyped)
    read.current = { listed: own, query, isTyped: isByHand && step === 'typed' }
    const record = new URLSearchParams(search).get(recordParam)
    const next = record === null || isStep ? own : panelSearch(own, record)
    navigate({ pathname, search: next }, { replace: !isStep, state: isStep ? null : state })
  }, [crud, loaded, query, listed, search, pathname, state, cameBy, active, isCurrent, isRecordPage, navigate])
  return crud
}

/** Is the router at the address that is drawn? React draws one some time after it was gone to. */
function useIsCurrent(key: string): boolean {
  const router = useRouter()
  return useSyncExternalStore(
    router?.subscribe ?? neverChanges,
    () => router === undefined || router.place().location.key === key,
  )
}

const neverChanges = () => () => undefined

/** What leads from the list of an address to this one: nothing that narrows it, the text that is searched for, or more. */
function stepTo(page: Page, listed: string, query: ListState): 'none' | 'typed' | 'narrowed' {
  const was = fromSearchParams(new URLSearchParams(listed), page).state
  if (findsSame(was, query)) return 'none'
  return findsSame({ ...was, quickSearch: '' }, { ...query, quickSearch: '' }) ? 'typed' : 'narrowed'
}

/** Do both addresses say the same list? The usual number of rows need not be said. */
function saysSame(own: string, listed: string, { table }: Page): boolean {
  const [wanted, given] = [new URLSearchParams(own), new URLSearchParams(listed)]
  given.delete('limit', String(table.pageSize))
  return wanted.toString() === given.toString()
}
