import { kindOf } from '../../src/schemas/kinds/index.ts'
import type { Field } from '../../src/schemas/language/field.ts'
import { isAccepted, isStored } from '../../src/schemas/language/upload.ts'
import type { FieldMessage, Row } from '../crud/domain.ts'
import type { Writer } from '../db/connect.ts'

interface Facts {
  url: string
  name: string
  type: string
  size: number
}

/** One address that was put into a field, and where: `cover`, or `lines.0.image` inside a subtable. */
interface Named {
  place: string
  field: Field
  url: string
}

/**
 * What is wrong with the files that values name: an address below /storage/ must be that of an attachment, of a type and size the field
 * takes, with the messages of the upload itself. What the record named before may stay. The attachments are locked against deletion until
 * the transaction ends.
 */
export async function judgeFiles(
  trx: Writer,
  fields: readonly Field[],
  values: Readonly<Row>,
  before: Readonly<Row> | null,
): Promise<Record<string, FieldMessage>> {
  const named = fields.flatMap((field) => namesIn(field, field.name, values[field.name], before?.[field.name]))
  if (named.length === 0) return {}
  const rows = await trx
    .selectFrom('attachment')
    .select(['url', 'suffix', 'mimetype', 'size'])
    .where('url', 'in', [...new Set(named.map((each) => each.url))])
    .forKeyShare()
    .execute()
  const facts = new Map(
    rows.map((row): [string, Facts] => [
      String(row.url),
      { url: String(row.url), name: `x.${String(row.suffix)}`, type: String(row.mimetype), size: Number(row.size) },
    ]),
  )
  const found: Record<string, FieldMessage> = {}
  for (const each of named) {
    const code = faultOf(each.field, facts.get(each.url))
    if (code) found[each.place] ??= { code }
  }
  return found
}

function faultOf(field: Field, file: Facts | undefined): string | undefined {
  if (!file) return 'uploadMissing'
  const accept = kindOf(field).uploads?.accept(field) ?? ''
  if (accept !== '' && !isAccepted(file, accept)) return 'uploadType'
  return field.maxSize !== undefined && file.size > field.maxSize ? 'uploadSize' : undefined
}

/** Addresses of uploaded files in a value that were not in the one before; of rows inside it as well. */
function namesIn(field: Field, place: string, value: unknown, before: unknown): Named[] {
  if (field.fields && Array.isArray(value)) {
    const inner = Object.values(field.fields)
    return value.flatMap((row, i) =>
      inner.flatMap((each) => namesIn(each, `${place}.${i}.${each.name}`, (row as Row | null)?.[each.name], undefined)),
    )
  }
  const { uploads } = kindOf(field)
  if (!uploads) return []
  const had = new Set(uploads.addresses(before))
  return uploads
    .addresses(value)
    .filter((url) => isStored(url) && !had.has(url))
    .map((url) => ({ place, field, url }))
}
