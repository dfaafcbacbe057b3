import type { Field } from '../../field.ts'
import { kindNames, kindOf } from '../../kinds/index.ts'
import type { Action } from '../action/action.ts'
import { builtInAction } from '../action/builtInActions.ts'
import type { Entity } from '../entity/entity.ts'
import { parseFields } from '../entity/parseEntity.ts'
import { parseField } from '../entity/parseField.ts'
import type { Form } from '../form/form.ts'
import type { FormSource } from '../form/formSource.ts'
import { type Issue, issueAt, suggest } from '../issue.ts'
import { type ItemsOf, itemActions } from './items.ts'

/** Kinds an item can be of: those that need nothing said but their choices. */
export const itemKinds: readonly string[] = kindNames.filter((name) => {
  const kind = kindOf({ kind: name })
  const issues: Issue[] = []
  const json = {
    kind: name,
    ...(kind.secret ? { secret: true } : {}),
    ...(kind.options.options ? { options: [{ value: 'a' }] } : {}),
  }
  parseField('item', json, [], issues)
  return issues.length === 0 && kind.input !== 'remote' && !['json', 'subtable', 'specEditor', 'weigh'].includes(name)
})

/** Kinds with choices of their own. */
export const choiceKinds: readonly string[] = itemKinds.filter((name) => kindOf({ kind: name }).options.options)

/** What an item's `rule` may name besides `required`: a one-line text is then of that kind. */
export const itemRules: Readonly<Record<string, string>> = {
  mobile: 'mobile',
  idNumber: 'idnumber',
  account: 'account',
  varName: 'varname',
  number: 'number',
  integer: 'integer',
  float: 'float',
  date: 'date',
  url: 'url',
  email: 'email',
}

const lines = { kind: 'textarea', maxLength: 2000, rows: 3, help: true }
const isChoice = { type: { in: choiceKinds } }

/** An action that says nothing as data: the engine of settings adds the item. */
const plainRun = {
  type: 'run',
  set: null,
  log: null,
  notify: null,
  preview: null,
  summary: [],
  projected: {},
  total: [],
  submitBy: null,
  undo: null,
} as const

/** The form of an item, by the names of protocol 1.11; with groups that people make the server knows the choices. */
const itemFields = (groups: readonly string[], hasOwn: boolean): Record<string, unknown> => ({
  ...(groups.length > 0
    ? {
        group: {
          kind: 'select',
          required: true,
          default: groups[0],
          options: hasOwn ? { source: 'itemGroups' } : groups.map((value) => ({ value })),
        },
      }
    : {}),
  name: { kind: 'varname', required: true, maxLength: 50, help: true },
  title: { kind: 'string', required: true, maxLength: 100 },
  type: { kind: 'select', required: true, default: 'string', options: itemKinds.map((value) => ({ value })) },
  content: { ...lines, when: { visible: isChoice, required: isChoice } },
  tip: { kind: 'string', maxLength: 200 },
  rule: { kind: 'multiselect', options: ['required', ...Object.keys(itemRules)].map((value) => ({ value })) },
  extend: lines,
  inputExtend: lines,
  weigh: { kind: 'integer', default: 0, min: 0, max: 1_000_000 },
})

/** Columns that the table of the items must have, by the field of the form that fills each. */
export const itemColumns: Readonly<Record<string, string>> = {
  group: 'group',
  name: 'name',
  title: 'title',
  type: 'type',
  content: 'content',
  tip: 'tip',
  rule: 'rule',
  extend: 'extend',
  inputExtend: 'input_extend',
  weigh: 'weigh',
}

/** Parses `items` and `itemGroups`: where further fields of the form and their tabs are kept, and the actions that add and delete them. */
export function parseItems(
  { table, groups: own }: ItemsOf,
  { source, form, fields: known }: { source: FormSource; form: Form; fields: Readonly<Record<string, Field>> },
  entityOf: (table: string) => Entity | undefined,
  issues: Issue[],
): { items: ItemsOf; actions: Record<string, Action> } | undefined {
  if (source.store !== 'keyValue') {
    issues.push(issueAt(['items'], 'only a form with "store": "keyValue" has items', 'remove it'))
    return undefined
  }
  const entity = entityOf(table)
  if (!entity) {
    issues.push(issueAt(['items'], `no such table "${table}" for the items`, 'write entities/<table>.json'))
    return undefined
  }
  const lacking = Object.values(itemColumns).find((column) => !entity.fields[column]?.store)
  if (lacking !== undefined)
    issues.push(
      issueAt(
        ['items'],
        `the table "${table}" keeps no items: it has no field "${lacking}"`,
        suggest(lacking, Object.keys(entity.fields)),
      ),
    )
  const add = builtInAction('add')
  const remove = builtInAction('delete')
  if (!add || !remove) return undefined
  const groups = [...new Set(form.sections.flatMap(({ tab }) => tab ?? []))]
  if (own !== null && (known[own]?.kind !== 'array' || groups.length === 0))
    issues.push(
      issueAt(['itemGroups'], `"${own}" is no field of kind array, or the form has no tabs`, suggest(own, Object.keys(known))),
    )
  const fields = withoutImplied(parseFields(itemFields(groups, own !== null), ['items'], issues))
  return {
    items: { table, groups: own },
    actions: {
      [itemActions.add]: { ...add, ...plainRun, name: itemActions.add, call: 'add', fields },
      [itemActions.delete]: { ...remove, name: itemActions.delete },
    },
  }
}

function withoutImplied(fields: Readonly<Record<string, Field>>): Record<string, Field> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !['id', 'create_time', 'update_time'].includes(name)))
}
