import type { Page } from '../../../src/schemas/language/page.ts'
import type { Context } from '../../core/context.ts'
import type { DecorateInput, Row } from '../domain.ts'
import type { Screen } from '../screen/screen.ts'

/** How answers of screens look to one client. The engine and the hooks of screens work in Kontor's model and know no other. */
export interface Presenter {
  /** Does it say which columns of a list it shows? Else rows carry all of them. */
  choosesColumns: boolean
  /** Does it load the pages from here? Else it has its own. */
  deliversPages: boolean
  /** Does it show who changed what meanwhile, when a write is refused for that? */
  showsChanges: boolean
  /** Finishes the rows of an answer in place, after the screen's own `decorate`. There is at least one. */
  rows(screen: Pick<Screen, 'hooks'>, input: DecorateInput): Promise<void>
  /** Finishes the values that the form of a new record begins with, in place. */
  newValues(ctx: Context, page: Page, row: Row): void
  /** Members that only this client reads beside `list`, or beside the `row` of a form. */
  extra(screen: Pick<Screen, 'hooks'>, ctx: Context): Promise<Row>
  /** The same beside the `row` of a form to add or edit a record. */
  formExtra(screen: Pick<Screen, 'hooks'>, ctx: Context): Promise<Row>
  /** What was posted to save a form of names and values, as the engine takes it. */
  settings(screen: Pick<Screen, 'hooks'>, ctx: Context): Row
  /** What a write answers. */
  written(result: Row): Row | null
}
