import type { ActionKind } from './base.ts'
import { type BuiltInAction, isBuiltIn } from './builtInActions.ts'
import { type AnswerAction, answer } from './kinds/answer.ts'
import { builtIn } from './kinds/builtIn.ts'
import { type PerRowAction, perRow } from './kinds/perRow.ts'
import { type PrintAction, print } from './kinds/print.ts'
import { type RunAction, run } from './kinds/run.ts'
import { type ToolAction, tool } from './kinds/tool.ts'

/** An action that a page declares, by its `type`. */
export type OwnAction = RunAction | PerRowAction | AnswerAction | PrintAction | ToolAction

/** Something a person can do with a row, with the chosen rows, or with the list. The type of a built-in action is its reserved name. */
export type Action = OwnAction | BuiltInAction

/** Types of actions that pages declare, each with its file in kinds/. */
export const actionKinds = { run, perRow, answer, print, tool } satisfies {
  [T in OwnAction['type']]: ActionKind<Extract<OwnAction, { type: T }>>
}

/** The same table, typed for callers that handle actions of any type. */
export const anyKinds: Readonly<Record<OwnAction['type'], ActionKind<OwnAction, Action>>> = actionKinds

/** The values of `type`. */
export const actionTypes: readonly string[] = Object.keys(actionKinds)

/** What the language knows of an action's type. */
export function kindOfAction(action: Action): ActionKind<Action> {
  return isBuiltIn(action) ? builtIn : anyKinds[action.type]
}

/** An action that writes what the page states as data. */
export type WritingAction = RunAction | PerRowAction

/** Does the action write what the page states as data? */
export function isWriting(action: Action): action is WritingAction {
  return kindOfAction(action).writes === true
}
