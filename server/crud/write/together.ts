import type { Field } from '../../../src/schemas/field.ts'
import type { Context } from '../../core/context.ts'
import type { Writer } from '../../core/db/connect.ts'
import type { Key } from '../../core/db/rowKey.ts'
import { insertRows } from '../../core/db/rows.ts'
import type { Row, SaveInput } from '../domain.ts'
import { hasChoices, sourceOf } from '../rows/foreign.ts'
import { requireWritable } from '../rows/key.ts'
import type { Screen } from '../screen/screen.ts'
import { writableFields } from './body.ts'
import { columnsOf, readInput, validate } from './save.ts'

/**
 * May new rows of a screen be judged first and then added at once? Only where nothing that judges or follows a row reads what the rows
 * before it have written: no rules in code but those that say so, no tree, no choice among its own rows.
 */
export function addsTogether(screen: Screen): boolean {
  const { hooks, entity } = screen
  const inCode = [hooks.receive, hooks.validate, hooks.beforeSave, hooks.afterSave].some((hook) => hook !== undefined)
  const isPlain = entity.key !== null && !entity.keyGiven && !entity.external && !entity.tree
  return (
    isPlain && (!inCode || hooks.judgesAlone === true) && screen.links.length === 0 && isCounted(screen) && !choosesOwn(screen)
  )
}

function isCounted({ entity }: Screen): boolean {
  const type = entity.fields[entity.key ?? '']?.store?.type
  return type === undefined || type === 'integer' || type === 'bigint'
}

/** Is something in a row chosen among rows of its own table, or by code that may read them? */
function choosesOwn(screen: Screen): boolean {
  const reads = (field: Field): boolean =>
    Object.values(field.fields ?? {}).some(reads) ||
    (hasChoices(field) && (field.source !== undefined || sourceOf(screen, field)?.entity.table === screen.entity.table))
  return Object.values(writableFields(screen, 'add')).some(reads)
}

/** A new row that nothing is wrong with, as far as can be said without the other rows. */
export interface NewRow {
  input: SaveInput
  columns: Row
}

/**
 * Judges a posted new row as `save` does, but for what other rows have already; undefined when something is wrong with it, which `save`
 * says. Throws as that does.
 */
export async function judgeNew(screen: Screen, ctx: Context, trx: Writer): Promise<NewRow | undefined> {
  requireWritable(screen, ctx)
  const body = screen.hooks.receive?.(ctx, ctx.body, 'add') ?? ctx.body
  const { input, found } = await readInput({ screen, ctx, db: trx }, { mode: 'add', body, before: null })
  const all = await validate(screen, { ...input, together: true }, null, found)
  if (Object.keys(all).length > 0) return undefined
  await screen.hooks.beforeSave?.(input)
  return { input, columns: await columnsOf(screen, input) }
}

/**
 * Adds rows that were judged, and returns their keys in order. Those that have what another row has already are left out: null stands in
 * their place, and nothing that follows a row was done for any.
 */
export async function addNew(screen: Screen, trx: Writer, rows: readonly NewRow[]): Promise<(Key | null)[]> {
  const now = rows[0]?.input.ctx.now ?? 0
  const keys = await insertRows(
    trx,
    screen.entity,
    rows.map(({ columns }) => columns),
    now,
  )
  const { afterSave } = screen.hooks
  if (!afterSave || keys.includes(null)) return keys
  for (const [i, { input }] of rows.entries()) await afterSave({ ...input, key: keys[i] ?? 0 })
  return keys
}
