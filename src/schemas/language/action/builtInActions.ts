import type { Field } from '../../field.ts'
import type { Entity } from '../entity/entity.ts'
import type { FormSource } from '../form/formSource.ts'
import type { Table } from '../list/table.ts'
import type { ActionBase } from './base.ts'

/** Actions every page may name in `table.row`, `table.bulk` and `table.toolbar` without declaring them; each name is a type of its own. */
export const builtInActions = {
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
  history: { node: 'index', icon: 'history', severity: 'info', confirm: false },
  reveal: { node: 'reveal', icon: 'eye', severity: 'warning', confirm: true },
  destroy: { node: 'destroy', icon: 'trash', severity: 'danger', confirm: true },
} satisfies Readonly<Record<string, Pick<ActionBase, 'node' | 'icon' | 'severity' | 'confirm'>>>

export type BuiltInName = keyof typeof builtInActions

/** An action that the runtime does by itself (add, edit, delete …). Its type is its name, but for those of a form's items. */
export type BuiltInAction = PlainAction | UploadAction | ExportAction | ImportAction

interface PlainAction extends ActionBase {
  type: Exclude<BuiltInName, 'upload' | 'export' | 'import'>
}

interface UploadAction extends ActionBase {
  type: 'upload'
  /** Under which topic the files are kept; null: the usual one. */
  topic: string | null
}

interface ExportAction extends ActionBase {
  type: 'export'
  /** The page over the exports under which the files wait; null: that of all exports. */
  place: string | null
}

interface ImportAction extends ActionBase {
  type: 'import'
  /** The field whose choices are the lists that files are taken for; null: they are taken for this one. */
  choose: string | null
}

export function isBuiltInName(name: string): name is BuiltInName {
  return Object.hasOwn(builtInActions, name)
}

/** Does the runtime do it by itself? */
export function isBuiltIn(action: { type: string }): action is BuiltInAction {
  return isBuiltInName(action.type)
}

/** Built-in actions on the whole list: allowed only in `table.toolbar`. */
export const listActions: readonly string[] = ['export', 'import', 'upload']

/** The table whose rows are uploaded files: only lists of it take files in. */
export const fileTable = 'attachment'

/** Built-in actions whose form adds a row: they are sent as `add`, whatever row they began with. */
export const addingActions: readonly string[] = ['add', 'addChild', 'copy']

/** Built-in actions that start from one row and are allowed only in `table.row`. */
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

/** The table of exports, used by pages that list finished files. */
export const exportTable = 'dataio_export'

/** The table of imports, used by the page that uploads files for other lists. */
export const importTable = 'dataio_import'

/** Does the list take rows from files? */
export function takesFiles({ actions }: { actions: Readonly<Record<string, { type: string }>> }): boolean {
  const { import: action } = actions
  return action !== undefined && isBuiltIn(action) && action.type === 'import' && action.choose === null
}

/** A built-in action as an action of the page. */
export function builtInAction(name: string): BuiltInAction | undefined {
  if (!isBuiltInName(name)) return undefined
  const { node } = builtInActions[name]
  const base = {
    name,
    call: node,
    confirmWhen: null,
    when: null,
    refuse: [],
    fields: {},
    next: 'refresh' as const,
    ...builtInActions[name],
  }
  switch (name) {
    case 'upload':
      return { ...base, type: name, topic: null }
    case 'export':
      return { ...base, type: name, place: null }
    case 'import':
      return { ...base, type: name, choose: null }
    default:
      return { ...base, type: name }
  }
}

/** What says whether actions have a row: where the list names them, and where the record of a form is kept. */
interface Placing {
  table: Pick<Table, 'toolbar' | 'row' | 'bulk'>
  source: FormSource | null
}

/** Is the action about no row: one of the list as a whole, or of a form whose record is none? */
export function isRowless({ table, source }: Placing, name: string): boolean {
  if (source) return source.store !== 'row'
  return table.toolbar.includes(name) && !table.row.includes(name) && !table.bulk.includes(name)
}
