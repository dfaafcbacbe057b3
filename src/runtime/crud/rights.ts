import type { Condition } from '../../schemas/condition.ts'
import { isObject } from '../../schemas/isObject.ts'
import { listActions } from '../../schemas/language/action/builtInActions.ts'
import { failures, holds } from '../../schemas/language/condition/predicate.ts'
import { conditionWords, pageVocabulary } from '../../schemas/language/condition/wording.ts'
import type { Row } from '../rows.ts'
import type { CrudContext } from './context.ts'

/** Whether an action can be used. */
export interface Right {
  /** Show the button: the right is held and, when a row is given, its condition holds. */
  visible: boolean
  /** The right is held, whatever the row. */
  allowed: boolean
  /** What is missing, in words; empty when nothing is. */
  readonly why: string[]
  /** What the server says of just this row and action, a sentence of its own; then `why` may be empty. */
  denied?: string
}

export interface Rights {
  can(action: string, row?: Row): Right
  /** Does a condition over a row hold for the acting person, now? */
  holds(condition: Condition, row: Row): boolean
  /** May values be edited in the list, as far as their rows allow it? */
  editsCells(): boolean
  /** Does the person hold this node of the screen? */
  holdsNode(node: string): boolean
  /** What the person may do with deleted rows; empty: they are not shown. */
  deletedActions(): string[]
}

/** Nodes of what every screen can do, for screens that do not name the action in their table. */
const commonNodes: Readonly<Record<string, string>> = {
  index: 'index',
  detail: 'index',
  add: 'add',
  addChild: 'add',
  copy: 'add',
  edit: 'edit',
  delete: 'del',
  sort: 'sortable',
}

/** Makes the rights of a screen: node and condition, the same two the server checks. */
export function createRights(context: CrudContext): Rights {
  const { page, loaded, words } = context
  const vocabulary = pageVocabulary(page, loaded.t, (key, params) => words.t(key, params))
  const rights: Rights = {
    deletedActions: () => (context.dialect.listActions ? page.table.deleted.filter((name) => rights.can(name).visible) : []),
    editsCells: () => context.dialect.savesChanges && context.state.query.deleted !== true && rights.can('edit').visible,
    holdsNode: (node) => context.can(node),
    holds: (condition, row) => holds(condition, { values: row, ...context.actor() }),
    can(name, row) {
      const action = page.actions[name]
      const node = action?.node ?? commonNodes[name]
      const reason = name === 'detail' || name === 'reveal' || name === 'history' ? null : page.entity.readOnly
      const known = !listActions.includes(name) || context.dialect.listActions
      const allowed = node !== undefined && known && context.can(node)
      const missing = row && action?.when ? failures(action.when, { values: row, ...context.actor() }) : []
      const denied = row && deniedBy(row)?.[name]
      return {
        visible: allowed && reason === null && missing.length === 0 && typeof denied !== 'string',
        allowed,
        // Said only when somebody asks: a list asks of every row and action whether, and of hardly any why not.
        get why() {
          return [
            ...(reason === null ? [] : [loaded.find(`readOnly.${reason}`) ?? words.say('ui.crud.readOnly')]),
            ...(allowed ? [] : [words.say('ui.crud.noRight')]),
            ...missing.map((condition) => conditionWords(condition, vocabulary)),
          ]
        },
        ...(typeof denied === 'string' ? { denied } : {}),
      }
    },
  }
  return rights
}

/** Actions that the server refuses for this row because of its state: action → reason, in the person's language. */
function deniedBy(row: Row): Readonly<Record<string, unknown>> | undefined {
  const denied = row._denied
  return isObject(denied) ? denied : undefined
}
