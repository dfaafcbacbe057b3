import type { Field } from '../../src/schemas/language/field.ts'
import type { Context } from '../app/context.ts'

const secretName = /pass(?:word|wd|$)|pwd|salt|token|secret|captcha|totp/i

type Call = Pick<Context, 'schema' | 'handler'>

/** Names of the fields whose values are not for logs: those that the page of a call masks, and its secrets. */
export function maskedNames(call: Call): ReadonlySet<string> {
  return namesOf(call, (field) => field.mask !== undefined || isSecret(field))
}

/** Names of the fields of a call's page, its actions and their rows that hold secrets. */
export function secretNames(call: Call): ReadonlySet<string> {
  return namesOf(call, isSecret)
}

const isSecret = ({ secret, kind }: Field): boolean => secret || kind === 'password' || kind === 'code'

function namesOf({ schema, handler }: Call, holds: (field: Field) => boolean): ReadonlySet<string> {
  const pages = [...schema.pages.values()].filter((page) => page.controller === handler.controller)
  const all = pages.flatMap(({ fields, actions }) => [fields, ...Object.values(actions).map((action) => action.fields)])
  return new Set(all.flatMap((fields) => inside(fields)).flatMap((field) => (holds(field) ? [field.name] : [])))
}

const inside = (fields: Readonly<Record<string, Field>>): Field[] =>
  Object.values(fields).flatMap((field) => [field, ...inside(field.fields ?? {})])

/** A copy in which the values of members whose names speak of secrets, or are among these, are `***`, at any depth. */
export function masked(value: unknown, names: ReadonlySet<string> = new Set()): unknown {
  if (Array.isArray(value)) return value.map((part) => masked(part, names))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, secretName.test(key) || names.has(key) ? '***' : masked(part, names)]),
  )
}
