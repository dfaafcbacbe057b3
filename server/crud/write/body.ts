import { ownIcon } from '../../../src/schemas/buildadmin/icons.ts'
import type { Field } from '../../../src/schemas/field.ts'
import { decodeRow } from '../../../src/schemas/language/wire/codec.ts'
import type { Context } from '../../core/context.ts'
import { columnDefault } from '../../core/db/columns.ts'
import { cleanValues } from '../../core/db/markup.ts'
import type { Row } from '../domain.ts'
import type { Screen } from '../screen/screen.ts'
import type { ValidationErrors } from '../validate/validate.ts'
import { keepReadOnlyParts } from './readOnlyParts.ts'

/** Members of a body that are no fields but belong to every write. */
const control = new Set(['_version', '_faults', 'idempotency_key'])

/** The fields a person may write here: not those that only the server writes, and write-once ones only when adding. */
export function writableFields(screen: Screen, mode: 'add' | 'edit'): Record<string, Field> {
  const { entity } = screen
  const isOwn = (field: Field) => {
    // What is made is read-only unless hooks keep it.
    if (!field.virtual && !field.store && !field.link) return false
    if (field.name === entity.key) return entity.keyGiven && mode === 'add'
    return !field.readOnly && (mode === 'add' || !field.writeOnce)
  }
  return Object.fromEntries(
    Object.values(screen.page.fields)
      .filter(isOwn)
      .map((field) => [field.name, field]),
  )
}

export interface ReadBody {
  /** Model values of the fields that were posted; when adding, defaults of the others too. */
  values: Row
  found: ValidationErrors
}

/**
 * Reads the fields out of a posted body. Other names are refused one by one where the dialect says so, else left out and noted in the
 * server's log. An empty secret (a password nobody typed) counts as not posted when editing. `before` is the record that is edited; null
 * when one is added.
 */
export function readBody(screen: Screen, ctx: Context, body: Readonly<Row>, before: Row | null): ReadBody {
  const mode = before === null ? 'add' : 'edit'
  const writable = writableFields(screen, mode)
  const given = Object.fromEntries(
    Object.entries(body).filter(([name, value]) => {
      const field = Object.hasOwn(writable, name) ? writable[name] : undefined
      return field && !(mode === 'edit' && field.secret && (value === '' || value === null))
    }),
  )
  const { values, errors } = decodeRow(writable, given)
  cleanValues(values, writable)
  keepReadOnlyParts(writable, values, before)
  nameIcons(values, writable)
  const known = [...Object.keys(writable), ...(mode === 'edit' ? ['id', screen.entity.key ?? 'id'] : [])]
  const found: ValidationErrors = {
    ...errors,
    ...unknownNames(screen, ctx, body, known),
  }
  if (mode === 'add') {
    for (const field of Object.values(writable)) {
      if (!Object.hasOwn(values, field.name) && !found[field.name]) values[field.name] = field.link ? [] : columnDefault(field)
    }
  }
  return { values, found }
}

/** Icons are stored by Kontor's names, whichever client chose them. */
function nameIcons(values: Row, fields: Readonly<Record<string, Field>>): void {
  for (const [name, value] of Object.entries(values))
    if (fields[name]?.kind === 'icon' && typeof value === 'string') values[name] = ownIcon(value)
}

/** Posted names that are no fields to write: refused one by one for Kontor's client, else noted in the log only (decision 2). */
export function unknownNames(screen: Screen, ctx: Context, body: Readonly<Row>, known: readonly string[]): ValidationErrors {
  const names = Object.keys(body).filter((name) => !known.includes(name) && !control.has(name))
  if (names.length === 0) return {}
  if (ctx.dialect.refusesUnknownFields)
    return Object.fromEntries(names.map((name) => [name, { code: 'notWritable', params: { name } }]))
  // BuildAdmin's client posts whole rows: what the page knows and only shows is nothing to look into.
  const strange = names.filter((name) => !Object.hasOwn(screen.page.fields, name))
  const note = { fields: names.slice(0, 50), handler: `${ctx.handler.controller}/${ctx.handler.action}`, request: ctx.requestId }
  if (strange.length > 0) ctx.log.warn(note, 'posted fields were left out')
  else ctx.log.info(note, 'posted fields were left out')
  return {}
}
