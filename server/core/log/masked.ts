import type { Field } from '../../../src/schemas/field.ts'
import type { Context } from '../context.ts'

const secretName = /pass(?:word|wd|$)|pwd|salt|token|secret|captcha|totp/i

type Call = Pick<Context, 'schema' | 'handler'>

/** Names of the fields whose values are not for logs: those that the page of a call masks, those of its relations as `user.mobile`, and its secrets. */
export function maskedNames(call: Call): ReadonlySet<string> {
  const related = pagesOf(call).flatMap((page) =>
    Object.entries(page.related).flatMap(([relation, fields]) =>
      Object.values(fields).flatMap((field) => (field.mask ? [`${relation}.${field.name}`] : [])),
    ),
  )
  return new Set([...namesOf(call, (field) => field.mask !== undefined || isSecret(field)), ...related])
}

/** Names of the fields of a call's page, its actions and their rows that hold secrets. */
export function secretNames(call: Call): ReadonlySet<string> {
  return namesOf(call, isSecret)
}

const isSecret = ({ secret, kind }: Field): boolean => secret || kind === 'password' || kind === 'code'

function pagesOf({ schema, handler }: Call) {
  return [...schema.pages.values()].filter((page) => page.controller === handler.controller)
}

function namesOf(call: Call, holds: (field: Field) => boolean): ReadonlySet<string> {
  const all = pagesOf(call).flatMap(({ fields, actions }) => [fields, ...Object.values(actions).map((action) => action.fields)])
  return new Set(all.flatMap((fields) => inside(fields)).flatMap((field) => (holds(field) ? [field.name] : [])))
}

const inside = (fields: Readonly<Record<string, Field>>): Field[] =>
  Object.values(fields).flatMap((field) => [field, ...inside(field.fields ?? {})])

/**
 * A copy in which the values of members whose names speak of secrets, or are among these, are `***`, at any depth; also what one of these
 * fields is searched for (`{ field: 'mobile', val }`).
 */
export function masked(value: unknown, names: ReadonlySet<string> = new Set()): unknown {
  if (Array.isArray(value)) return value.map((part) => masked(part, names))
  return value === null || typeof value !== 'object' ? value : maskedMembers(value, names)
}

/** The same of an object. */
export function maskedMembers(value: object, names: ReadonlySet<string>): Record<string, unknown> {
  const isTerm = 'field' in value && typeof value.field === 'string' && names.has(value.field)
  const isHidden = (key: string) => secretName.test(key) || names.has(key) || (isTerm && key === 'val')
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, isHidden(key) ? '***' : masked(part, names)]))
}
