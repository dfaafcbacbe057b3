import type { ValueType } from '../../codegen/emit/rowTypes.ts'

/** Is the value what the type says? */
export function fits(value: unknown, type: ValueType): boolean {
  if (value === null) return type.nullable === true || type.is === 'unknown'
  switch (type.is) {
    case 'one':
      return type.of.includes(value as string | number)
    case 'list':
      return Array.isArray(value) && value.every((item) => fits(item, type.of))
    case 'object':
      return (
        typeof value === 'object' &&
        Object.entries(type.of).every(([name, member]) => {
          const inner = (value as Record<string, unknown>)[name]
          return inner === undefined ? member.optional === true : fits(inner, member)
        })
      )
    case 'bytes':
      return Buffer.isBuffer(value)
    case 'unknown':
      return true
    default:
      return typeof value === type.is
  }
}
