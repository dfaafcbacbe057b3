import type { Field } from '../../field.ts'
import { plainNumber } from '../../kinds/define.ts'
import { kindOf } from '../../kinds/index.ts'

/** What a cell of a sheet says, as the wire writes values of the field; options and names of rows are looked up elsewhere. */
export function wireOfSheet(field: Field, text: string): string {
  const { input } = kindOf(field)
  if (input === 'range') return field.kind === 'integer' ? plainNumber(text).replace(/\.0+$/, '') : plainNumber(text)
  // Excel writes days with slashes.
  return input === 'dateRange' ? text.replace(/^(\d{4})\/(\d{1,2})\/(\d{1,2})/, '$1-$2-$3') : text
}

/** Signs between the items of a list, as people write them. */
export const betweenItems = /[,，、;；|]/
