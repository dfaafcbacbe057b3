import type { Field } from '../../src/schemas/field.ts'
import { encodeInto, encodeValue, type Member } from '../../src/schemas/language/wire/codec.ts'
import { shownText } from '../../src/schemas/language/wire/mask.ts'
import type { Row } from './domain.ts'

/** Wire form of a model value as anybody may see it: of a masked field only what the mask lets through. */
export function shownValue(field: Field, value: unknown): unknown {
  const wire = encodeValue(field, value)
  return field.mask === undefined ? wire : shownText(field, String(wire ?? ''))
}

function shownMember(field: Field): Member {
  return { name: field.name, encode: (value) => shownValue(field, value), hidden: field.mask !== undefined }
}

/** Wire form of the fields present in a model row, as anybody may see them. */
export function shownRow(fields: Readonly<Record<string, Field>>, model: Readonly<Row>): Row {
  const named = Object.values(fields).filter(({ name }) => Object.hasOwn(model, name))
  const wire: Row = {}
  for (const field of named) encodeInto(wire, shownMember(field), model[field.name])
  return wire
}
