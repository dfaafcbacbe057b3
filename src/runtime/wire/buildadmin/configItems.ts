import type { Condition } from '../../../schemas/condition.ts'
import { asKind, type Field } from '../../../schemas/field.ts'
import type { Action } from '../../../schemas/language/action/action.ts'
import { itemActions } from '../../../schemas/language/items/items.ts'
import type { Page } from '../../../schemas/language/page.ts'
import type { Row } from '../../rows.ts'
import { asRow } from '../../rows.ts'

/** That server's kinds of an item and ours (protocol 4.1). */
export const itemKinds: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    'string textarea number radio checkbox switch array datetime year date time select city image images file files icon color'
      .split(' ')
      .map((name) => [name, name]),
  ),
  password: 'string',
  editor: 'richtext',
  selects: 'multiselect',
  remoteSelect: 'remoteSelect',
  remoteSelects: 'remoteMultiSelect',
}
const choiceKinds = ['radio', 'checkbox', 'select', 'selects']

/** What a rule of an item makes of a line of text. */
const ruledKinds: Readonly<Record<string, Partial<Field>>> = {
  mobile: { kind: 'mobile' },
  idNumber: { kind: 'idnumber' },
  account: { kind: 'account' },
  varName: { kind: 'varname' },
  url: { kind: 'url' },
  email: { kind: 'email' },
  integer: { pattern: '^[+-]?\\d+$' },
  number: { pattern: '^[+-]?\\d+(\\.\\d+)?$' },
  float: { pattern: '^[+-]?\\d+(\\.\\d+)?$' },
}

const plainField = {
  unique: false,
  readOnly: false,
  writeOnce: false,
  secret: false,
  nullable: false,
  index: false,
  store: null,
  when: {},
} as const

/** The field of an item. What the page keeps secret stays secret; of the rest that server says what it is. */
export function fieldOfItem(page: Page, item: Row): Field {
  const name = String(item.name)
  const type = String(item.type)
  const rules = String(item.rule ?? '').split(',')
  const options = Object.keys(asRow(item.content)).map((value) => ({ value }))
  const remote = type.startsWith('remoteSelect') ? remoteOf(asRow(item.input_extend), type) : {}
  return {
    ...plainField,
    name,
    kind: remote ? (itemKinds[type] ?? 'string') : 'string',
    required: rules.some((rule) => rule === 'required' || rule === 'editorRequired'),
    secret: type === 'password' || page.fields[name]?.secret === true,
    help: String(item.tip ?? '') !== '',
    ...(type === 'datetime' ? { wire: 'datetime' as const } : {}),
    ...(options.length > 0 ? { options } : {}),
    ...(type === 'string' ? Object.assign({}, ...rules.map((rule) => ruledKinds[rule])) : {}),
    ...remote,
  }
}

/** Whose rows are offered; undefined where the item does not name the list of another screen. */
function remoteOf(input: Row, type: string): Partial<Field> | undefined {
  const url = String(input['remote-url'] ?? input.remoteUrl ?? '')
  const controller = /^\/admin\/([\w.]+)\/index$/i.exec(url)?.[1]
  if (!controller) return undefined
  const parts = controller.split('.')
  const last = parts.pop() ?? ''
  return {
    page: [...parts, last.charAt(0).toLowerCase() + last.slice(1)].join('/'),
    show: String(input.field ?? 'name'),
    store: type === 'remoteSelect' ? { type: 'varchar' } : { type: 'text[]' },
  }
}

/** The action that adds an item, with that server's groups and kinds. */
export function addItemThere(page: Page): Record<string, Action> {
  const add = page.actions[itemActions.add]
  if (!add) return {}
  const { group, name, title, type, content, tip, extend, inputExtend } = add.fields
  if (!group || !name || !title || !type || !content || !tip || !extend || !inputExtend) return {}
  if (name.kind !== 'varname' || title.kind !== 'string' || tip.kind !== 'string' || type.kind !== 'select') return {}
  const isChoice: Condition = { op: 'in', field: 'type', values: choiceKinds }
  const { default: _first, ...ofGroup } = asKind(group, 'remoteSelect', { page: page.id, show: 'name' })
  const fields = {
    ...add.fields,
    group: { ...ofGroup, store: { type: 'varchar' as const } },
    name: { ...name, maxLength: 30 },
    title: { ...title, maxLength: 50 },
    type: { ...type, options: Object.keys(itemKinds).map((value) => ({ value })) },
    content: { ...content, when: { visible: isChoice, required: isChoice } },
    tip: { ...tip, maxLength: 100 },
    // There they are attributes of that client's own controls.
    extend: { ...extend, help: false },
    inputExtend: { ...inputExtend, help: false },
  }
  return { [itemActions.add]: { ...add, fields } }
}
