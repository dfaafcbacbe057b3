import { namesText } from '../../../runtime/crud/actions/said.ts'
import type { Crud } from '../../../runtime/crud/crud.ts'
import type { FormModel } from '../../../runtime/form/form.ts'
import type { Row } from '../../../runtime/rows.ts'
import { listParams, titleText } from '../../../schemas/language/list/naming.ts'
import { titleOf } from './rowActions.ts'

/** What is done in place of the page's own name for it: with what one record is called. */
const making: Readonly<Record<string, string>> = { add: 'new', addChild: 'new', copy: 'copy', edit: 'edit' }

/** The title of a form: "New coupon", "Edit coupon “Spring”", "Ship “O2026…”", "Send coupon “Ann”, “Ben” and 3 more". */
export function formTitle(crud: Crud, { action, ids, all }: FormModel): string {
  const { find, t } = crud.loaded
  const noun = find('noun')
  const made = making[action]
  const verb = made !== undefined && noun !== undefined ? t(`ui.said.${made}`, { noun }) : titleOf(crud, action)
  if (all) return verb
  const rows = ids.flatMap((key): Row[] => {
    const row = crud.rowOf(key)
    return row ? [row] : []
  })
  return titled(crud, verb, rows)
}

/** What is done to which records: "Delete “Spring”"; of records without names what is done. */
export function titled({ loaded, page }: Crud, verb: string, rows: readonly Row[]): string {
  const isNamed = rows.some((row) => titleText(page, row) !== undefined)
  return isNamed ? loaded.t('ui.said.titled', { verb, names: namesText(loaded, rows) }) : verb
}

/** What is done to a list: "Import coupons". */
export function titledList({ t, find }: Crud['loaded'], verb: string): string {
  return t('ui.list.ofList', listParams(verb, t('title'), find('noun')))
}
