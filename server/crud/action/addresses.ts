import type { Action } from '../../../src/schemas/language/action/action.ts'
import type { ActionBase } from '../../../src/schemas/language/action/base.ts'
import type { Handler } from '../../core/handler.ts'
import type { At, Row, RowAction, Writing } from '../domain.ts'
import type { Screen } from '../screen/screen.ts'
import type { ActionCall } from './call.ts'

/** How the addresses of a page are made. */
export interface Addressing {
  at: At
  writing: Writing
}

/** All that the server knows of one type of action. */
export interface ActionServer<A extends ActionBase> {
  /** Does the page, or the server's part, say what it does? */
  isServed(action: A, own: RowAction): boolean
  /** Its addresses, each with its permission node. */
  addresses(screen: Screen, action: A, to: Addressing): Handler[]
}

/** The address of the first values of an action's form; none where it has no form. */
export function formAddress<A extends Action>(
  screen: Screen,
  action: A,
  at: At,
  first: (call: ActionCall<A>) => Promise<Row>,
): Handler[] {
  if (Object.keys(action.fields).length === 0) return []
  return [at('GET', action.call, action.node, (ctx) => first({ screen, action, ctx }))]
}
