import { isDeepStrictEqual } from 'node:util'
import type { Field } from '../../../src/schemas/field.ts'
import { CodecError } from '../../../src/schemas/kinds/kind.ts'
import { decodeRow, encodeValue } from '../../../src/schemas/language/wire/codec.ts'
import { isStored } from '../../core/db/columns.ts'
import type { Row } from '../domain.ts'
import type { Screen } from '../screen/screen.ts'

/**
 * Posted fields that repeat what the client was shown, with their decoded values: unchanged. They are neither validated nor written,
 * because the column may hold more than the wire shows (NULL read as an empty text, microseconds, an option that is gone). Secrets and
 * masked fields are excluded: nobody was shown those.
 */
export function unchangedFields(screen: Screen, body: Readonly<Row>, values: Readonly<Row>, before: Readonly<Row> | null): Row {
  const same: Row = {}
  if (before === null) return same
  for (const field of Object.values(screen.page.fields)) {
    const { name } = field
    if (!isStored(field) || field.secret || field.mask || !Object.hasOwn(body, name)) continue
    if (saysTheSame(field, body[name], values, before)) same[name] = values[name]
  }
  return same
}

function saysTheSame(field: Field, posted: unknown, values: Readonly<Row>, before: Readonly<Row>): boolean {
  const { name } = field
  if (isDeepStrictEqual(values[name], before[name]) && Object.hasOwn(values, name)) return true
  const shown = shownTo(field, before[name])
  if (shown !== undefined && isDeepStrictEqual(posted, shown)) return true
  if (!Object.hasOwn(values, name)) return false
  const read = decodeRow({ [name]: field }, { [name]: shown })
  return Object.hasOwn(read.values, name) && isDeepStrictEqual(values[name], read.values[name])
}

/** The wire value as JSON carries it: what is no number becomes null. */
function shownTo(field: Field, value: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(encodeValue(field, value) ?? null))
  } catch (error) {
    if (error instanceof CodecError) return undefined
    throw error
  }
}

/** The values that change the record: all of them when adding. */
export function changedValues(values: Readonly<Row>, unchanged: Readonly<Row>): Row {
  return Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => !(Object.hasOwn(unchanged, name) && isDeepStrictEqual(value, unchanged[name])),
    ),
  )
}
