import type { Key, Row } from '../../rows.ts'
import { flatRows } from '../../rows.ts'
import type { CrudContext } from '../context.ts'
import type { ListState } from '../query.ts'
import type { Address } from './address.ts'
import type { List } from './list.ts'

/** What is known of a list when one goes through it record by record. */
export interface Listed {
  /** Keys of the rows that are there, in order; of a tree each before those below it. */
  keys: readonly Key[]
  query: Pick<ListState, 'page' | 'limit'>
  /** Rows on all pages; null while unknown. */
  total: number | null
  /** All rows are there, whatever their number. */
  whole: boolean
}

/** Where a record is in its list, and whether there is one before and behind it. */
export interface Place {
  /** Counted from 1 over all pages; null when the list does not hold the record (any more). */
  position: number | null
  previous: boolean
  next: boolean
}

/**
 * Where a record is. `last` is where it was when the list still held it: what it was followed by has taken its place, so that one can go
 * on after a step that took the record out of the list.
 */
export function placeIn({ keys, query, total, whole }: Listed, key: string, last: number): Place {
  const at = indexOf(keys, key)
  const before = whole ? 0 : (query.page - 1) * query.limit
  const from = at < 0 ? last : at
  if (from < 0) return { position: null, previous: false, next: false }
  const following = at < 0 ? from : from + 1
  const isMore = !whole && total !== null && before + keys.length < total
  return {
    position: at < 0 ? null : before + at + 1,
    previous: from > 0 || (!whole && query.page > 1),
    next: following < keys.length || isMore,
  }
}

/** What is needed of a screen to see its list. */
type Shown = Pick<CrudContext, 'state' | 'page'> & Pick<List, 'keyOf'>

/** The list of a screen as neighbours are found in it. */
export function listedBy({ state, keyOf, page }: Shown): Listed {
  return { keys: keysOf(state.rows, keyOf), query: state.query, total: state.total, whole: page.entity.tree !== null }
}

/** The record before or behind another, from the next page where this one ends; null when there is none. */
export async function neighbourOf(
  crud: Shown & Pick<Address, 'setPage'>,
  key: string,
  by: 1 | -1,
  last: number,
): Promise<Key | null> {
  const listed = listedBy(crud)
  const at = indexOf(listed.keys, key)
  const there = at >= 0 ? at + by : by > 0 ? last : last - 1
  const near = listed.keys[there]
  if (near !== undefined) return near
  const place = placeIn(listed, key, last)
  if (by > 0 ? !place.next : !place.previous) return null
  if (!(await crud.setPage(crud.state.query.page + by))) return null
  const keys = keysOf(crud.state.rows, crud.keyOf)
  return (by > 0 ? keys[0] : keys.at(-1)) ?? null
}

/** Where a record is among the rows that are there; -1 when it is not. */
export function indexOf(keys: readonly Key[], key: string): number {
  return keys.findIndex((each) => String(each) === key)
}

function keysOf(rows: readonly Row[], keyOf: (row: Row) => Key): Key[] {
  return [...flatRows(rows)].map(keyOf)
}
