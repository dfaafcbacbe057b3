import type { Field } from '../../../../schemas/field.ts'
import { kindOf } from '../../../../schemas/kinds/index.ts'
import { plainColumn, readOnlyCellOf, renderCell } from '../../../cells/draw.ts'
import type { CellEnvironment, Row } from '../../../define.ts'
import { views } from '../../../views/index.ts'

interface FieldValueProps {
  field: Field
  /** Path of the words of the field. */
  words: string
  /** The row that the value is in, by the field's name. */
  row: Row
  env: CellEnvironment
}

/** A value as one reads it, drawn by the view or the cell of its kind. */
export function FieldValue({ field, words, row, env }: FieldValueProps) {
  const View = views[field.kind]
  const value = row[field.name]
  if (View) return <View value={value} field={field} words={words} env={env} />
  const { cell } = kindOf(field)
  // Cells look for words of a path below `related`; here the path is whole already.
  const within = { ...env, word: (key: string) => env.word(key.replace(/^related\./, '')) }
  return renderCell(readOnlyCellOf(cell), { value, row, column: plainColumn(words, cell), field, env: within })
}
