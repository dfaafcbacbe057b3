import { builtInActions, isBuiltInName } from '../language/action/builtInActions.ts'
import type { Page } from '../language/page.ts'
import type { WorkNews } from './works.ts'

/** Records of one bulk change at most. */
export const bulkRows = 10_000
/** Bulk changes of one person that wait or run at once. */
export const bulkAtOnce = 3
/** Days that the records of a bulk change are kept, with what became of each. */
export const bulkDays = 7

/** States of a bulk change. Only what was reviewed can be started. */
export const bulkStatus = { reviewed: 0, waiting: 1, running: 2, done: 3, failed: 4, cancelled: 5 } as const

/** What became of a record of a bulk change. */
export const bulkOutcome = { pending: 0, done: 1, skipped: 2, failed: 3, undone: 4 } as const

/** Why records are left out, and how many. */
export interface BulkReason {
  text: string
  n: number
}

/** A record as the review shows it; `reason` says why it would be left out, '' where it would not. */
export interface BulkSample {
  key: string
  name: string
  reason: string
}

/** What a bulk change would do, found without doing it. */
export interface BulkReview {
  id: number
  /** Records that match now. */
  total: number
  /** Those to which it would be done. */
  fit: number
  /** Of these, those on which it was tried; the others are judged by their state and by rights alone. */
  tried: number
  /** Why the others are left out, the most frequent first. */
  reasons: BulkReason[]
  sample: BulkSample[]
  /** Can it be undone as a whole? */
  undo: boolean
}

/** How a bulk change stands. */
export interface BulkNews extends WorkNews {
  name: string
  /** Page and action. */
  target: string
  action: string
  succeeded: number
  skipped: number
  failed: number
  undone: number
  error: string
  /** Can what was done be undone now, by this person? */
  undo: boolean
  reasons: BulkReason[]
}

/** Does it wait or run? */
export function isBulkOpen({ status }: Pick<WorkNews, 'status'>): boolean {
  return status === bulkStatus.waiting || status === bulkStatus.running
}

/** Types of actions that are done to one record after another. Their table (language/action) would come with every list. */
const oneByOne: readonly string[] = ['run']

/** What happens when it was done, where the action says so. */
function nextOf({ next }: { name: string; next?: unknown }): unknown {
  return next
}

/** Actions of deleted records, which are in a list of their own. */
const ofDeleted: readonly string[] = ['restore', 'destroy']

/** Is the action done to deleted records? */
export function isOfDeleted(action: string): boolean {
  return ofDeleted.includes(action)
}

/**
 * Can the action be done to all records that a list finds? Those with one answer to the person (a file, a page that opens next) cannot, nor
 * those with a line for each record.
 */
export function takesAll({ actions, table, entity }: Pick<Page, 'actions' | 'table' | 'entity'>, name: string): boolean {
  if (entity.key === null || entity.tree) return false
  if (isOfDeleted(name)) return table.deleted.includes(name)
  if (name === 'delete') return table.bulk.includes(name) || table.toolbar.includes(name)
  const action = actions[name]
  return action !== undefined && oneByOne.includes(action.type) && table.bulk.includes(name) && nextOf(action) === 'refresh'
}

/** The right that an action needs. */
export function bulkNode({ actions }: Pick<Page, 'actions'>, name: string): string {
  return actions[name]?.node ?? (isBuiltInName(name) ? builtInActions[name].node : name)
}
