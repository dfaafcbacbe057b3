import { sql } from 'kysely'
import type { BulkReason, BulkReview } from '../../../../src/schemas/api/bulk.ts'
import { builtInAction } from '../../../../src/schemas/language/action/builtInActions.ts'
import { conditionWords } from '../../../../src/schemas/language/condition/wording.ts'
import type { Context } from '../../../core/context.ts'
import type { Writer } from '../../../core/db/connect.ts'
import { isOneOf, type Key, keyColumn } from '../../../core/db/rowKey.ts'
import { readColumn } from '../../../core/db/scalar.ts'
import { withoutHistory } from '../../../core/history/author.ts'
import { inTransaction, pendingOf } from '../../../core/transaction/transaction.ts'
import { within } from '../../../crud/action/within.ts'
import { whenSql } from '../../../crud/rows/guard.ts'
import { scopeSql } from '../../../crud/rows/rows.ts'
import { conditionVocabulary } from '../../../crud/words.ts'
import { type Bulk, deletes, doToRow, reasonOf } from './action.ts'
import { bulkLimits } from './limits.ts'
import type { BulkRecord } from './record.ts'

/** A record that the list finds. */
export interface Found {
  key: Key
  name: string
}

type Judged = Pick<BulkReview, 'fit' | 'tried' | 'reasons' | 'sample'>

/**
 * What would become of the records, without changing one: all are judged by the person's data scope and the action's condition, and as
 * many as a moment allows are tried, which finds what rules and other tables have against it.
 */
export async function judge(bulk: Bulk, found: readonly Found[], asked: Pick<BulkRecord, 'filters' | 'sort'>): Promise<Judged> {
  const why = await refusedByState(bulk, found)
  const open = found.filter(({ key }) => !why.has(String(key)))
  const tried = await tryRows(bulk, open, asked, why)
  const counts = new Map<string, number>()
  for (const text of why.values()) counts.set(text, (counts.get(text) ?? 0) + 1)
  const reasons: BulkReason[] = [...counts].map(([text, n]) => ({ text, n })).sort((a, b) => b.n - a.n)
  const sample = found
    .slice(0, bulkLimits.sample)
    .map(({ key, name }) => ({ key: String(key), name, reason: why.get(String(key)) ?? '' }))
  return { fit: found.length - why.size, tried, reasons: reasons.slice(0, bulkLimits.reasons), sample }
}

/** Key → why: out of the person's reach, or in another state. */
async function refusedByState(bulk: Bulk, found: readonly Found[]): Promise<Map<string, string>> {
  const { screen, ctx } = bulk
  const action = screen.page.actions[bulk.action] ?? builtInAction(bulk.action)
  const keys = found.map(({ key }) => key)
  const own = isOneOf(screen.entity, keys)
  const scope = await scopeSql(screen, ctx, ctx.read, deletes(bulk.action) ? 'delete' : 'edit')
  const keysOf = async (parts: readonly (typeof own)[]) => {
    const where = sql.join([...parts], sql` and `)
    return new Set(
      (
        await readColumn(
          ctx.read,
          sql`select ${keyColumn(screen.entity)} from ${sql.table(screen.entity.table)} as t where ${where}`,
        )
      ).map(String),
    )
  }
  const inReach = await keysOf([own, ...scope])
  const when = action?.when ?? null
  const fit = when ? await keysOf([own, ...scope, whenSql(screen, ctx, when)]) : inReach
  const onlyWhen = when
    ? ctx.text('errors.crud.onlyWhen', { what: conditionWords(when, conditionVocabulary(ctx, screen.page)) })
    : ''
  return new Map(
    found.flatMap(({ key }): [string, string][] => {
      const text = String(key)
      if (!inReach.has(text)) return [[text, ctx.text('errors.bulk.outOfReach')]]
      return fit.has(text) ? [] : [[text, onlyWhen]]
    }),
  )
}

/** Thrown to roll back what was only tried. */
class Undone extends Error {}

/** Tries the action on as many records as a moment allows, in transactions that are rolled back. Adds to `why`; returns how many were tried. */
async function tryRows(
  bulk: Bulk,
  open: readonly Found[],
  asked: Pick<BulkRecord, 'filters' | 'sort'>,
  why: Map<string, string>,
): Promise<number> {
  const { ctx } = bulk
  const until = performance.now() + bulkLimits.tryFor
  let tried = 0
  const tryPart = async (trx: Writer) => {
    let n = 0
    for (const { key } of open.slice(tried, tried + bulkLimits.triedAtOnce)) {
      if (performance.now() >= until) break
      const refused = await within({ ctx, screen: bulk.screen }, trx, () => doToRow(bulk, trx, key, asked))
      if (refused) why.set(String(key), reasonOf(ctx, refused))
      n++
    }
    return n
  }
  try {
    while (tried < open.length && performance.now() < until) tried += await undone(ctx, tryPart)
  } catch (error) {
    ctx.log.warn({ err: error }, 'a bulk change could not be tried') // somebody else holds a row: the run waits for it
  }
  return tried
}

/** Does something in a transaction that is rolled back; nothing of what it would have done afterwards is done. */
async function undone(ctx: Context, work: (trx: Writer) => Promise<number>): Promise<number> {
  let n = 0
  try {
    await inTransaction(ctx.services.database, async (trx) => {
      await withoutHistory(trx)
      n = await work(trx)
      const pending = pendingOf(trx)
      if (pending) Object.assign(pending, { audits: [], after: [], changed: new Set() })
      throw new Undone()
    })
  } catch (error) {
    if (!(error instanceof Undone)) throw error
  }
  return n
}
