import type { Page } from '../../schemas/language/page.ts'
import type { Row } from '../crud/crud.ts'
import type { FormParts } from '../form/items.ts'
import type { HttpClient } from '../http/client.ts'
import type { LoadedPage } from '../page.ts'

/** How one screen works with a server other than Kontor's own. */
export interface ScreenWire {
  /** The page without what that server does not have. */
  page: Page
  /** A client that takes the screen's calls and makes them in that server's words; its answers come back in ours. */
  http(http: HttpClient, t: LoadedPage['t']): HttpClient
  /** May lists show this field, or with `search`, filter and sort by it? Absent: what the first row of a list has. */
  knows?(field: string, use?: 'search'): boolean
  /** Where that server has no node for a call of this screen: may the person who has the screen make it? */
  allows?(node: string): boolean
  /** Other keys under which the words of a key may be found. */
  words?(key: string): readonly string[]
  /** The form and its record, of an answer that describes both. */
  form?(loaded: LoadedPage, answer: Row): { parts: FormParts; row: Row }
  /** A form with tabs saves the tab in front alone. */
  savesTab?: true
  /** It answers what a dashboard shows. */
  hasFigures?: true
  /** It answers the row that a field of a form names. */
  hasLookup?: true
}

/** Makes the wire of a screen; null for a screen that works with that server as it is. */
export type LoadScreenWire = (page: Page) => Promise<ScreenWire>
