import type { CrudContext } from '../context.ts'
import type { List } from '../list/list.ts'
import { createViews, type Views } from '../list/views.ts'
import { createOptions, type Options } from '../options.ts'
import { type Answers, createAnswers } from './answers.ts'
import { createAttempts } from './attempts.ts'
import { type Cells, createCells } from './cells.ts'
import { createForms, type Forms } from './forms.ts'
import { createPrints, type Prints } from './print.ts'
import { createWrites, type Writes } from './writes.ts'

/** What a screen of records can do beyond showing its list. */
export interface CrudActions extends Forms, Writes, Cells, Answers, Prints, Options, Views {}

/** Makes it over the screen's state and list. */
export function createCrudActions(context: CrudContext, list: List): CrudActions {
  const choices = createOptions(context)
  const attempts = createAttempts(context, list)
  const writes = createWrites(context, list, attempts)
  return {
    ...createForms({ context, list, options: choices, attempts, run: writes.run }),
    ...writes,
    ...createCells(context, list, attempts),
    ...createAnswers(context, list),
    ...createPrints(context, list),
    ...choices,
    ...createViews(context),
  }
}
