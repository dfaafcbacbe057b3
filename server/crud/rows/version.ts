import { createHash } from 'node:crypto'
import type { Field } from '../../../src/schemas/field.ts'
import { isKept } from '../../../src/schemas/language/entity/virtual/compute.ts'
import { isStored } from '../../core/db/columns.ts'
import type { Row } from '../domain.ts'
import type { Screen } from '../screen/screen.ts'

/**
 * The version of a record for optimistic locking: a hash of everything that people write on this screen, and after it one of each field,
 * by which it is known later what changed since. Two readers have the same version exactly when neither would overwrite something the
 * other has not seen; what the server alone writes (a last sign-in, a status moved by an action) does not count, because a form never
 * writes it. Nor do masked fields: nobody has seen them, and who knows all the rest of a record could find by trying which value makes its
 * version.
 */
export function versionOf(screen: Screen, row: Readonly<Row>): string {
  const fields = versioned(screen)
  const states = fields.map((field) => stateOf(screen, field, row[field.name]))
  const whole = digest(JSON.stringify(states), wholeLength)
  return `${whole}.${layoutOf(fields)}${states.map((state) => digest(state, partLength)).join('')}`
}

/** What a version says of each field; undefined for one that was made for other fields, or by nobody here. */
export interface ReadVersion {
  /** Fields that hold something else in this row than was read. */
  changed(row: Readonly<Row>): string[]
  /** Is this what was read in the field? */
  wasRead(name: string, value: unknown): boolean
  /** Do these two count as the same? */
  isSame(name: string, a: unknown, b: unknown): boolean
}

/** Reads a version that `versionOf` made; undefined when it knows other fields than the screen has now. */
export function readVersion(screen: Screen, version: unknown): ReadVersion | undefined {
  const fields = versioned(screen)
  const [, parts = ''] = typeof version === 'string' ? version.split('.') : []
  if (parts.length !== layoutLength + fields.length * partLength || parts.slice(0, layoutLength) !== layoutOf(fields))
    return undefined
  const read = new Map(
    fields.map((field, i) => {
      const from = layoutLength + i * partLength
      return [field.name, { field, part: parts.slice(from, from + partLength) }]
    }),
  )
  const partOf = (field: Field, value: unknown) => digest(stateOf(screen, field, value), partLength)
  const wasRead = (name: string, value: unknown) => {
    const known = read.get(name)
    return known !== undefined && partOf(known.field, value) === known.part
  }
  return {
    changed: (row) => [...read.keys()].filter((name) => !wasRead(name, row[name])),
    wasRead,
    isSame(name, a, b) {
      const known = read.get(name)
      return known !== undefined && stateOf(screen, known.field, a) === stateOf(screen, known.field, b)
    },
  }
}

const wholeLength = 16
const layoutLength = 4
const partLength = 6

/** What people write on this screen, and everybody who may read the record may see. */
function versioned({ page }: Screen): Field[] {
  return Object.values(page.fields).filter(
    (field) => !field.readOnly && !field.secret && !field.mask && (isStored(field) || field.link || isKept(field)),
  )
}

function stateOf(screen: Screen, field: Field, value: unknown): string {
  return JSON.stringify([field.name, normal(screen.hooks.steady?.[field.name]?.(value) ?? value)])
}

/** Of the names: a screen that has got another field since knows that a version is not of its fields. */
function layoutOf(fields: readonly Field[]): string {
  return digest(fields.map(({ name }) => name).join(), layoutLength)
}

function digest(text: string, length: number): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, length)
}

/** Linked lists have no order of their own. */
function normal(value: unknown): unknown {
  return Array.isArray(value) && value.every((item) => typeof item !== 'object') ? [...value].sort() : (value ?? null)
}
