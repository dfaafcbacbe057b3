import type { ReactNode } from 'react'
import type { Crud } from '../../../../runtime/crud/crud.ts'
import type { Row } from '../../../../runtime/rows.ts'
import type { Column } from '../../../../schemas/language/list/table.ts'
import { isMasked } from '../../../../schemas/language/wire/mask.ts'
import { readOnlyCellOf, renderCell } from '../../../cells/draw.ts'
import { isNothing, valueAt } from '../../../cells/value.ts'
import { wordsAt } from '../../../cells/words.ts'
import type { CellEnvironment } from '../../../define.ts'
import { viewOf, views } from '../../../views/index.ts'
import type { View } from '../../../views/view.ts'
import { fieldAt, filtersOf, linkOf } from '../columns.ts'
import { ChosenNames, chosenKeys } from './ChosenNames.tsx'
import { DetailLink } from './DetailLink.tsx'
import { columnFor } from './detailColumns.ts'
import { Masked } from './Masked.tsx'

/** A record and what is needed to draw its values. */
export interface RecordProps {
  crud: Crud
  env: CellEnvironment
  row: Row
}

/** Where a value leads, when its column does not say it. */
export type Ways = Pick<Column, 'links' | 'url'>

/** How a value is read at full length; undefined where it is read as in a list, or leads somewhere. */
export function viewAt(
  { crud, row }: Pick<RecordProps, 'crud' | 'row'>,
  name: string,
  ways: Partial<Ways> = {},
): View | undefined {
  const field = fieldAt(crud.page, name)
  const { cell, links, url } = { ...columnFor(crud, name), ...ways }
  const value = valueAt(row, name)
  if (!field || (views[field.kind] === undefined && (links || url !== undefined || isMasked(field, value)))) return undefined
  return viewOf(field, value, cell)
}

/** A value of a record as it is read: at full length where its kind has a view for that, else by its cell. */
export function shownValue({ crud, env, row }: RecordProps, name: string, ways: Partial<Ways> = {}): ReactNode {
  const column = { ...columnFor(crud, name), ...ways }
  const field = fieldAt(crud.page, name)
  const At = viewAt({ crud, row }, name, ways)
  if (At && field) return <At value={valueAt(row, name)} field={field} words={wordsAt(name)} env={env} />
  // Related rows carry the names of what they choose.
  const keys = column.links || name.includes('.') ? undefined : chosenKeys(field, valueAt(row, name))
  if (keys && keys.length > 0 && column.cell !== 'member') return <ChosenNames crud={crud} name={name} keys={keys} />
  const cell = readOnlyCellOf(column.cell)
  const shown = renderCell(cell, { value: valueAt(row, name), row, column, field, env })
  const link = isNothing(valueAt(row, name)) ? undefined : linkOf(column, row, env)
  if (link) {
    return (
      <DetailLink page={link.page} query={filtersOf(link, row)}>
        {shown}
      </DetailLink>
    )
  }
  if (!field || name.includes('.') || !isMasked(field, valueAt(row, name)) || !env.canReveal?.()) return shown
  return (
    <Masked key={`${crud.keyOf(row)} ${name}`} crud={crud} row={row} name={name}>
      {shown}
    </Masked>
  )
}
