import type { Field } from '../../../src/schemas/field.ts'
import { maskText } from '../../../src/schemas/language/wire/mask.ts'
import type { SecretBox } from '../../core/secretBox.ts'
import type { Row } from '../domain.ts'

/**
 * The purpose a value is encrypted for: its field. The same text has the same ciphertext across the table, so that the database can
 * enforce uniqueness.
 */
const purposeOf = (table: string, field: string) => `${table}.${field}`

/** The stored form of a text that a field keeps encrypted. */
export function sealText(seal: SecretBox, table: string, field: string, text: string): Promise<string> {
  return seal.closeSame(purposeOf(table, field), '', text)
}

/** The text again; undefined where it cannot be opened: it was sealed with another key, or changed. */
export function openText(seal: SecretBox, table: string, field: string, stored: string): Promise<string | undefined> {
  return seal.open(purposeOf(table, field), '', stored)
}

/** Columns as they are stored: of what is kept encrypted the sealed text, and the mask in its own column. */
export async function sealColumns(
  seal: SecretBox,
  table: string,
  fields: Readonly<Record<string, Field>>,
  columns: Readonly<Row>,
): Promise<Row> {
  const stored: Row = { ...columns }
  for (const [name, value] of Object.entries(columns)) {
    const field = fields[name]
    if (field?.sealed === undefined || !field.mask) continue
    const text = typeof value === 'string' ? value : ''
    stored[field.sealed] = text === '' ? '' : await sealText(seal, table, name, text)
    stored[name] = maskText(text, field.mask)
  }
  return stored
}
