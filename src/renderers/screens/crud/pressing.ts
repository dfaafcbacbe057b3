import type { Crud } from '../../../runtime/crud/crud.ts'
import type { Key, Row } from '../../../runtime/rows.ts'
import { builtInAction } from '../../../schemas/language/action/builtInActions.ts'
import { confirm } from '../../ui/overlays/confirm.ts'
import { titleText } from './columns.ts'
import { type Pressed, pressOf } from './presses.ts'
import { titleOf } from './rowActions.ts'

/** Runs an action on rows: asks first where the page says so, then does what a press of its type does. */
export async function pressAction(name: string, pressed: Omit<Pressed, 'action' | 'keys'>): Promise<void> {
  const { crud, rows } = pressed
  const action = crud.page.actions[name] ?? builtInAction(name)
  if (action) await press({ ...pressed, action, keys: rows.map(crud.keyOf) })
}

async function press(pressed: Pressed): Promise<void> {
  const { crud, action, rows } = pressed
  const how = pressOf(action)
  // An action with a form asks when the form is sent.
  const isAsked = how.asks && crud.page.actions[action.name]?.confirm && Object.keys(action.fields).length === 0
  if (isAsked && !(await asks(crud, action.name, rows))) return
  await how.press(pressed)
}

/** The whole of a masked value, once the person agrees that this is noted; null when they do not, or it was refused. */
export async function revealed(crud: Crud, key: Key, field: string, row: Row | undefined): Promise<string | null> {
  const isAsked = crud.page.actions.reveal?.confirm === true
  if (isAsked && !(await asks(crud, 'reveal', row ? [row] : []))) return null
  return crud.reveal(key, field)
}

/** The confirmation of an action, with the fields of the row; values `entered` in its form take precedence. */
export async function asks(crud: Crud, name: string, rows: readonly Row[], entered: Readonly<Row> = {}): Promise<boolean> {
  const { t } = crud.loaded
  const row = rows.length === 1 ? rows[0] : undefined
  const { namedIn } = await import('./questionNames.ts')
  const named = namedIn(row ?? {}, entered, crud.page.actions[name]?.fields ?? {})
  const verb = titleOf(crud, name)
  const record = titleText(crud.page, row)
  const params = { ...named, n: rows.length }
  return confirm(t(`actions.${name}.confirm`, params), {
    title: record === undefined ? verb : `${verb} · ${record}`,
    yes: crud.loaded.find(`actions.${name}.yes`) === undefined ? verb : t(`actions.${name}.yes`, params),
    danger: crud.page.actions[name]?.severity === 'danger',
  })
}
