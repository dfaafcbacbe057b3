import { proxy, ref } from 'valtio/vanilla'
import type { ColumnLayout } from '../../schemas/language/wire/columnLayout.ts'
import type { ListViews } from '../../schemas/language/wire/envelope.ts'

/** How the person has arranged lists. */
export interface Columns {
  /** Their columns, by screen. */
  layouts: Readonly<Record<string, ColumnLayout>>
  /** Their saved views, by screen; null until the server has said it. */
  views: Readonly<Record<string, ListViews>> | null
  /** Columns of views as they were changed since, by id of the view; as long as the page lasts. */
  drafts: Readonly<Record<number, ColumnLayout>>
}

/** Makes the store: all lists are as their pages say. */
export function createColumns(): Columns {
  return proxy<Columns>({ layouts: {}, views: null, drafts: {} })
}

/** Takes what the server keeps for the person; nothing where nobody is signed in. */
export function takeColumns(
  store: Columns,
  sent?: { columns?: Columns['layouts'] | undefined; views?: NonNullable<Columns['views']> | undefined },
): void {
  setLayouts(store, sent?.columns ?? {})
  setViews(store, sent ? (sent.views ?? {}) : null)
  store.drafts = ref({})
}

/** Keeps the columns of lists. */
export function setLayouts(store: Columns, layouts: Columns['layouts']): void {
  store.layouts = ref(layouts)
}

/** Keeps the saved views of lists. */
export function setViews(store: Columns, views: Columns['views']): void {
  store.views = views && ref(views)
}

/** Keeps the columns of a view as the person has them now; undefined takes them back to what was saved. */
export function draftColumns(store: Columns, view: number, columns: ColumnLayout | undefined): void {
  const { [view]: _, ...others } = store.drafts
  store.drafts = ref(columns === undefined ? others : { ...others, [view]: columns })
}
