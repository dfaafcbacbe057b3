import type { Writer } from '../core/db/connect.ts'
import type { Actions } from './actions.generated.ts'
import type { ActionInput, AnswerInput, Row, RowAction } from './domain.ts'

/** What the page says of an action: the row it is about, as it is locked and as it is asked about, the values of its form and its rules. */
export interface ActionContract {
  row: object
  asked: object
  values: object
  refuse: string
}

/** One call of the action on one row. */
export type InputOf<A extends ActionContract> = Omit<ActionInput, 'row' | 'values'> & Pick<A, 'row' | 'values'>

/** One question of the action. */
export type AnswerInputOf<A extends ActionContract> = Omit<AnswerInput, 'row' | 'rows' | 'values'> & {
  row: A['asked']
  rows: readonly A['row'][]
  values: A['values']
}

/** A rule of the page's `refuse`. It is also asked before anybody fills in the form: then there are no values. */
type RuleOf<A extends ActionContract> = (
  input: Omit<ActionInput, 'row' | 'values'> & { row: A['row']; values: Partial<A['values']> },
) => Promise<boolean>

/** The server's part of an action (`RowAction`), with the row and the values that its page declares and each rule that it names. */
export type ActionOf<A extends ActionContract> = Pick<RowAction, 'lock' | 'sends'> & {
  before?(input: Omit<InputOf<A>, 'trx' | 'row' | 'keeps'>): Promise<void>
  run?(input: InputOf<A>): Promise<unknown>
  runAll?(input: Omit<InputOf<A>, 'row'> & { trx: Writer; rows: readonly A['row'][] }): Promise<Row>
  answer?(input: AnswerInputOf<A>): Promise<Row>
  prepare?(input: Pick<AnswerInputOf<A>, 'ctx' | 'db' | 'page' | 'action' | 'row'>): Promise<Row>
} & ([A['refuse']] extends [never] ? { refuse?: never } : { refuse: { readonly [Rule in A['refuse']]: RuleOf<A> } })

/** Defines actions of the pages of `All`, the `Actions` of a folder of schemas. */
export function actionsFor<All extends { [Name in keyof All]: ActionContract }>() {
  return (actions: { readonly [Name in keyof All]?: ActionOf<All[Name]> }): Readonly<Record<string, RowAction>> =>
    // The engine decodes and validates the values by the same page that the types come from.
    actions as Readonly<Record<string, RowAction>>
}

/**
 * Row actions by `<page id>.<call>`. A name that no page has, a value that its form does not have, and a rule that the page does not name,
 * or one that is missing, do not compile.
 */
export const defineActions = actionsFor<Actions>()
