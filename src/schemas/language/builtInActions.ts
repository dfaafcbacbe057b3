import type { Field } from '../field.ts'
import type { Entity } from './entity/entity.ts'
import type { Action, Page, Severity } from './page.ts'

/** Actions every page may name in `table.row`, `table.bulk` and `table.toolbar` without declaring them. */
export const builtInActions: Readonly<Record<string, { node: string; icon: string; severity: Severity; confirm: boolean }>> = {
  detail: { node: 'index', icon: 'eye', severity: 'info', confirm: false },
  add: { node: 'add', icon: 'plus', severity: 'primary', confirm: false },
  addChild: { node: 'add', icon: 'plus', severity: 'info', confirm: false },
  copy: { node: 'add', icon: 'copy', severity: 'info', confirm: false },
  edit: { node: 'edit', icon: 'pencil', severity: 'info', confirm: false },
  delete: { node: 'del', icon: 'trash', severity: 'danger', confirm: true },
  sort: { node: 'sortable', icon: 'sort-alt', severity: 'info', confirm: false },
  export: { node: 'export', icon: 'file-export', severity: 'info', confirm: false },
  import: { node: 'import', icon: 'file-import', severity: 'info', confirm: false },
  upload: { node: 'upload', icon: 'upload', severity: 'primary', confirm: false },
  restore: { node: 'restore', icon: 'undo', severity: 'success', confirm: true },
  reveal: { node: 'reveal', icon: 'eye', severity: 'warning', confirm: true },
  destroy: { node: 'destroy', icon: 'trash', severity: 'danger', confirm: true },
}

/** Built-in actions on the list as a whole: they stand in `table.toolbar` and nowhere else. */
export const listActions: readonly string[] = ['export', 'import', 'upload']

/** The table whose rows are uploaded files: only lists of it take files in. */
export const fileTable = 'attachment'

/** Built-in actions of deleted rows, which stand in a list of their own (`table.deleted`). */
export const deletedActions = ['restore', 'destroy'] as const
/** Built-in actions whose form adds a row: they are sent as `add`, whatever row they began with. */
export const addingActions: readonly string[] = ['add', 'addChild', 'copy']

/** Built-in actions that begin with one row and so stand in `table.row` alone. */
export const oneRowActions: readonly string[] = ['addChild', 'copy']

/**
 * Does a copy of a row begin with its value of this field? Not with what makes a row the one it is (its key, its place in an order,
 * what no two rows share; of fields that are so together the last), nor with what nobody may read or write.
 */
export function isCopied({ key, weigh, unique }: Pick<Entity, 'key' | 'weigh' | 'unique'>, field: Field): boolean {
  if (field.readOnly || field.secret || field.mask || field.unique) return false
  return field.name !== key && field.name !== weigh && !unique.some((together) => together.at(-1) === field.name)
}

/** What a toolbar may hold besides actions of the page. */
export const toolbarItems = ['refresh', 'add', 'edit', 'delete', 'unfold', 'search', 'quickSearch', 'columns', 'density'] as const

/** The table of exports, over which pages stand where their files wait. */
export const exportTable = 'dataio_export'

/** The table of imports, over which a page stands that takes files for other lists. */
export const importTable = 'dataio_import'

/** Does the list take rows from files? */
export function takesFiles({ actions }: Pick<Page, 'actions'>): boolean {
  return actions.import !== undefined && actions.import.choose === undefined
}

/** A built-in action as an action of the page. */
export function builtInAction(name: string): Action | undefined {
  const facts = builtInActions[name]
  if (!facts) return undefined
  return {
    name,
    call: facts.node,
    confirmWhen: null,
    when: null,
    refuse: [],
    fields: {},
    set: null,
    log: null,
    notify: null,
    print: null,
    perRow: null,
    allowPartial: false,
    answer: null,
    topic: null,
    place: null,
    preview: null,
    next: 'refresh',
    builtIn: true,
    ...facts,
  }
}

/** Is the action about no row: one of the list as a whole, or of a form whose record is none? */
export function isRowless({ table, source }: Pick<Page, 'table' | 'source'>, name: string): boolean {
  if (source) return source.store !== 'row'
  return table.toolbar.includes(name) && !table.row.includes(name) && !table.bulk.includes(name)
}
