import type { Crud } from '../../../../runtime/crud/crud.ts'
import { kindOf } from '../../../../schemas/kinds/index.ts'
import type { Column } from '../../../../schemas/language/list/table.ts'
import { plainColumn } from '../../../cells/draw.ts'
import { wordsAt } from '../../../cells/words.ts'
import { fieldAt } from '../columns.ts'

/** The list's column, else one derived from the field. */
export function columnFor(crud: Crud, name: string): Column {
  const listed = crud.page.table.columns.find((c) => c.field === name)
  if (listed) return { ...listed, secondary: [] }
  const field = fieldAt(crud.page, name)
  return plainColumn(name, field ? kindOf(field).cell : 'text')
}

/** What a field is called, also one of a relation. */
export function labelAt(crud: Crud, name: string): string {
  return crud.loaded.find(`${wordsAt(name)}.label`) ?? name
}
