import type { Field } from '../../field.ts'
import { isObject } from '../../isObject.ts'
import { kindOf } from '../../kinds/index.ts'
import { CodecError } from '../../kinds/kind.ts'

/** What is wrong with one value: a message code of `validate.<code>` and its parameters. */
export interface ValueError {
  code: string
  params: Readonly<Record<string, string | number>>
}

export interface Decoded {
  values: Record<string, unknown>
  /** By field; fields of subtable rows as `lines.0.quantity`. */
  errors: Record<string, ValueError>
}

/** Model values of the named fields that are present in `wire`; absent ones stay absent. Never throws for bad values. */
export function decodeRow(fields: Readonly<Record<string, Field>>, wire: Readonly<Record<string, unknown>>): Decoded {
  const out: Decoded = { values: {}, errors: {} }
  for (const [name, field] of Object.entries(fields)) {
    if (!Object.hasOwn(wire, name)) continue
    decodeInto(out, name, field, wire[name])
  }
  return out
}

function decodeInto(out: Decoded, name: string, field: Field, wire: unknown): void {
  try {
    const value = computedFromWire(field, wire) ?? kindOf(field).fromWire(wire, field)
    out.values[name] = field.fields && Array.isArray(value) ? decodeRows(out, name, field.fields, value) : value
  } catch (error) {
    if (!(error instanceof CodecError)) throw error
    out.errors[name] = { code: error.code, params: error.params }
  }
}

function decodeRows(out: Decoded, name: string, fields: Readonly<Record<string, Field>>, rows: unknown[]): unknown[] {
  return rows.map((row, i) => {
    const inner = decodeRow(fields, isObject(row) ? row : {})
    for (const [key, error] of Object.entries(inner.errors)) out.errors[`${name}.${i}.${key}`] = error
    return inner.values
  })
}

/** A stored value that its field's kind cannot read: out of its range, no number, of another type. Rows carry it in the value's place. */
export class Unreadable {
  /** The beginning of what is stored, for people; '' where it is not for everybody. */
  readonly text: string
  constructor(value: unknown) {
    this.text = (typeof value === 'object' ? (JSON.stringify(value) ?? '') : String(value)).slice(0, 60)
  }
}

/** Member of a row on the wire: the fields whose values cannot be shown, each with the beginning of what is stored. */
export const faultsKey = '_faults'

/** A member of a row on the wire; `hidden`: nothing of what is stored is shown where it cannot be encoded. */
export interface Member {
  name: string
  encode: (value: unknown) => unknown
  hidden: boolean
}

/** The fields of a row whose values cannot be shown, each with the beginning of what is stored; undefined: there are none. */
export interface Faults {
  texts: Record<string, string> | undefined
}

/** Wire form of a value: of one that cannot be shown null, and `faults` has it. Neither the rest of the row nor other rows go down with it. */
export function encodeMember({ name, encode, hidden }: Member, value: unknown, faults: Faults): unknown {
  const wire = value instanceof Unreadable ? failed : attempted(encode, value)
  if (wire !== failed) return wire
  const { text } = value instanceof Unreadable ? value : new Unreadable(value)
  faults.texts = { ...faults.texts, [name]: hidden ? '' : text }
  return null
}

/** Puts the wire form of a value into a row, and those that cannot be shown into the row's `_faults`. */
export function encodeInto(out: Record<string, unknown>, member: Member, value: unknown): void {
  const faults: Faults = { texts: undefined }
  out[member.name] = encodeMember(member, value, faults)
  if (faults.texts) out[faultsKey] = { ...(out[faultsKey] as object | undefined), ...faults.texts }
}

const failed = Symbol('failed')

/** `failed` when the value cannot be shown. */
function attempted(encode: (value: unknown) => unknown, value: unknown): unknown {
  try {
    const wire = encode(value)
    return typeof wire === 'number' && !Number.isFinite(wire) ? failed : wire
  } catch {
    return failed
  }
}

/** Wire values of the fields present in `model`. Never throws: see `encodeMember`. */
export function encodeRow(
  fields: Readonly<Record<string, Field>>,
  model: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const out: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(fields)) {
    if (!Object.hasOwn(model, name)) continue
    const hidden = field.secret || field.mask !== undefined
    encodeInto(out, { name, encode: (value) => encodeValue(field, value), hidden }, model[name])
  }
  return out
}

/** Model form of virtual values that are lists whatever the kind: both ends of a range, names. Undefined for all others. */
function computedFromWire(field: Field, wire: unknown): unknown {
  const list = field.virtual?.list
  if (!list || !Array.isArray(wire)) return undefined
  return list === 'ends' ? wire.map((end) => kindOf(field).fromWire(end, field)) : wire
}

/** Wire form of one model value. */
export function encodeValue(field: Field, value: unknown): unknown {
  const list = field.virtual?.list
  if (list === 'names') return value
  if (list === 'ends' && Array.isArray(value)) return value.map((end) => kindOf(field).toWire(end, field))
  if (field.fields && Array.isArray(value))
    return value.map((row: unknown) => encodeRow(field.fields ?? {}, row !== null && typeof row === 'object' ? { ...row } : {}))
  return kindOf(field).toWire(value, field)
}
