import { useCallback, useLayoutEffect, useMemo, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { Crud } from '../../../runtime/crud/crud.ts'
import { findRoute } from '../../../runtime/navigation/menu.ts'
import {
  listSearch,
  type PathAndQuery,
  panelSearch,
  type RecordPlace,
  recordPath,
  recordPlace,
} from '../../../runtime/navigation/recordPath.ts'
import type { Key } from '../../../runtime/rows.ts'
import { useRuntime } from '../../context.tsx'
import { useCreateHref } from '../../routing/useCreateHref.ts'

/** Where the address of this screen is: at its list, at a record over the list, or at the page of a record. */
export function useScreenPlace(): RecordPlace & { screen: string } {
  const runtime = useRuntime()
  const { pathname, search } = useLocation()
  const screen = findRoute(runtime.routes(), pathname + search)?.path ?? pathname
  return useMemo(() => ({ ...recordPlace(screen, { pathname, search }), screen }), [screen, pathname, search])
}

/** What is kept with the address of a panel: the list that it was opened over, which is where Back leads. */
interface PanelState {
  over?: unknown
}

/** The ways between a list and its records. */
export interface RecordMoves {
  /** Opens a record over the list. */
  open(key: Key): void
  /** Shows another record in the place of this one, without a step of its own. */
  show(key: Key): void
  /** Back to the list. */
  close(): void
  /** The page of a record, and the list. */
  pageOf(key: Key): PathAndQuery
  list(): PathAndQuery
  /** Shows a record as a page. */
  openPage(key: Key): void
  /** Opens the page of a record in a window of its own. */
  openApart(key: Key): void
}

/** The ways between the list of a screen and its records; all of them are addresses. The same object while only the address changes. */
export function useRecordMoves(crud: Crud, screen: string, isPage: boolean): RecordMoves {
  const navigate = useNavigate()
  const createHref = useCreateHref()
  const { search, state } = useLocation()
  const at = useRef({ search, state })
  useLayoutEffect(() => {
    at.current = { search, state }
  }, [search, state])
  const pathname = screen.split('?', 1)[0] ?? ''
  const listed = useCallback(() => {
    const address = crud.address()
    return address === '' ? '' : `?${address}`
  }, [crud])
  return useMemo((): RecordMoves => {
    const list = () => ({ pathname, search: listed() })
    const pageOf = (key: Key) => recordPath(pathname, key, listed())
    return {
      list,
      pageOf,
      open: (key) => void navigate({ pathname, search: panelSearch(listed(), key) }, { state: { over: listed() } }),
      show: (key) =>
        void navigate(isPage ? pageOf(key) : { pathname, search: panelSearch(listed(), key) }, {
          replace: true,
          state: at.current.state,
        }),
      close() {
        const over = (at.current.state as PanelState | null)?.over
        // Where Back leads to just this list, it is gone back to: the panel leaves nothing behind it.
        if (over === listSearch(at.current.search) && over === listed()) void navigate(-1)
        else void navigate(list(), { replace: !isPage })
      },
      openPage: (key) => void navigate(pageOf(key)),
      openApart: (key) => void window.open(createHref(pageOf(key)), '_blank', 'noopener'),
    }
  }, [navigate, createHref, pathname, listed, isPage])
}
