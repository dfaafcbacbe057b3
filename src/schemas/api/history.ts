/** What happened to a row. */
export type HistoryOperation = 'add' | 'edit' | 'delete'

/** One field of a change, in words. */
export interface HistoryField {
  name: string
  label: string
  /** '' where there was nothing, or is nothing now. */
  before: string
  after: string
  /** The person may give the field back the value it had before. */
  restorable: boolean
}

/** A change of a row that belongs to the record: a variant, a linked group. */
export interface HistoryPart {
  label: string
  operation: HistoryOperation
  fields: readonly HistoryField[]
}

/** What one save or one action changed. */
export interface HistoryEntry {
  /** The change that `restoreVersion` is told; larger is later. */
  id: number
  /** Unix seconds. */
  time: number
  /** Who it was, in words. */
  who: string
  /** What was done: the title of the button, as far as one is known. */
  what: string
  operation: HistoryOperation
  fields: readonly HistoryField[]
  parts: readonly HistoryPart[]
}

/** Answer of `history`: the latest first; `more` says that there are earlier ones. */
export interface HistoryAnswer {
  list: readonly HistoryEntry[]
  more: boolean
}
