import { type AnswerInputOf, actionsFor, type InputOf } from '../../../server/crud/defineActions.ts'
import type { Actions } from './actions.generated.ts'

/** Row actions of the pages of the shop, or of those that it extends, typed by the page; see `defineActions` of the engine. */
export const defineActions = actionsFor<Actions>()

/** One call of the action of this name. */
export type ActionInput<Name extends keyof Actions> = InputOf<Actions[Name]>

/** One question of the action of this name. */
export type AnswerInput<Name extends keyof Actions> = AnswerInputOf<Actions[Name]>

/** The values of the form of the action of this name. */
export type ActionValues<Name extends keyof Actions> = Actions[Name]['values']
