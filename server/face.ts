/**
 * `kontor/server`: what the server half of a workspace may use. Everything else of the package may change with any version; this face changes
 * by semver. A workspace that is a folder has its code in `server/*.ts`, one file or several, each with `export default defineScreens(…)`.
 */
import type { Action } from '../src/schemas/language/action/action.ts'
import type { RowAction, ScreenHooks } from './crud/domain.ts'

export { sql } from 'kysely'
export type { Actor, Context, Lang } from './core/context.ts'
export type { Reader, Writer } from './core/db/connect.ts'
export { Refused } from './core/refuse.ts'
export type {
  ActionInput,
  AnswerInput,
  Compute,
  DecorateInput,
  DeleteInput,
  FieldMessage,
  Row,
  RowAction,
  SaveInput,
  ScopePurpose,
  ScreenHooks,
} from './crud/domain.ts'
export type { Action }

/** What the code of a workspace adds to one of its screens. */
export interface ScreenCode {
  /** What actions do beyond their data, by the action's `call`. */
  readonly actions?: Readonly<Record<string, RowAction>>
  /** What the list, the form, saving and deleting do beyond theirs. */
  readonly hooks?: ScreenHooks
}

/** The code of screens by their id, as `defineScreens` gives it. */
export class Screens {
  readonly byId: ReadonlyMap<string, ScreenCode>
  constructor(screens: Readonly<Record<string, ScreenCode>>) {
    this.byId = new Map(Object.entries(screens))
  }
}

/**
 * The default export of a file in `server/`: what its screens do that a page cannot say.
 *
 * @param screens by the id of the page, such as `work/task`
 */
export function defineScreens(screens: Readonly<Record<string, ScreenCode>>): Screens {
  return new Screens(screens)
}
