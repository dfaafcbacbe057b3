import { sizeWithin } from '../../../../schemas/language/wire/columnLayout.ts'
import { placeColumn, sizeColumn } from './columnMoves.ts'
import type { HeadContext } from './headContext.ts'

interface Press {
  clientX: number
  pointerId: number
}

/** px that the pointer goes before a press on a column's name drags it. */
const threshold = 5
/** Within so many px of an edge the list scrolls along, so far in a frame. */
const edge = 40
const pace = 12

/** Drags the edge of a column: the table follows at once, the rows are drawn again when it is let go. */
export function beginSize({ own }: HeadContext, head: HTMLTableCellElement | HTMLElement, press: Press): void {
  const element = head.closest('table')
  const col = element?.querySelectorAll('col')[(head as HTMLTableCellElement).cellIndex]
  if (!element || !col) return
  const from = head.offsetWidth
  const before = { width: col.style.width, minWidth: element.style.minWidth }
  const others =
    Number.parseFloat(before.minWidth) - (Number.parseFloat(before.width) || Number.parseFloat(col.dataset.width ?? '0'))
  let width = from
  follow(head, press, 'size', {
    move(event) {
      width = sizeWithin(from + event.clientX - press.clientX)
      col.style.width = `${width}px`
      element.style.minWidth = `${others + width}px`
    },
    end(isDone) {
      if (isDone && width !== from) sizeColumn(own, head.dataset.col ?? '', width)
      else Object.assign(col.style, { width: before.width })
      if (!isDone) element.style.minWidth = before.minWidth
    },
  })
}

/** Drags a column by its name to another place. */
export function beginMove({ own, columns }: HeadContext, head: HTMLElement, press: Press): void {
  const id = head.dataset.col ?? ''
  const box = head.closest<HTMLElement>('.s-grid-box')
  const isMovable = columns.some((grid) => grid.id === id && !grid.main)
  if (!box?.parentElement || !isMovable) return
  const frame = box.parentElement
  const line = document.createElement('div')
  line.className = 's-drop'
  let target: HTMLElement | undefined
  const heads = () => [...(head.parentElement?.querySelectorAll<HTMLElement>('th[data-col]') ?? [])]
  follow(head, press, 'move', {
    move({ clientX }) {
      const { left, right } = box.getBoundingClientRect()
      if (clientX < left + edge) box.scrollLeft -= pace
      else if (clientX > right - edge) box.scrollLeft += pace
      if (!line.isConnected) frame.append(line)
      target = targetAt(heads(), clientX, columns.find((grid) => grid.main)?.id)
      const side = target && sideOf(heads(), head, target)
      line.hidden = side === undefined
      if (side !== undefined) line.style.insetInlineStart = `${side - frame.getBoundingClientRect().left}px`
    },
    end(isDone) {
      line.remove()
      const to = target?.dataset.col
      if (isDone && to !== undefined && to !== id) placeColumn(own, id, to)
    },
  })
}

/** The column under the pointer; those that stay at an edge lie over the others. */
function targetAt(heads: readonly HTMLElement[], x: number, main: string | undefined): HTMLElement | undefined {
  const under = heads.filter((head) => {
    const { left, right } = head.getBoundingClientRect()
    return left <= x && x < right
  })
  const top = under.find((head) => head.matches('.s-td-first,.s-td-fixed')) ?? under[0]
  return top?.dataset.col === main ? undefined : top
}

/** Where the column would come to be, as a place on the screen. */
function sideOf(heads: readonly HTMLElement[], head: HTMLElement, target: HTMLElement): number | undefined {
  if (head === target) return undefined
  const { left, right } = target.getBoundingClientRect()
  return heads.indexOf(target) > heads.indexOf(head) ? right : left
}

interface Following {
  move(event: PointerEvent): void
  /** False when it was broken off. */
  end(isDone: boolean): void
}

/** Follows the pointer until it is let go; Escape breaks it off. A press that goes nowhere stays a click. */
function follow(head: HTMLElement, { clientX, pointerId }: Press, kind: 'size' | 'move', { move, end }: Following): void {
  const frame = head.closest<HTMLElement>('.s-grid-frame')
  const stopped = new AbortController()
  const { signal } = stopped
  let isMoving = kind === 'size'
  const stop = (isDone: boolean) => {
    stopped.abort()
    delete frame?.dataset.dragging
    end(isDone && isMoving)
    if (isMoving) swallowClick()
  }
  if (isMoving && frame) frame.dataset.dragging = kind
  const onMove = (event: PointerEvent) => {
    if (event.pointerId !== pointerId) return
    if (!isMoving && Math.abs(event.clientX - clientX) < threshold) return
    isMoving = true
    if (frame) frame.dataset.dragging = kind
    event.preventDefault()
    move(event)
  }
  addEventListener('pointermove', onMove, { signal })
  addEventListener('pointerup', () => stop(true), { signal })
  addEventListener('pointercancel', () => stop(false), { signal })
  addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      stop(false)
    },
    { signal, capture: true },
  )
}

/** The click that follows a drag is none. */
function swallowClick(): void {
  const swallow = (event: MouseEvent) => event.stopPropagation()
  addEventListener('click', swallow, { capture: true, once: true })
  setTimeout(() => removeEventListener('click', swallow, { capture: true }))
}
