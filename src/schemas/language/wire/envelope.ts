import type { ColumnLayout } from './columnLayout.ts'

/** What every answer of the wire looks like (protocol 1.1). `time` is the request's time in unix seconds. */
export interface Envelope<T = unknown> {
  code: EnvelopeCode
  msg: string
  time: number
  data: T
}

/** 1 ok · 0 refused · 302 go to route · 303 sign-in state · 401 no right · 409 access token expired, and nothing else (decision 3). */
export type EnvelopeCode = 1 | 0 | 302 | 303 | 401 | 409

/**
 * `data` of a refusal (code 0): messages by field, or a type: 'conflict' for a record changed meanwhile or an action in flight,
 * 'secondFactor' for a sign-in that lacks the code of the second factor, or has a wrong one.
 */
export interface Refusal {
  errors?: Record<string, string>
  type?: 'conflict' | 'secondFactor'
  /** With a conflict: the fields that hold something else than was read; null where nobody noted who did it. */
  changes?: Record<string, FieldChange | null>
  /** With a conflict: the rows that an action found in a state in which it is not possible. */
  rows?: ChangedRow[]
  /** id of the server's log line, given with unexpected errors only. */
  id?: string
}

/** Who changed something last ('' when that is not to be told), and when (unix seconds). `own`: the same person, elsewhere. */
export interface FieldChange {
  who: string
  time: number
  own: boolean
}

/** A row in another state than an action needs: its key, the state in words ('' where no word says it), and who brought it there. */
export interface ChangedRow {
  key: string | number
  state: string
  change: FieldChange | null
}

/** One page of a list. Trees carry no total. */
export interface ListAnswer<Row = Record<string, unknown>> {
  list: Row[]
  total?: number
  /** 'estimate' when the number of rows is above the bound up to which it is counted (10 000). */
  total_is?: 'exact' | 'estimate'
  remark: string
}

/** Answer to a request for the options of a remote select. */
export interface OptionsAnswer {
  list: { value: string | number; label: string; pid?: number; disabled?: boolean; preselected?: boolean }[]
  total: number
}

/** Answer to a request for the labels of what several remote selects of one form hold, by the field's name. */
export interface LabelsAnswer {
  labels: Record<string, OptionsAnswer['list']>
}

/** Figures over the whole result of a list, each in the wire form of its field; and the number of rows of each tab, with `all`. */
export interface SummaryAnswer {
  summary: Record<string, string | number | null>
  tabs: Record<string, number>
}

/** A saved view of a list: its filters and order as the address writes them, and its columns. */
export interface SavedView {
  id: number
  name: string
  query: string
  columns: ColumnLayout
  /** Everybody who may see the list has it. */
  shared: boolean
  /** The person may change and delete it. */
  own: boolean
  /** Who saved it; '' when it was the person. */
  by: string
}

/** The views that a person has of a list, in their order. */
export interface ListViews {
  list: readonly SavedView[]
  /** Id of the view that the list opens with; null: none. */
  start: number | null
  /** May the person share views of the list? */
  mayShare: boolean
}
