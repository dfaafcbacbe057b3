import type { Params } from '../../runtime/i18n/words.ts'
import { rowName, type Sheet, type SheetColumn, type SheetRow } from './model/sheet.ts'

/** The words of the editor: `t('undo')` is `kinds.specEditor.undo`. */
export type Say = (key: string, params?: Params) => string

/** Heading of a column. */
export function columnTitle(say: Say, column: SheetColumn): string {
  return say(`column.${column}`)
}

/** What a row is called on the screen: "Red / L", or that there is one only. */
export function rowTitle(say: Say, sheet: Sheet, texts: ReadonlyMap<number, string>, row: SheetRow): string {
  return rowName(sheet, texts, row) || say('single')
}
