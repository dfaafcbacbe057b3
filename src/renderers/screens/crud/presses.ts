import type { Crud } from '../../../runtime/crud/crud.ts'
import type { Key, Row } from '../../../runtime/rows.ts'
import type { Action } from '../../../schemas/language/action/action.ts'

/** The context of a pressed button. */
export interface Pressed<A extends Action = Action> {
  crud: Crud
  action: A
  keys: readonly Key[]
  rows: readonly Row[]
  openDetail(key: Key): void
  openTool(name: string, row: Key | null): void
}

/** Does what a button says. `asks`: only after the person has agreed, where the page wants that. */
export interface Press<A extends Action = Action> {
  asks: boolean
  press(pressed: Pressed<A>): unknown
}

type Presses = { [T in Action['type']]: Press<Extract<Action, { type: T }>> }

/** An action with a form opens it, and asks when the form is sent; every other one is sent at once. */
const formOrCall: Press = {
  asks: true,
  press: ({ crud, action: { name, fields }, keys }) =>
    Object.keys(fields).length > 0 ? crud.openForm(name, keys) : crud.run(name, keys),
}

/** What is about the whole list has a tool. */
const listTool: Press = { asks: false, press: ({ action, openTool }) => openTool(action.name, null) }

/** What is about one row has one too. */
const rowTool: Press = { asks: false, press: ({ action, keys, openTool }) => openTool(action.name, keys[0] ?? null) }

/** What a press does, by the type of the action. */
const presses: Presses = {
  run: formOrCall,
  perRow: formOrCall,
  answer: { asks: true, press: ({ crud, action, keys }) => crud.ask(action.name, keys) },
  print: { asks: true, press: ({ crud, action, keys }) => crud.print(action.name, keys) },
  tool: { asks: false, press: ({ action, keys, openTool }) => openTool(action.tool, keys[0] ?? null) },
  detail: {
    asks: false,
    press: ({ keys: [key], openDetail }) => key !== undefined && openDetail(key),
  },
  add: { asks: true, press: ({ crud }) => crud.openForm('add') },
  edit: { asks: true, press: ({ crud, keys }) => crud.openForm('edit', keys) },
  addChild: {
    asks: true,
    press({ crud, keys: [key] }) {
      const parent = crud.page.entity.tree?.parent
      return parent !== undefined && key !== undefined && crud.openForm('addChild', [], { [parent]: key })
    },
  },
  copy: { asks: true, press: ({ crud, keys }) => crud.openForm('copy', keys) },
  delete: { asks: true, press: ({ crud, keys }) => crud.del(keys) },
  restore: { asks: true, press: ({ crud, keys }) => crud.restore(keys) },
  destroy: { asks: true, press: ({ crud, keys }) => crud.destroy(keys) },
  sort: formOrCall,
  reveal: formOrCall,
  history: rowTool,
  import: listTool,
  export: listTool,
  upload: listTool,
}

/** What a press of this action does. */
export function pressOf(action: Action): Press {
  const all: Readonly<Record<Action['type'], Press>> = presses
  return all[action.type]
}
