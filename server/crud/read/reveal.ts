import { sql } from 'kysely'
import { encodeValue } from '../../../src/schemas/language/wire/codec.ts'
import { isMasked, shownText } from '../../../src/schemas/language/wire/mask.ts'
import type { Context } from '../../core/context.ts'
import { isStored } from '../../core/db/columns.ts'
import type { Writer } from '../../core/db/connect.ts'
import { isRow } from '../../core/db/rowKey.ts'
import { fromDb } from '../../core/db/values.ts'
import { auditOf, writeAudit } from '../../core/log/audit.ts'
import { Refused } from '../../core/refuse.ts'
import type { Row } from '../domain.ts'
import { requestKey } from '../rows/key.ts'
import { scopeSql, whereSql } from '../rows/rows.ts'
import { openText } from '../rows/sealed.ts'
import type { Screen } from '../screen/screen.ts'
import { unknownField } from '../search/unknownField.ts'
import type { ValidationErrors } from '../validate/validate.ts'

/** POST reveal {id, field}: the whole value of a masked field of one row in scope. The audit records who saw which value. */
export async function reveal(screen: Screen, ctx: Context, trx: Writer): Promise<{ value: unknown }> {
  const { entity, page } = screen
  const name = typeof ctx.body.field === 'string' ? ctx.body.field : ''
  const field = Object.hasOwn(page.fields, name) ? page.fields[name] : undefined
  if (!field?.mask || field.secret || !isStored(field)) throw unknownField(name.slice(0, 60))
  const key = requestKey(screen, ctx.body)
  const where = whereSql([isRow(entity, key), ...(await scopeSql(screen, ctx, trx, 'read'))])
  const found = await sql<{
    value: unknown
  }>`select ${sql.ref(`t.${field.sealed ?? name}`)} as value from ${sql.table(entity.table)} as t${where}`.execute(trx)
  const [row] = found.rows
  if (!row) throw new Refused('crud.notFound')
  await writeAudit(trx, auditOf(ctx, { action: `${page.id}/reveal`, table: entity.table, key, detail: { field: name } }))
  if (field.sealed === undefined) return { value: encodeValue(field, fromDb(row.value, field)) }
  const stored = String(row.value ?? '')
  const text = stored === '' ? '' : await openText(ctx.services.secretBox, entity.table, name, stored)
  if (text === undefined) throw new Refused('crud.sealedElsewhere')
  return { value: encodeValue(field, text) }
}

/**
 * Takes out of posted values what is only the mask of what is stored: a form that was not touched there says nothing about it. A mask of
 * something else (the value was changed meanwhile, or a piece of the mask was typed over) is found fault with, never stored.
 */
export function keepMasked(screen: Screen, values: Row, before: Readonly<Row> | null): ValidationErrors {
  const found: ValidationErrors = {}
  for (const [name, value] of Object.entries(values)) {
    const field = screen.page.fields[name]
    if (!field?.mask || !isMasked(field, value)) continue
    if (before && value === shownText(field, String(before[name] ?? ''))) delete values[name]
    else found[name] = { code: 'masked' }
  }
  return found
}
