import type { Crud } from '../../../../runtime/crud/crud.ts'
import type { MenuEntry } from '../../../ui/overlays/MenuList.tsx'
import type { GridColumn } from '../columns.ts'
import type { OwnColumns } from '../grid/arranged.ts'

/** What acts on the names of columns know of their list. */
export interface HeadContext {
  crud: Crud
  own: OwnColumns
  /** The columns that are shown, as they are drawn. */
  columns: readonly GridColumn[]
  openMenu(label: string, items: MenuEntry[], at: { x: number; y: number }): void
  /** Takes the columns back to what the page says. */
  reset(): void
}
