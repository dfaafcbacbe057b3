import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Field } from '../../../src/schemas/field.ts'
import { isObject } from '../../../src/schemas/isObject.ts'
import { encodeValue } from '../../../src/schemas/language/wire/codec.ts'
import type { Context } from '../../core/context.ts'
import type { Writer } from '../../core/db/connect.ts'
import { readColumn } from '../../core/db/scalar.ts'
import { rowFromDb } from '../../core/db/values.ts'
import { hiddenValue } from '../../core/history/setup.ts'
import { Refused } from '../../core/refuse.ts'
import type { Row } from '../../crud/domain.ts'
import type { Screen } from '../../crud/screen/screen.ts'
import { labelOf } from '../../crud/words.ts'
import { writableFields } from '../../crud/write/body.ts'
import { save } from '../../crud/write/save.ts'

/** Values of columns as the database's JSON has them, by column. */
export type RawValues = Readonly<Row>

/**
 * Gives fields of a record the values that they had, by the form's own save: with its rights, checks and hooks, and as a change like any
 * other. Throws `Refused` where a field is a secret or not the form's (`skips`: leaves it as it is), or the record is gone.
 */
export async function saveFormerValues(
  screen: Screen,
  ctx: Context,
  trx: Writer,
  change: { key: string; old: RawValues; skips?: boolean },
): Promise<void> {
  const { page, entity } = screen
  const writable = writableFields(screen, 'edit')
  const model = rowFromDb(change.old, entity)
  const body: Row = { [entity.key ?? 'id']: change.key }
  for (const name of Object.keys(change.old)) {
    const field = writable[name]
    if (change.skips && (!field || field.mask || change.old[name] === hiddenValue)) continue
    if (change.old[name] === hiddenValue) throw new Refused('security.secretValue', { label: labelIn(ctx, screen, name) })
    if (!field || !page.actions.edit) throw new Refused('security.notEditable', { label: labelIn(ctx, screen, name) })
    body[name] = encodeValue(field, model[name])
  }
  await save(screen, { ...ctx, body }, trx, 'edit')
}

/** Refuses unless the fields have these values now: a later change would be lost. */
export async function requireCurrent(
  screen: Screen,
  ctx: Context,
  trx: Writer,
  change: { key: string; now: RawValues },
): Promise<void> {
  const { entity } = screen
  const [row] = await readColumn(
    trx,
    sql`select to_jsonb(t) from ${sql.table(entity.table)} t where ${sql.ref(entity.key ?? 'id')}::text = ${change.key} for update`,
  )
  if (!isObject(row)) throw new Refused('security.gone', { key: change.key }, { type: 'conflict' })
  const other = Object.keys(change.now).find((name) => !isDeepStrictEqual(row[name], change.now[name]))
  if (other !== undefined)
    throw new Refused('security.changedSince', { label: labelIn(ctx, screen, other) }, { type: 'conflict' })
}

function labelIn(ctx: Context, screen: Screen, name: Field['name']): string {
  return labelOf(ctx, { page: screen.page, prefix: 'fields' }, name)
}
