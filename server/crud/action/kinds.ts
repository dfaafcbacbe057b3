import type { OwnAction } from '../../../src/schemas/language/action/action.ts'
import { isBuiltIn } from '../../../src/schemas/language/action/builtInActions.ts'
import type { Handler } from '../../core/handler.ts'
import type { RowAction } from '../domain.ts'
import type { Screen } from '../screen/screen.ts'
import type { ActionServer, Addressing } from './addresses.ts'
import { answer } from './answer.ts'
import { rowActionOf } from './call.ts'
import { requireNotices } from './effects.ts'
import { perRow } from './perRow.ts'
import { print } from './print.ts'
import { run } from './run.ts'

/** The browser opens the tool; the server has no part in it. */
const tool: ActionServer<OwnAction> = { isServed: () => true, addresses: () => [] }

/** What the server does for each type of action. Built-in actions are served by the screen: to edit is also to set a switch in a list. */
const kinds: Readonly<Record<OwnAction['type'], ActionServer<OwnAction>>> = { run, perRow, answer, print, tool } satisfies {
  [T in OwnAction['type']]: ActionServer<Extract<OwnAction, { type: T }>>
}

/** The addresses of the actions that a page declares. Throws when it asks for rules or effects that nobody wrote. */
export function actionAddresses(screen: Screen, to: Addressing): Handler[] {
  return Object.values(screen.page.actions).flatMap((action) => {
    if (isBuiltIn(action)) return []
    requireServed(screen, action, rowActionOf({ screen, action }))
    return kinds[action.type].addresses(screen, action, to)
  })
}

function requireServed(screen: Screen, action: OwnAction, own: RowAction): void {
  const { id } = screen.page
  const name = `${id}.${action.call}`
  if (!kinds[action.type].isServed(action, own))
    throw new Error(
      `${id}: action "${action.name}" does nothing: give it "set", "log" or "notify", or a row "${name}" in a module of the server`,
    )
  requireNotices(screen, action)
  const missing = action.refuse.filter((rule) => !own.refuse?.[rule])
  if (missing.length > 0) throw new Error(`${id}: action "${action.name}": no rule ${missing.join(', ')} in "${name}"`)
}
