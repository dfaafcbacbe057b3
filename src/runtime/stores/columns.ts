import { proxy, ref } from 'valtio/vanilla'
import type { ColumnLayout } from '../../schemas/language/wire/columnLayout.ts'

/** How the person has arranged the columns of lists, by screen. */
export interface Columns {
  layouts: Readonly<Record<string, ColumnLayout>>
}

/** Makes the store: all lists are as their pages say. */
export function createColumns(): Columns {
  return proxy<Columns>({ layouts: {} })
}

/** Takes what the server keeps for the person. */
export function setLayouts(store: Columns, layouts: Columns['layouts'] = {}): void {
  store.layouts = ref(layouts)
}
