import { sizeWithin } from '../../../../schemas/language/wire/columnLayout.ts'
import { inOrder, type OwnColumns } from '../grid/arranged.ts'

/** Puts a column in the place of another; beside a pinned one it is pinned, beside others it no longer is. */
export function placeColumn({ columns, setLayout }: OwnColumns, id: string, target: string): void {
  setLayout((layout) => {
    const ids = moved(
      inOrder(columns, layout).map((grid) => grid.id),
      id,
      target,
    )
    const pins = new Set(layout.pinned)
    if (pins.has(target)) pins.add(id)
    else pins.delete(id)
    const isAsInPage = ids.join() === columns.map((grid) => grid.id).join()
    return { ...layout, order: isAsInPage ? [] : ids, pinned: ids.filter((each) => pins.has(each)) }
  })
}

/** Pins a column to the left edge, or no longer. */
export function togglePinned({ setLayout }: OwnColumns, id: string): void {
  setLayout(({ pinned = [], ...layout }) => ({
    ...layout,
    pinned: pinned.includes(id) ? pinned.filter((each) => each !== id) : [...pinned, id],
  }))
}

export function showColumn({ columns, leftOut, setLayout }: OwnColumns, id: string, isShown: boolean): void {
  setLayout(({ hidden, ...layout }) => {
    const { [id]: _, ...others } = hidden ?? {}
    const byPage = !columns.find((grid) => grid.id === id)?.column.hidden && !leftOut.includes(id)
    return { ...layout, hidden: byPage === isShown ? others : { ...others, [id]: !isShown } }
  })
}

/** Gives a column a width in px, within what is sensible. Returns it. */
export function sizeColumn({ setLayout }: OwnColumns, id: string, width: number): number {
  const size = sizeWithin(width)
  setLayout((layout) => ({ ...layout, sizes: { ...layout.sizes, [id]: size } }))
  return size
}

/** The order after one took the place of another. */
function moved(order: readonly string[], id: string, target: string): string[] {
  return order.filter((each) => each !== id).toSpliced(order.indexOf(target), 0, id)
}
