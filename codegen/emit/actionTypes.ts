import type { Field } from '../../src/schemas/field.ts'
import { kindOf } from '../../src/schemas/kinds/index.ts'
import type { Action } from '../../src/schemas/language/action/action.ts'
import { actionOf, actionsOf } from '../../src/schemas/language/action/actionOf.ts'
import { isBuiltIn, isRowless } from '../../src/schemas/language/action/builtInActions.ts'
import type { ColumnDefinition } from '../../src/schemas/language/entity/entity.ts'
import { fieldSchema } from '../../src/schemas/language/form/formSchema.ts'
import type { Page } from '../../src/schemas/language/page.ts'
import { modelType } from './readTypes.ts'
import { type RowType, rowName, rowTypeOf, typeOfSchema, typeText, type ValueType } from './rowTypes.ts'

/** What the server's part of an action gets. */
export interface ActionTypes {
  /** The values of its form; undefined for a built-in action, whose form is the page's. */
  values: RowType | undefined
  /** The rules in its `refuse`. */
  refuse: readonly string[]
  /** The row it is about; undefined where it is about none, or where rows are no rows of a table. */
  row: ActionRow | undefined
  /** Is it asked without a row as well? */
  mayLackRow: boolean
}

/** A row of a table: the row type of its statements, where its model values differ, and the columns that nobody who asks gets. */
interface ActionRow {
  table: string
  differs: RowType
  secrets: readonly string[]
}

/** By the last part of its address, what each action of the page gets. */
export function actionsOfPage(page: Page, columns: readonly ColumnDefinition[]): Record<string, ActionTypes> {
  const row = page.source ? undefined : rowOfPage(page, columns)
  return Object.fromEntries(
    Object.values(page.actions)
      .filter(hasServerPart)
      .map((action) => [
        action.call,
        {
          values: isBuiltIn(action) ? undefined : valuesOfAction(page, action),
          refuse: action.refuse,
          row: isRowless(page, previewedBy(page, action).name) ? undefined : row,
          mayLackRow: mayLackRow(page, action),
        },
      ]),
  )
}

/** Can modules add something to it? The engine does the built-in ones alone, but for rules that refuse. */
function hasServerPart(action: Action): boolean {
  return !isBuiltIn(action) || action.refuse.length > 0
}

/** The model values of the action's form. A preview gets those of the form it is asked in, an action on lines those of its line as well. */
export function valuesOfAction(page: Page, action: Action): RowType {
  const { fields } = previewedBy(page, action)
  const lines = actionOf(page, action.name, 'perRow')?.perRow
  const inLine = lines === undefined ? {} : (fields[lines]?.fields ?? {})
  const types = (some: Readonly<Record<string, Field>>) => Object.values(some).map((field) => [field.name, valueType(field)])
  return Object.fromEntries([...types(fields), ...types(inLine)])
}

/** The action that it is a preview of; itself where it is none. */
function previewedBy(page: Page, action: Action): Action {
  return actionsOf(page, 'run').find(({ preview }) => preview === action.name) ?? action
}

/** What a validated form holds for a field: never null where it is always required, or where empty input of its kind is a value. */
function valueType(field: Field): ValueType {
  const { nullable: _, ...plain } = typeOfSchema(fieldSchema(field, field.required))
  const type: ValueType = field.fields ? { is: 'list', of: { is: 'object', of: lineType(field.fields) } } : plain
  const isValue = isAlwaysGiven(field) || (!field.nullable && (kindOf(field).fromWire(null, field) ?? null) !== null)
  return isValue ? type : { ...type, nullable: true }
}

/** What a line of the form holds: all that its fields may, though a client may leave out what it need not fill in. */
function lineType(fields: Readonly<Record<string, Field>>): Record<string, ValueType & { optional?: true }> {
  return Object.fromEntries(
    Object.values(fields).map((field) => {
      const type = valueType(field)
      return [field.name, isAlwaysGiven(field) ? type : { ...type, optional: true as const }]
    }),
  )
}

function isAlwaysGiven({ required, readOnly, when }: Field): boolean {
  return required && !readOnly && !when.visible
}

/** Is it asked about a record that is still to be added, or, for the first values of its form, about several at once? */
function mayLackRow(page: Page, action: Action): boolean {
  const answers = actionOf(page, action.name, 'answer') !== undefined
  return page.form.actions.includes(action.name) || (!answers && page.table.bulk.includes(action.name))
}

function rowOfPage({ entity }: Page, columns: readonly ColumnDefinition[]): ActionRow {
  const differs = Object.entries(rowTypeOf(entity, columns)).flatMap(([name, stored]): [string, ValueType][] => {
    const field = entity.fields[name]
    if (!field) return []
    const { nullable: _, ...plain } = modelType(field, columns)
    const type: ValueType = stored.nullable ? { ...plain, nullable: true } : plain
    return typeText(type) === typeText(stored) ? [] : [[name, type]]
  })
  const secrets = columns.filter(({ name }) => entity.fields[name]?.secret).map(({ name }) => name)
  return { table: entity.table, differs: Object.fromEntries(differs), secrets }
}

/** Where an actions.generated.ts lies, and where it finds the row types of tables. */
export interface ActionFile {
  /** The folder of schemas whose actions it has. */
  folder: string
  rowsOf(table: string): string
}

/** The text of an actions.generated.ts: one member for each action of the folder's pages, in the order of pages. */
export function actionTypes(pages: ReadonlyMap<string, Readonly<Record<string, ActionTypes>>>, file: ActionFile): string {
  const sorted = [...pages].sort(([a], [b]) => (a < b ? -1 : 1))
  const actions = sorted.flatMap(([id, own]) => Object.entries(own).map(([call, types]) => ({ id, call, types })))
  const rows = new Map(actions.flatMap(({ types: { row } }) => (row ? [[row.table, row] as const] : [])))
  const members = actions.map(({ id, call, types }) => `  '${id}.${call}': ${memberText(nameOf(id, call), types)}\n`)
  const values = actions.map(({ id, call, types }) => valuesText(nameOf(id, call), types.values))
  const parts = [importsText([...rows.keys()], file), ...[...rows.values()].map(rowText), head, ...members, '}\n', ...values]
  return `// Written by \`npm run docs\` from the actions of ${file.folder}/pages. Change those, then run it again.\n${parts.join('')}`
}

const head = `
/** What the server's part of an action gets, by page and the last part of its address. */
export interface Actions {
`

function importsText(tables: readonly string[], { rowsOf }: ActionFile): string {
  const paths = [...new Set(tables.map(rowsOf))].sort()
  const namesFrom = (path: string) => tables.filter((table) => rowsOf(table) === path).map(rowName)
  const lines = paths.map((path) => `import type {\n${listed(namesFrom(path).sort())}} from '${path}'\n`)
  return lines.join('')
}

function listed(names: readonly string[]): string {
  return names.map((name) => `  ${name},\n`).join('')
}

function rowText({ table, differs }: ActionRow): string {
  const names = Object.keys(differs)
  if (names.length === 0) return ''
  const members = Object.entries(differs).map(([name, type]) => `  ${name}: ${typeText(type)}\n`)
  const base = `Omit<${rowName(table)}, ${namesText(names)}>`
  return `\ninterface ${modelName(table)} extends ${base} {\n${members.join('')}}\n`
}

function namesText(names: readonly string[]): string {
  return names.map((name) => `'${name}'`).join(' | ') || 'never'
}

/** `user_group` → `UserGroupModel`. */
function modelName(table: string): string {
  return rowName(table).replace(/Row$/, 'Model')
}

function memberText(name: string, { values, refuse, row, mayLackRow: maybe }: ActionTypes): string {
  const model = row && (Object.keys(row.differs).length > 0 ? modelName(row.table) : rowName(row.table))
  const shown = row && row.secrets.length > 0 ? `Omit<${model}, ${namesText(row.secrets)}>` : model
  const hasValues = values && Object.keys(values).length > 0
  return `{
    row: ${model ?? anything}
    asked: ${shown && maybe ? `Partial<${shown}>` : (shown ?? anything)}
    values: ${values === undefined ? anything : hasValues ? name : 'Readonly<Record<string, never>>'}
    refuse: ${namesText(refuse)}
  }`
}

const anything = 'Readonly<Record<string, unknown>>'

function valuesText(name: string, values: RowType | undefined): string {
  if (!values || Object.keys(values).length === 0) return ''
  const members = Object.entries(values).map(([field, type]) => `  readonly ${field}: ${typeText(type)}\n`)
  return `\ninterface ${name} {\n${members.join('')}}\n`
}

/** `shop/order/order`, `delivery` → `ShopOrderOrderDelivery`. */
function nameOf(id: string, call: string): string {
  return [...id.split('/'), call].map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`).join('')
}
