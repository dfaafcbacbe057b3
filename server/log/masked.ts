import type { Context } from '../app/context.ts'

const secretName = /pass(?:word|wd|$)|pwd|salt|token|secret|captcha|totp/i

/** Names of the fields that the page of a call masks. */
export function maskedNames({ schema, handler }: Pick<Context, 'schema' | 'handler'>): ReadonlySet<string> {
  const pages = [...schema.pages.values()].filter((page) => page.controller === handler.controller)
  return new Set(pages.flatMap(({ fields }) => Object.values(fields).flatMap((field) => (field.mask ? [field.name] : []))))
}

/** A copy in which the values of members whose names speak of secrets, or are among these, are `***`, at any depth. */
export function masked(value: unknown, names: ReadonlySet<string> = new Set()): unknown {
  if (Array.isArray(value)) return value.map((part) => masked(part, names))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, secretName.test(key) || names.has(key) ? '***' : masked(part, names)]),
  )
}
