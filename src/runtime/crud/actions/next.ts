import type { Page } from '../../../schemas/language/page.ts'
import { isFrameUrl, isOwnPath } from '../../navigation/navigation.ts'
import type { LoadedPage } from '../../page.ts'
import type { Key, Row } from '../../rows.ts'
import { asRow } from '../../rows.ts'

/**
 * Is it said that an action was done? Not where it leads to another place and has no words of its own for it (`actions.<name>.done`):
 * what opens shows it, and an action that only leads somewhere did nothing that could be done.
 */
export function isAnnounced({ page, find }: LoadedPage, done: Done, row: Row | undefined): boolean {
  return find(`actions.${done.action}.done`) !== undefined || nextStep(page, done, row) === undefined
}

/** An action that was done: on which rows, and what the server answered. */
export interface Done {
  action: string
  ids: readonly Key[]
  data?: unknown
}

/** What the screen does next, besides reloading the list. `download` is null when the answer has no address that may be fetched. */
export type Step = { open: Key } | { page: string; query: string } | { download: string | null } | { path: string }

/**
 * What comes after an action by its `then`; undefined when the list is all. What is about one row comes after an action on one row only.
 * `row` is that row as the person saw it.
 */
export function nextStep(page: Page, { action, ids, data }: Done, row: Row | undefined): Step | undefined {
  const next = page.actions[action]?.next ?? 'refresh'
  if (next === 'refresh') return undefined
  if (next === 'download') {
    const { url } = asRow(data)
    return { download: typeof url === 'string' && isFrameUrl(url) ? url : null }
  }
  if (next === 'follow') {
    const { path } = asRow(data)
    return typeof path === 'string' && isOwnPath(path) ? { path } : undefined
  }
  const [key] = ids.length === 1 ? ids : []
  if (next === 'open') return key === undefined ? undefined : { open: key }
  const names = Object.entries(next.query)
  if (names.length > 0 && !row) return undefined
  const values = names.map(([name, from]) => [name, String(row?.[from] ?? '')])
  return { page: next.page, query: new URLSearchParams(values).toString() }
}
