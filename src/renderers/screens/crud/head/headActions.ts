import type { KeyboardEvent } from 'react'
import { usualSort } from '../../../../runtime/crud/query.ts'
import { pressed, type ShortcutName } from '../../../shortcuts.ts'
import type { MenuEntry } from '../../../ui/overlays/MenuList.tsx'
import type { GridColumn } from '../columns.ts'
import { afterPaint } from '../whenIdle.ts'
import { placeColumn, showColumn, sizeColumn, togglePinned } from './columnMoves.ts'
import { fittingWidth } from './fittingWidth.ts'
import type { HeadContext } from './headContext.ts'

export { beginMove, beginSize } from './dragging.ts'

/** px that an arrow key makes a column wider or narrower. */
const step = 16

/** Arrows go to the other names and down to the rows; with Shift they size the column, with Alt and Shift they move it. */
export function pressHeadKey(context: HeadContext, head: HTMLElement, event: KeyboardEvent): void {
  const { key } = event
  const by = (name: ShortcutName) => [-1, 1][pressed(event, name)] ?? 0
  const [moved, sized] = [by('heads.move'), by('heads.size')]
  if (key === 'ContextMenu' || key === 'F10') {
    const { left, bottom } = head.getBoundingClientRect()
    openHeadMenu(context, head, { x: left, y: bottom })
  } else if (moved !== 0) moveBy(context, idOf(head), moved)
  else if (sized !== 0) sizeBy(context, head, sized * step)
  else if (key === 'ArrowDown') head.closest('table')?.querySelector<HTMLElement>('tr[data-id][tabindex="0"]')?.focus()
  else focusHead(neighbour(head, key, by('heads.walk')))
}

/** What can be done with a column. */
export function openHeadMenu(context: HeadContext, head: HTMLElement, at: { x: number; y: number }): void {
  const grid = context.columns.find(({ id }) => id === idOf(head))
  if (!grid) return
  const { t } = context.crud.loaded
  const items = [...sortItems(context, grid), ...placeItems(context, grid)]
  const fit = { id: 'fit', label: t('ui.columns.fit'), icon: 'arrows-h', onSelect: () => fitColumn(context, head) }
  const reset = { id: 'reset', label: t('ui.columns.reset'), icon: 'undo', divided: true, onSelect: context.reset }
  context.openMenu(t('ui.columns.of', { column: grid.label }), [...items, fit, ...hideItems(context, grid), reset], at)
}

function sortItems({ crud }: HeadContext, { id, column }: GridColumn): MenuEntry[] {
  if (!column.sortable) return []
  const { t } = crud.loaded
  const now = crud.state.query.sort ?? usualSort(crud.page, crud.state.query)
  return (['asc', 'desc'] as const).map((direction) => ({
    id: direction,
    label: t(direction === 'asc' ? 'ui.columns.sortUp' : 'ui.columns.sortDown'),
    icon: direction === 'asc' ? 'sort-amount-up-alt' : 'sort-amount-down',
    checked: now?.field === id && now.direction === direction,
    onSelect: () => void crud.setSort({ field: id, direction }),
  }))
}

/** The column that names the record stays where it is. */
function placeItems(context: HeadContext, { id, main, isPinned }: GridColumn): MenuEntry[] {
  if (main) return []
  const { t } = context.crud.loaded
  const move = (name: string, icon: string, by: number): MenuEntry => ({
    id: name,
    label: t(`ui.columns.${name}`),
    icon,
    disabled: targetOf(context, id, by) === undefined,
    onSelect: () => moveBy(context, id, by),
  })
  return [
    {
      id: 'pin',
      label: t(isPinned ? 'ui.columns.unpin' : 'ui.columns.pin'),
      icon: isPinned ? 'lock-open' : 'lock',
      divided: true,
      onSelect: () => togglePinned(context.own, id),
    },
    move('moveLeft', 'arrow-left', -1),
    move('moveRight', 'arrow-right', 1),
  ]
}

function hideItems(context: HeadContext, { id, main, label }: GridColumn): MenuEntry[] {
  const { t } = context.crud.loaded
  if (main) return []
  const hide = () => {
    const next = targetOf(context, id, 1) ?? targetOf(context, id, -1)
    showColumn(context.own, id, false)
    if (next !== undefined) afterPaint(() => focusHead(headOf(next)))
    notify(t('ui.columns.hidden', { column: label }))
  }
  return [{ id: 'hide', label: t('ui.columns.hide'), icon: 'eye-slash', onSelect: hide }]
}

/** As wide as the widest of what is drawn of the column. */
export function fitColumn(context: HeadContext, head: HTMLElement): void {
  resize(context, idOf(head), fittingWidth(head))
}

function sizeBy(context: HeadContext, head: HTMLElement, by: number): void {
  resize(context, idOf(head), head.offsetWidth + by)
}

function resize({ crud, own, columns }: HeadContext, id: string, wanted: number): void {
  const width = sizeColumn(own, id, wanted)
  const column = columns.find((grid) => grid.id === id)?.label ?? id
  notify(crud.loaded.t('ui.columns.sized', { column, width }))
}

function moveBy(context: HeadContext, id: string, by: number): void {
  const target = targetOf(context, id, by)
  if (target === undefined) return
  placeColumn(context.own, id, target)
  const { columns, crud } = context
  const at = columns.findIndex((grid) => grid.id === target) + 1
  const column = columns.find((grid) => grid.id === id)?.label ?? id
  notify(crud.loaded.t('ui.columns.moved', { column, at, n: columns.length }))
  afterPaint(() => focusHead(headOf(id)))
}

/** The column whose place another takes; none beyond the ends, and none before the column that names the record. */
function targetOf({ columns }: HeadContext, id: string, by: number): string | undefined {
  const at = columns.findIndex((grid) => grid.id === id)
  const target = at < 0 || columns[at]?.main ? undefined : columns[at + by]
  return target?.main ? undefined : target?.id
}

const idOf = (head: HTMLElement) => head.dataset.col ?? ''

function headOf(id: string): HTMLElement | null {
  const heads = document.querySelectorAll<HTMLElement>(`th[data-col="${CSS.escape(id)}"]`)
  return [...heads].find((head) => head.checkVisibility()) ?? null
}

function neighbour(head: HTMLElement, key: string, by: number): HTMLElement | null {
  const heads = [...(head.parentElement?.querySelectorAll<HTMLElement>('th[data-col]') ?? [])]
  const at = key === 'Home' ? 0 : key === 'End' ? heads.length - 1 : heads.indexOf(head) + by
  return heads[at] ?? null
}

function focusHead(head: HTMLElement | null): void {
  head?.querySelector<HTMLElement>('.s-head')?.focus()
}

/** Says what a key has done to the columns. */
function notify(text: string): void {
  const place = [...document.querySelectorAll('.s-head-said')].find((each) => each.parentElement?.checkVisibility())
  if (place) place.textContent = text
}
