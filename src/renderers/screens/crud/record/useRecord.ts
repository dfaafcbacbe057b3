import { useEffect, useRef } from 'react'
import { CallError } from '../../../../runtime/callError.ts'
import type { Crud } from '../../../../runtime/crud/crud.ts'
import type { Key, Row } from '../../../../runtime/rows.ts'
import { titleText } from '../../../../schemas/language/list/naming.ts'
import { useRuntime } from '../../../context.tsx'
import { useLoad } from '../../../useLoad.ts'
import { useValue } from '../../../useValue.ts'

/** A record that is looked at. */
export interface ShownRecord {
  key: Key
  /** The record, by a call of its own; undefined until it is there, and when it cannot be. */
  row: Row | undefined
  /** What it is called; known from its row in the list before the record is there. */
  name: string
  /** Why it cannot be shown: the server's words, and whether to ask again could help. */
  fault: { text: string; isRefused: boolean } | null
  reload(): void
}

/** Reads the record of an address, again whenever the list is: it may have changed then. */
export function useRecord(crud: Crud, address: string): ShownRecord {
  const rows = useValue(crud.state, (s) => s.rows)
  const key = keyOf(crud, address)
  const { value, error, reload } = useLoad(() => crud.record(key), [crud, key], { fresh: useChanged(crud, rows) })
  const row = value ?? undefined
  const fault = error instanceof CallError ? { text: error.message, isRefused: error.failure === 'refused' } : null
  if (error !== undefined && fault === null) throw error
  const name = titleText(crud.page, row ?? crud.rowOf(key), crud.loaded.find) ?? `#${address}`
  useVisit(crud, key, row && !fault ? name : undefined)
  return { key, row: fault ? undefined : row, name, fault, reload }
}

/** A record that was shown is found again in the palette, which administrators alone have. */
function useVisit({ page }: Crud, key: Key, title: string | undefined): void {
  const { palette, routes } = useRuntime()
  useEffect(() => {
    if (page.area !== 'admin') return
    const route = routes().find(({ pageId }) => pageId === page.id)
    if (route && title !== undefined) palette.visit({ page: page.id, key: String(key), title })
  }, [palette, routes, page, key, title])
}

/** The key as rows have it: a number where the address writes one and the key is none of the texts. */
export function keyOf({ page, rowOf }: Crud, address: string): Key {
  const number = /^(?:0|[1-9]\d{0,14})$/.test(address) ? Number(address) : undefined
  const field = page.fields[page.entity.key ?? '']
  if (number === undefined || rowOf(address)) return address
  return field === undefined || field.kind === 'integer' || rowOf(number) ? number : address
}

/** The rows once they are others than those that were there, or came, first. */
function useChanged(crud: Crud, rows: readonly Row[]): readonly Row[] | null {
  const first = useRef<readonly Row[] | null>(null)
  if (first.current === null && crud.state.loaded) first.current = rows
  return first.current === null || first.current === rows ? null : rows
}

/** A record that was deleted, here or from its menu, is left. */
export function useLeaveDeleted(crud: Crud, address: string, leave: () => void): void {
  const latest = useRef(leave)
  latest.current = leave
  useEffect(
    () =>
      crud.hooks.after('delete', ({ ids }) => {
        if (ids.map(String).includes(address)) latest.current()
      }),
    [crud, address],
  )
}
