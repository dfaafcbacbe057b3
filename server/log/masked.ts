const secretName = /password|passwd|pwd|salt|token|secret|captcha/i

/** A copy in which the values of members whose names speak of secrets are `***`, at any depth. */
export function masked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(masked)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, secretName.test(key) ? '***' : masked(part)]))
}
