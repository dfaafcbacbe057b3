import type { Page } from '../page.ts'
import type { Action } from './action.ts'

type OfType<T extends Action['type']> = Extract<Action, { type: T }>
type Actions = Pick<Page, 'actions'>

/** The action of this name where it is of this type; undefined where there is none, or one of another type. */
export function actionOf<T extends Action['type']>({ actions }: Actions, name: string, type: T): OfType<T> | undefined {
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined
  return action && isOf(action, type) ? action : undefined
}

/** The actions of one type, in the order of the page. */
export function actionsOf<T extends Action['type']>({ actions }: Actions, type: T): OfType<T>[] {
  return Object.values(actions).flatMap((action) => (isOf(action, type) ? [action] : []))
}

function isOf<T extends Action['type']>(action: Action, type: T): action is OfType<T> {
  return action.type === type
}
