import * as z from 'zod/mini'
import type { Field } from '../../field.ts'
import {
  builtInAction,
  builtInActions,
  deletedActions,
  fileTable,
  isRowless,
  listActions,
  oneRowActions,
  toolbarItems,
} from '../builtInActions.ts'
import { type ConditionScope, parseCondition } from '../condition/condition.ts'
import type { Entity } from '../entity/entity.ts'
import { parseFields } from '../entity/parseEntity.ts'
import { fieldScope } from '../entity/parseField.ts'
import { type Issue, issueAt, suggest } from '../issue.ts'
import type { Action, Next, Page, Table } from '../page.ts'
import { readShape } from '../shape.ts'
import { logShape, notifyShape, parseEffects, valuesShape } from './effects.ts'
import { printShape } from './parsePrint.ts'

type Path = readonly (string | number)[]

const severity = z.enum(['primary', 'success', 'info', 'warning', 'danger'])
/** Not written as a key of an object here: that would look like a promise. */
const nextKey = 'then'
const nextNames = ['refresh', 'open', 'download', 'follow'] as const
const nextPage = z.strictObject({ page: z.string(), query: z.optional(z.record(z.string(), z.string())) })
/** The shape of an action of a page. */
export const actionShape = z.strictObject({
  node: z.optional(z.string().check(z.regex(/^[a-zA-Z][a-zA-Z0-9-]*$/))),
  call: z.optional(z.string().check(z.regex(/^[a-zA-Z][a-zA-Z0-9]*$/))),
  icon: z.optional(z.string()),
  severity: z.optional(severity),
  confirm: z.optional(z.union([z.boolean(), z.record(z.string(), z.unknown())])),
  when: z.optional(z.record(z.string(), z.unknown())),
  refuse: z.optional(z.array(z.string())),
  fields: z.optional(z.record(z.string(), z.unknown())),
  set: z.optional(valuesShape),
  log: z.optional(logShape),
  notify: z.optional(notifyShape),
  print: z.optional(printShape),
  perRow: z.optional(z.string()),
  allowPartial: z.optional(z.boolean()),
  topic: z.optional(z.string().check(z.regex(/^[a-z0-9_-]{1,20}$/))),
  place: z.optional(z.string()),
  choose: z.optional(z.string()),
  tool: z.optional(z.literal('import')),
  answer: z.optional(z.record(z.string(), z.unknown())),
  preview: z.optional(z.string()),
  summary: z.optional(z.array(z.string()).check(z.minLength(1))),
  projected: z.optional(z.record(z.string(), z.string())),
  [nextKey]: z.optional(z.union([z.enum(nextNames), nextPage])),
})
/** Parses the actions of a page over its fields; `scope` is what their conditions may name. */
export function parseActions(
  json: Record<string, unknown>,
  fields: Readonly<Record<string, Field>>,
  scope: ConditionScope,
  issues: Issue[],
  pageId: string,
): Record<string, Action> {
  const actions: Record<string, Action> = {}
  for (const [name, value] of Object.entries(json)) {
    const at: Path = ['actions', name]
    // A union is checked by the part that was meant, for the better message.
    const { [nextKey]: then, ...rest } = (value ?? {}) as Record<string, unknown>
    const next = parseNext(then, [...at, nextKey], issues)
    const read = readShape(
      actionShape,
      typeof value === 'object' && value !== null && !Array.isArray(value) ? rest : value,
      at,
      issues,
    )
    if (!read) continue
    const builtIn = builtInAction(name)
    if (
      builtIn &&
      (read.set ||
        read.log ||
        read.notify ||
        read.fields ||
        read.answer ||
        read.perRow ||
        read.print ||
        read.preview ||
        read.tool ||
        read.call ||
        (read.node && name !== 'reveal' && !read.choose && !deletedActions.some((each) => each === name)) ||
        then !== undefined)
    ) {
      issues.push(issueAt(at, `"${name}" is a built-in action; only icon, severity, confirm, when and refuse can be set`))
    }
    if (read.topic !== undefined && name !== 'upload')
      issues.push(issueAt([...at, 'topic'], `"${name}" takes no files in`, 'only "upload" has a topic'))
    if (read.place !== undefined && name !== 'export')
      issues.push(issueAt([...at, 'place'], `"${name}" makes no file`, 'only "export" has a place'))
    if (read.choose !== undefined && (name !== 'import' || !fields[read.choose]?.source))
      issues.push(issueAt([...at, 'choose'], 'only "import" asks for a list, by a field whose choices the server makes'))
    if (read.tool !== undefined && !Object.hasOwn(json, read.tool))
      issues.push(issueAt([...at, 'tool'], `the list has no tool "${read.tool}"`, `declare the action "${read.tool}"`))
    const parsed = read.fields ? parseFields(read.fields, [...at, 'fields'], issues, fieldScope(fields)) : {}
    const own = Object.fromEntries(Object.keys(read.fields ?? {}).flatMap((f) => (parsed[f] ? [[f, parsed[f]]] : [])))
    for (const column of Object.keys(read.set ?? {})) {
      if (!fields[column]?.store)
        issues.push(issueAt([...at, 'set', column], 'no such stored field', suggest(column, Object.keys(fields))))
    }
    if (read.answer) {
      for (const key of ['set', 'log', 'notify', 'refuse', 'confirm', 'perRow', nextKey] as const)
        if (Object.hasOwn(value as object, key)) issues.push(issueAt([...at, key], `"${name}" only answers`, 'remove it'))
    }
    actions[name] = {
      name,
      node: read.node ?? builtIn?.node ?? name,
      call: read.call ?? builtIn?.call ?? name,
      icon: read.icon ?? builtIn?.icon ?? 'bolt',
      severity: read.severity ?? builtIn?.severity ?? 'info',
      ...parseConfirm(read.confirm ?? builtIn?.confirm ?? false, fieldScope(own, { parent: scope }), [...at, 'confirm'], issues),
      when: read.when ? parseCondition(read.when, scope, [...at, 'when'], issues) : null,
      refuse: read.refuse ?? [],
      fields: own,
      set: read.set ?? null,
      ...parseEffects(read, `${pageId}/index`),
      print: null,
      perRow: read.perRow ?? null,
      allowPartial: read.allowPartial ?? false,
      answer: read.answer ? parseFields(read.answer, [...at, 'answer'], issues) : null,
      topic: read.topic ?? null,
      place: read.place ?? null,
      ...(read.choose === undefined ? {} : { choose: read.choose }),
      ...(read.tool === undefined ? {} : { tool: read.tool }),
      preview: read.preview ?? null,
      ...(read.summary ? { summary: read.summary } : {}),
      ...(read.projected ? { projected: read.projected } : {}),
      next,
      builtIn: builtIn !== undefined,
    }
  }
  return actions
}

/** Asking first always, never, or where a condition holds over the form of the action; one without a form has nothing to be read. */
function parseConfirm(
  json: boolean | Record<string, unknown>,
  scope: ConditionScope,
  path: Path,
  issues: Issue[],
): Pick<Action, 'confirm' | 'confirmWhen'> {
  if (typeof json === 'boolean') return { confirm: json, confirmWhen: null }
  if (scope.names.length === 0) issues.push(issueAt(path, 'there is no form whose fields it could name', 'write true'))
  return { confirm: true, confirmWhen: parseCondition(json, scope, path, issues) }
}

function parseNext(json: unknown, path: Path, issues: Issue[]): Next {
  if (json === undefined) return 'refresh'
  if (json === null || typeof json !== 'object') return readShape(z.enum(nextNames), json, path, issues) ?? 'refresh'
  const read = readShape(nextPage, json, path, issues)
  return read ? { page: read.page, query: read.query ?? {} } : 'refresh'
}

/** An action of the list as a whole has no row: nothing that a condition could read or `set` could write. */
export function checkRowless(
  page: Pick<Page, 'actions' | 'table' | 'source'>,
  { table }: Pick<Entity, 'table'>,
  issues: Issue[],
): void {
  if (page.actions.upload && table !== fileTable)
    issues.push(
      issueAt(
        ['table', 'toolbar', page.table.toolbar.indexOf('upload')],
        `files that are uploaded are rows of "${fileTable}"`,
        'remove "upload"',
      ),
    )
  for (const action of Object.values(page.actions)) {
    const isOfList = listActions.includes(action.name)
    if (!isOfList && (action.builtIn || !isRowless(page, action.name))) continue
    const at: Path = ['actions', action.name]
    for (const key of ['when', 'set', 'log', 'notify', 'print'] as const)
      if (action[key])
        issues.push(issueAt([...at, key], `"${action.name}" is about no row`, 'remove it, or name the action in "row"'))
  }
}

/** Built-in actions named by the table, and `reveal` where a field is masked, become actions of the page; anything else named there must be declared. */
export function withBuiltIns(
  actions: Record<string, Action>,
  table: Table,
  fields: Readonly<Record<string, Field>>,
  issues: Issue[],
): Record<string, Action> {
  const all = { ...actions }
  const ofDeleted: readonly string[] = deletedActions
  const words = [...Object.keys(actions), ...Object.keys(builtInActions)].filter(
    (name) => name !== 'reveal' && !ofDeleted.includes(name),
  )
  for (const name of table.deleted) {
    const builtIn = builtInAction(name)
    if (builtIn) all[name] ??= builtIn
  }
  const reveal = builtInAction('reveal')
  if (reveal && Object.values(fields).some((field) => field.mask && field.store && !field.secret)) all.reveal ??= reveal
  for (const place of ['row', 'bulk', 'toolbar'] as const) {
    for (const [i, name] of table[place].entries()) {
      const builtIn = builtInAction(name)
      if (place !== 'toolbar' && listActions.includes(name))
        issues.push(issueAt(['table', place, i], `"${name}" is about the list as a whole`, 'name it in "toolbar"'))
      if (place !== 'row' && oneRowActions.includes(name))
        issues.push(issueAt(['table', place, i], `"${name}" begins with one row`, 'name it in "row"'))
      if (ofDeleted.includes(name))
        issues.push(issueAt(['table', place, i], `"${name}" is an action of deleted rows`, 'name it in "deleted"'))
      else if (name === 'reveal')
        issues.push(issueAt(['table', place, i], '"reveal" stands beside every masked value by itself', 'remove it'))
      else if (builtIn && !all[name]) all[name] = builtIn
      else if (!all[name] && !(place === 'toolbar' && (toolbarItems as readonly string[]).includes(name))) {
        const known = place === 'toolbar' ? [...words, ...toolbarItems] : words
        issues.push(issueAt(['table', place, i], `no such action "${name}"`, suggest(name, known)))
      }
    }
  }
  return all
}
