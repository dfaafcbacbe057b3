import type { Crud } from '../../../runtime/crud/crud.ts'
import type { Key, Row } from '../../../runtime/rows.ts'
import { builtInAction } from '../../../schemas/language/action/builtInActions.ts'
import { confirm } from '../../ui/overlays/confirm.ts'
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

/** A question before an action. */
interface Asked {
  /** Values entered in its form; they take precedence over those of the row. */
  entered?: Readonly<Row>
  /** What the button of its form says. */
  yes?: string | undefined
}

/** The confirmation of an action: it names its records, and what becomes of them. */
export async function asks(crud: Crud, name: string, rows: readonly Row[], { entered = {}, yes }: Asked = {}): Promise<boolean> {
  const { t } = crud.loaded
  const row = rows.length === 1 ? rows[0] : undefined
  const [{ namedIn }, { namesText }, { titled }, kept] = await Promise.all([
    import('../../../runtime/crud/actions/named.ts'),
    import('../../../runtime/crud/actions/said.ts'),
    import('./titles.ts'),
    name === 'delete' ? keptText(crud) : '',
    crud.preload(), // the words that name the records come with what is done next
  ])
  const named = namedIn(row ?? {}, entered, { fields: crud.page.actions[name]?.fields ?? {}, row: crud.page.fields })
  const verb = titleOf(crud, name)
  const names = namesText(crud.loaded, rows)
  const params = { ...named, n: rows.length, names, kept }
  const text = t(`actions.${name}.confirm`, params).trim().replaceAll('¥-', '-¥')
  const own = crud.loaded.find(`actions.${name}.yes`) === undefined ? undefined : t(`actions.${name}.yes`, params)
  return confirm(text, {
    title: row ? titled(crud, verb, [row]) : verb,
    yes: own ?? yes ?? verb,
    danger: crud.page.actions[name]?.severity === 'danger',
    ...(rows.length > 1 && !text.includes(names) ? { details: names } : {}),
  })
}

/** What becomes of records that are deleted, in words. */
async function keptText(crud: Crud): Promise<string> {
  const kept = await crud.kept()
  if (!kept) return ''
  if (kept.where === 'bin') return crud.loaded.t('ui.said.keptDays', { days: kept.days })
  return crud.loaded.t(kept.where === 'list' ? 'ui.said.kept' : 'ui.said.lost')
}
