import type { ColumnLayout } from '../../../../schemas/language/wire/columnLayout.ts'

/** Are the columns arranged alike? The order of members says nothing, that of names does. */
export function isSameLayout(a: ColumnLayout, b: ColumnLayout): boolean {
  const text = ({ hidden = {}, sizes = {}, order = [], pinned = [] }: ColumnLayout) =>
    JSON.stringify([Object.entries(hidden).sort(), Object.entries(sizes).sort(), order, pinned])
  return text(a) === text(b)
}
