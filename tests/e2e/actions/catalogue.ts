import type { Schema } from '../../../codegen/schema/schema.ts'
import { actionsOf } from '../../../src/schemas/language/action/actionOf.ts'
import { isBuiltIn } from '../../../src/schemas/language/action/builtInActions.ts'
import { itemActions } from '../../../src/schemas/language/items/items.ts'
import type { Page } from '../../../src/schemas/language/page.ts'

/** Where a person finds an action: what is pressed there differs, what it does is the same. */
export type Place = 'row' | 'bulk' | 'toolbar' | 'deleted' | 'head' | 'save' | 'form' | 'preview' | 'cell' | 'item'

/** An action of a page of the back office with all its places, at least one. */
export interface Pressed {
  /** `<page id>.<action>` */
  id: string
  page: Page
  name: string
  places: readonly Place[]
}

/** The screens themselves are these actions: there is no button. */
const screens = (page: Page, name: string) => name === 'detail' && (page.kind === 'dashboard' || page.kind === 'detail')

/** Every action of every page of the back office, in a stable order. */
export function allActions(schema: Schema): Pressed[] {
  return [...schema.pages.values()]
    .filter(({ area }) => area === 'admin')
    .flatMap((page) =>
      Object.keys(page.actions)
        .filter((name) => !screens(page, name))
        .map((name) => ({ id: `${page.id}.${name}`, page, name, places: placesOf(page, name) })),
    )
    .sort((a, b) => (a.id < b.id ? -1 : 1))
}

/** As the renderers lay them out: useListModel.ts, ListTools.tsx, FormScreen.tsx, FormActions.tsx. */
function placesOf(page: Page, name: string): Place[] {
  const { row, bulk, toolbar, deleted } = page.table
  const action = page.actions[name]
  if (page.kind === 'form') {
    if (itemActions[name as keyof typeof itemActions]) return ['item']
    if (page.form.actions.includes(name)) return ['form']
    return [action && isBuiltIn(action) ? 'save' : 'head']
  }
  const chosen = bulk.includes(name) || (toolbar.includes(name) && (name === 'edit' || name === 'delete'))
  const onList = toolbar.includes(name) && !chosen
  const previewed = actionsOf(page, 'run').some(({ preview }) => preview === name)
  return [
    ...(row.includes(name) || name === 'history' ? ['row' as const] : []),
    ...(chosen ? ['bulk' as const] : []),
    ...(onList ? ['toolbar' as const] : []),
    ...(deleted.includes(name) ? ['deleted' as const] : []),
    ...(page.form.actions.includes(name) && !row.includes(name) ? ['form' as const] : []),
    ...(previewed ? ['preview' as const] : []),
    ...(name === 'reveal' ? ['cell' as const] : []),
  ]
}
