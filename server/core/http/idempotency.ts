import { createHash } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { dbNow } from '../clock.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { masked, secretNames } from '../log/masked.ts'
import { Refused } from '../refuse.ts'
import type { IdempotencyRow } from '../rows.generated.ts'
import { StoredAnswer, successEnvelope } from './envelope.ts'

/** Seconds a key is remembered. */
export const idempotencyLife = 86_400

/**
 * Runs `work` in one transaction, at most once per `idempotency_key` of the body (decision 13). Without a key it is `ctx.write`. The key
 * belongs to the actor and the action: the same key with the same body returns the stored answer byte for byte, with another body it is
 * refused, and while the first call runs it is a conflict. The answer is stored in the transaction of the effect, so after a crash there
 * are both or neither; a refused call stores nothing. The row leaks nothing: it keeps an HMAC of the body under the server's key, without
 * passwords, tokens and codes (bodies that differ only in those count as equal), and the answer is encrypted.
 */
export async function withIdempotency(
  ctx: Context,
  action: string,
  work: (trx: Transaction<Db>) => Promise<unknown>,
): Promise<unknown> {
  const { idempotency_key: key, ...body } = ctx.body
  if (key === undefined || key === null || key === '') return ctx.write(work)
  if (typeof key !== 'string' || key.length > 255) throw new Refused('common.idempotencyKey')
  const id = sha256(JSON.stringify([ctx.handler.app, ctx.actor?.id ?? 0, action.toLowerCase(), key]))
  const { secretBox } = ctx.services
  const bodyHash = await secretBox.mac(use, canonical(masked(body, secretNames(ctx))))
  return ctx.write(async (trx) => {
    const known = await claim(trx, id)
    if (known) {
      if (known.body_hash !== bodyHash) throw new Refused('common.idempotencyOther')
      const answer = await secretBox.open(use, id, known.answer)
      if (answer === undefined) throw new Refused('common.idempotencyOther')
      return new StoredAnswer(answer)
    }
    const answer = JSON.stringify(successEnvelope(ctx, await work(trx)))
    await trx
      .insertInto('idempotency')
      .values({ id, body_hash: bodyHash, answer: await secretBox.close(use, id, answer), create_time: dbNow, update_time: dbNow })
      .execute()
    return new StoredAnswer(answer)
  })
}

/** What the row's texts are keyed for. */
const use = 'idempotency'

/** Claims the key for this transaction; returns the stored answer. Throws a conflict when another transaction holds the key. */
async function claim(trx: Transaction<Db>, id: string): Promise<{ body_hash: string; answer: string } | undefined> {
  const { rows: locks } = await sql<{
    got: boolean
  }>`SELECT pg_try_advisory_xact_lock(hashtextextended(${`idempotency ${id}`}, 0)) AS got`.execute(trx)
  if (!locks[0]?.got) throw new Refused('common.inFlight', {}, { type: 'conflict' })
  await sql`DELETE FROM idempotency WHERE id = ${id} AND create_time < ${dbNow} - ${idempotencyLife}::bigint`.execute(trx)
  const { rows } = await sql<
    Pick<IdempotencyRow, 'body_hash' | 'answer'>
  >`SELECT body_hash, answer FROM idempotency WHERE id = ${id}`.execute(trx)
  return rows[0]
}

/** JSON with members in one order, so that two ways to write a body are one. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null'
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([key, part]) => `${JSON.stringify(key)}:${canonical(part)}`).join(',')}}`
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
