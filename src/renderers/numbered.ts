/** Numbers from 0, for shapes that are all alike: a number is the key of its shape. */
export function times(count: number): readonly number[] {
  return Array.from({ length: count }, (_, i) => i)
}

/**
 * The items of a list with their places. A place is the key of an item that has no other identity: rows that are shown as they came, and
 * rows of a form that are not saved yet, whose inputs take the value of their place.
 */
export function numbered<Item>(items: readonly Item[]): readonly { item: Item; at: number }[] {
  return items.map((item, at) => ({ item, at }))
}
