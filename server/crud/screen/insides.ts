import type { Schema } from '../../../codegen/schema/schema.ts'
import type { Field } from '../../../src/schemas/field.ts'
import type { Page } from '../../../src/schemas/language/page.ts'
import { isStored, quote, quoteTable } from '../../core/db/columns.ts'
import { textReader } from '../../core/db/texts.ts'
import { decoderOf } from '../../core/db/values.ts'
import type { Row } from '../domain.ts'
import { entityOf } from '../tables.ts'
import { shownRow } from '../wire.ts'
import { readRelations } from './shown.ts'

/** The rows of a relation of many that conditions of the page read: they travel with every row, with what is read of them. */
export interface Inside {
  relation: string
  /** The column of a statement over `t` that holds them. */
  as: string
  /** Its SQL: a list of rows, each a list of texts. They come with the rows themselves, not by a statement of their own. */
  sql: string
  /** Model rows of what that column holds. */
  model(raw: unknown): Row[]
  wire(row: Row): Row
}

/** What conditions of a page read of its relations of many; nothing for nearly all pages. */
export function insidesOf(page: Page, schema: Schema): Inside[] {
  return [...readRelations(page)].flatMap(([name, names], n): Inside[] => {
    const relation = page.entity.relations[name]
    const { key } = page.entity
    if (relation?.type !== 'many' || key === null) return []
    const entity = entityOf(schema, relation.table)
    const fields = [...names].flatMap((each) => entity.fields[each] ?? []).filter((field) => isStored(field) && !field.secret)
    const texts = fields.map((field) => `m.${quote(field.name)}::text`).join(', ')
    const living = entity.softDelete ? ' and m.delete_time is null' : ''
    const own = `m.${quote(relation.foreignKey)} = t.${quote(key)}`
    const read = fields.map(readerOf)
    return [
      {
        relation: name,
        as: `i${n}`,
        sql: `(select json_agg(json_build_array(${texts})) from ${quoteTable(entity.table)} as m where ${own}${living})`,
        model: (raw) => (Array.isArray(raw) ? raw.map((row) => modelOf(read, row)) : []),
        wire: (row) => shownRow(Object.fromEntries(fields.map((field) => [field.name, field])), row),
      },
    ]
  })
}

type Reader = [name: string, read: (text: unknown) => unknown]

/** Reads one value as the column itself would be read. */
function readerOf(field: Field): Reader {
  const ofText = textReader(field.store?.type)
  const decode = decoderOf(field)
  return [field.name, (text) => decode(typeof text === 'string' ? ofText(text) : null)]
}

function modelOf(read: readonly Reader[], texts: unknown): Row {
  const list: readonly unknown[] = Array.isArray(texts) ? texts : []
  return Object.fromEntries(read.map(([name, value], i) => [name, value(list[i])]))
}
