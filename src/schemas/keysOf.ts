/** The keys of a constant table, with their type. Not for objects from outside, which can have others. */
export function keysOf<T extends object>(table: T): (keyof T & string)[] {
  return Object.keys(table) as (keyof T & string)[]
}
