import * as z from 'zod/mini'
import type { Condition } from '../../condition.ts'
import type { Field } from '../../field.ts'
import { type ConditionScope, parseCondition } from '../condition/condition.ts'
import type { Entity } from '../entity/entity.ts'
import { parseFields } from '../entity/parseEntity.ts'
import { fieldScope } from '../entity/parseField.ts'
import type { NeededWord } from '../fieldWords.ts'
import type { Form } from '../form/form.ts'
import { type Issue, issueAt } from '../issue.ts'
import type { Table } from '../list/table.ts'
import type { Path, Place } from '../place.ts'
import type { Severity } from '../severity.ts'
import { readShape } from '../shape.ts'

/** What happens when an action is done: the list is read again, and besides the row opens, the answer's `url` is downloaded, or a page opens. */
export type Next = 'refresh' | 'open' | 'download' | 'follow' | { page: string; query: Readonly<Record<string, string>> }

/** What every action has, whatever its type: the button, its right and its form. */
export interface ActionBase {
  name: string
  /** Last part of the permission node: `<page id>/<node>`. */
  node: string
  /** Last part of the address: POST /admin/<controller>/<call>, of members' screens /api/<controller>/<call>. */
  call: string
  icon: string
  severity: Severity
  /** Ask first; the words are `actions.<name>.confirm`. */
  confirm: boolean
  /** Where asking first depends on what is entered in its form, and on the record (`$parent`); null: always, where `confirm`. */
  confirmWhen: Condition | null
  when: Condition | null
  /** Named rules of the server that refuse beyond `when`; words `actions.<name>.refuse.<rule>`. */
  refuse: readonly string[]
  /** Fields of the action's own form (never stored), in order. Empty: no form. */
  fields: Readonly<Record<string, Field>>
  /** `then` in the page. */
  next: Next
}

/** What the actions of a page are parsed over. */
export interface ActionSurroundings {
  pageId: string
  entity: Entity
  /** Fields that forms and columns of the page may name. */
  fields: Readonly<Record<string, Field>>
  /** What the conditions of actions may name. */
  scope: ConditionScope
}

/** Where one action is parsed. */
export interface ActionPlace extends ActionSurroundings, Place {
  name: string
  /** All actions that the page declares. */
  declared: readonly string[]
}

/** The parts of a page that its actions are checked against; `A`: the types of actions that a check reads. */
export interface ActionPage<A extends ActionBase> {
  actions: Readonly<Record<string, A>>
  table: Table
  form: Form
  entity: Entity
  fields: Readonly<Record<string, Field>>
}

/** All that the language knows of one type of action; its file is the only one that does. `Read`: the types that its checks read. */
export interface ActionKind<A extends ActionBase, Read extends ActionBase = A> {
  /** Its keys in the page, with their shapes. */
  readonly keys: Readonly<Record<string, z.ZodMiniType>>
  /** What the keys that no other type has are for, by their path; shown by editors and in docs/schema.md. */
  readonly help: Readonly<Record<string, string>>
  /** Reads an action of this type; undefined where its faults leave nothing to work with. */
  parse(json: unknown, place: ActionPlace): A | undefined
  /** What the actions of this type say of one another, of the table and of the form. */
  check?(page: ActionPage<Read>, issues: Issue[]): void
  /** Words of its own, besides those of every action. */
  words?(action: A, at: Path): NeededWord[]
  /** The keys it has that only make sense with a row, besides `when`. */
  ofRow?(action: A): readonly string[]
  /** Does it write what the page states as data (`set`, `log`, `notify`)? */
  readonly writes?: true
  /** Does nothing but code of the server do it? */
  readonly needsCode?: true
}

const severity = z.enum(['primary', 'success', 'info', 'warning', 'danger'])
/** The key of what comes next. Not written as a key of an object here: that would look like a promise. */
export const nextKey = 'then'
const nextNames = ['refresh', 'open', 'download', 'follow'] as const
const nextPage = z.strictObject({ page: z.string(), query: z.optional(z.record(z.string(), z.string())) })
/** The shape of `then`. */
export const nextShape = z.union([z.enum(nextNames), nextPage])

/** Keys of every action but the built-in ones. */
export const buttonKeys = {
  type: z.optional(z.string()),
  node: z.optional(z.string().check(z.regex(/^[a-zA-Z][a-zA-Z0-9-]*$/))),
  call: z.optional(z.string().check(z.regex(/^[a-zA-Z][a-zA-Z0-9]*$/))),
  icon: z.optional(z.string()),
  severity: z.optional(severity),
  when: z.optional(z.record(z.string(), z.unknown())),
}

/** Keys of actions that may refuse, and ask first. */
export const askingKeys = {
  confirm: z.optional(z.union([z.boolean(), z.record(z.string(), z.unknown())])),
  refuse: z.optional(z.array(z.string())),
}

/** Keys of actions with a form. */
export const formKeys = { fields: z.optional(z.record(z.string(), z.unknown())) }

/** Keys of actions after which something follows. A union is checked by the part that was meant, for the better message. */
export const nextKeys = { [nextKey]: z.optional(z.unknown()) }

const baseShape = z.object({ ...buttonKeys, ...askingKeys, ...formKeys, ...nextKeys })
type BaseJson = z.output<typeof baseShape>

/** The parts of an action that every type has, with what they leave out. `usual` is what a built-in action is without a word. */
export function parseBase(read: BaseJson, place: ActionPlace, usual: Partial<ActionBase> = {}): ActionBase {
  const { name, at, scope, issues } = place
  const fields = parseForm(read.fields, place)
  return {
    name,
    node: read.node ?? usual.node ?? name,
    call: read.call ?? usual.call ?? name,
    icon: read.icon ?? usual.icon ?? 'bolt',
    severity: read.severity ?? usual.severity ?? 'info',
    ...parseConfirm(read.confirm ?? usual.confirm ?? false, fields, place),
    when: read.when ? parseCondition(read.when, scope, [...at, 'when'], issues) : null,
    refuse: read.refuse ?? [],
    fields,
    next: parseNext(read[nextKey], [...at, nextKey], issues),
  }
}

/** The fields of the form alone, in the order of the page. */
function parseForm(json: BaseJson['fields'], { fields, at, issues }: ActionPlace): Record<string, Field> {
  if (!json) return {}
  const parsed = parseFields(json, [...at, 'fields'], issues, fieldScope(fields))
  return Object.fromEntries(Object.keys(json).flatMap((name) => (parsed[name] ? [[name, parsed[name]]] : [])))
}

/** Asking first always, never, or where a condition holds over the form of the action; one without a form has nothing to be read. */
function parseConfirm(
  json: boolean | Record<string, unknown>,
  form: Readonly<Record<string, Field>>,
  { at, scope, issues }: ActionPlace,
): Pick<ActionBase, 'confirm' | 'confirmWhen'> {
  if (typeof json === 'boolean') return { confirm: json, confirmWhen: null }
  const path = [...at, 'confirm']
  const own = fieldScope(form, { parent: scope })
  if (own.names.length > 0) return { confirm: true, confirmWhen: parseCondition(json, own, path, issues) }
  issues.push(issueAt(path, 'there is no form whose fields it could name', 'write true'))
  return { confirm: true, confirmWhen: null }
}

function parseNext(json: unknown, path: Path, issues: Issue[]): Next {
  if (json === undefined) return 'refresh'
  if (json === null || typeof json !== 'object') return readShape(z.enum(nextNames), json, path, issues) ?? 'refresh'
  const read = readShape(nextPage, json, path, issues)
  return read ? { page: read.page, query: read.query ?? {} } : 'refresh'
}
