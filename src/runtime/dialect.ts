import type { Field } from '../schemas/field.ts'
import type { Page } from '../schemas/language/page.ts'
import type { OptionsAnswer } from '../schemas/language/wire/envelope.ts'
import type { SearchTerm } from '../schemas/language/wire/query.ts'
import type { Row } from './rows.ts'

/** Which server is spoken to. `kontor`: Kontor's own. `buildadmin`: a BuildAdmin server, which is sent only what it knows (decision 19). */
export type DialectName = 'kontor' | 'buildadmin'

/**
 * How the client speaks to a kind of server: what it sends, what it may ask for, and how it reads answers. One object a server, in wire/
 * (decision 0082). What differs from screen to screen is in wire/buildadmin.
 */
export interface Dialect {
  /** Headers besides those of every call. */
  headers: Readonly<Record<string, string>>
  /** Ask for a new refresh token with each refresh (decision 1). */
  rotatesTokens: boolean
  /** The server may have live notifications. */
  hasFeed: boolean
  /** Screens whose data the server does not have. */
  absentPages: readonly string[]

  /** What a write carries besides its payload, so that it is done once and never over a newer version. */
  guards(key: string, version?: string): object
  /** Edits send only the fields that changed. */
  savesChanges: boolean
  /** Search, sort, show and post only fields that rows of the server have shown. */
  onlyShownFields: boolean

  /** Lists can be searched by fields that live in a link table. */
  searchesLinks: boolean
  /** The search of a list as the server understands it, at `now` (unix seconds); null: as it is. */
  search: ((terms: readonly SearchTerm[], page: Page, now: number) => SearchTerm[]) | null
  /** The next page of a list can be asked for by the last row of this one. */
  cursors: boolean
  /** Lists can be asked for with the columns that are shown; rows then carry these, and what else the screen needs. */
  choosesColumns: boolean
  /** Lists and dashboards have figures. */
  figures: boolean
  /** Lists have the built-in actions about the list as a whole, and a recycle bin. */
  listActions: boolean
  /** The server finds records of all lists by their names. */
  findsRecords: boolean
  /** Views of lists are kept on the server. */
  savesViews: boolean

  /** Call that reads one record. */
  recordCall: 'info' | 'edit'
  /** A row of the list is the whole record. */
  rowIsRecord: boolean
  /** Forms that add, copy or call an action can ask for their first values. */
  firstValues: boolean
  /** Ticked trees are stored with the ancestors of what is ticked; otherwise records hold the leaves alone. */
  storesAncestors: boolean
  /** Form pages have the plugins that the page names. */
  formPlugins: boolean
  /** The record in the answer of a page of one record; `key` has to be sent back with it. */
  record(answer: Row): { row: Row; key?: unknown }

  /** Reads the choices of a remote select; null: the screen's own call `options` does. */
  choices: ((asked: ChoicesAsked) => Promise<ChoicesPage>) | null
  /** The call that lists uploaded files to choose from. */
  attachments(asked: AttachmentsAsked): { path: string; params: object }
}

/** Which choices a remote select wants. */
export interface ChoicesAsked {
  /** Id of the page, `auth/admin`. */
  page: string
  field: Field
  /** quickSearch, page, limit, initValue. */
  params: object
  /** Reads an address; the data of its answer. */
  get(path: string, params: object): Promise<Row>
}

/** One page of choices. */
export interface ChoicesPage {
  list: OptionsAnswer['list']
  total: number
}

/** Which uploaded files are wanted; `accept` as the attribute of a file input has it. */
export interface AttachmentsAsked {
  page: number
  limit: number
  search: string
  accept: string
}

/** The dialect a host named; '' is Kontor's own. Throws for any other text. */
export function readDialect(text: string): DialectName {
  const name = text.trim() || 'kontor'
  if (name === 'kontor' || name === 'buildadmin') return name
  throw new Error(`<meta name="kontor-dialect"> of the page says "${text}": it must be "kontor" or "buildadmin"`)
}
