import { useCallback } from 'react'
import type { Crud } from '../../../runtime/crud/crud.ts'
import type { Key, Row } from '../../../runtime/rows.ts'
import { listActions } from '../../../schemas/language/builtInActions.ts'
import { confirm } from '../../ui/overlays/confirm.ts'
import { titleText } from './columns.ts'
import { titleOf } from './rowActions.ts'

export type Run = (name: string, rows: readonly Row[]) => void

/** How the built-in actions are done; every other one opens its form or is sent at once. */
type Doing = (crud: Crud, keys: readonly Key[], rows: readonly Row[]) => unknown

const builtIns: Readonly<Record<string, Doing>> = {
  add: (crud) => crud.openForm('add'),
  edit: (crud, keys) => crud.openForm('edit', keys),
  addChild: (crud, keys) => {
    const parent = crud.page.entity.tree?.parent
    return parent !== undefined && keys[0] !== undefined ? crud.openForm('addChild', [], { [parent]: keys[0] }) : undefined
  },
  copy: (crud, keys) => crud.openForm('copy', keys),
  delete: (crud, keys) => crud.del(keys),
  restore: (crud, keys) => crud.restore(keys),
  destroy: (crud, keys) => crud.destroy(keys),
}

/** Runs an action on rows: asks first where the page says so, then opens its form or sends it. What is about the whole list has a tool. */
export function useRun(
  crud: Crud,
  openDetail: (key: Key) => void,
  openTool: (name: string, row: Key | null) => void = () => {},
): Run {
  return useCallback(
    (name, rows) => {
      const keys = rows.map(crud.keyOf)
      if (name === 'detail') {
        if (keys[0] !== undefined) openDetail(keys[0])
        return
      }
      const { tool } = crud.page.actions[name] ?? {}
      if (listActions.includes(name) || tool) openTool(tool ?? name, tool ? (keys[0] ?? null) : null)
      else void start(crud, name, keys, rows)
    },
    [crud, openDetail, openTool],
  )
}

async function start(crud: Crud, name: string, keys: readonly Key[], rows: readonly Row[]): Promise<void> {
  const action = crud.page.actions[name]
  const hasForm = Object.keys(action?.fields ?? {}).length > 0
  // An action with a form asks when the form is sent.
  if (action?.confirm && !hasForm && !(await asks(crud, name, rows))) return
  const doing = builtIns[name]
  if (action?.print) {
    await crud.print(name, keys)
    return
  }
  if (action?.answer) {
    await crud.ask(name, keys)
    return
  }
  if (doing) await doing(crud, keys, rows)
  else if (hasForm) await crud.openForm(name, keys)
  else await crud.run(name, keys)
}

/** The whole of a masked value, once the person agrees that this is noted; null when they do not, or it was refused. */
export async function revealed(crud: Crud, key: Key, field: string, row: Row | undefined): Promise<string | null> {
  const isAsked = crud.page.actions.reveal?.confirm === true
  if (isAsked && !(await asks(crud, 'reveal', row ? [row] : []))) return null
  return crud.reveal(key, field)
}

/** The question of an action, with the fields of the row at hand; what is `entered` in its form stands before them. */
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
