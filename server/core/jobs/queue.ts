import { randomUUID } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import { dbClock, dbNow } from '../clock.ts'
import type { Db } from '../db/connect.ts'
import type { JobRow } from '../rows.generated.ts'

/** Channel that announces new work to every node. */
export const jobChannel = 'kontor_job'

/**
 * A job claimed by this node. The table `job` holds only unfinished work: a row is deleted when its work ends, in the transaction that
 * records the result. `lease` is new for each claim, so a node whose claim expired cannot finish a job that another has since claimed.
 */
export interface Claim {
  id: number
  kind: string
  /** Key of the row that the work is about. */
  ref: number
  lease: string
  /** How often it was taken, this time included. */
  attempts: number
}

/** Puts work into the queue, once per kind and row; it can be taken when the transaction has committed. */
export async function enqueue(trx: Transaction<Db>, kind: string, ref: number): Promise<void> {
  await sql`insert into job (kind, ref_id, lease, attempts, create_time, update_time)
    values (${kind}, ${ref}, '', 0, ${dbNow}, ${dbNow}) on conflict do nothing`.execute(trx)
  await sql`select pg_notify(${jobChannel}, ${kind})`.execute(trx)
}

/** Claims the oldest job that is free or whose lease has expired; undefined when there is none. */
export async function claim(db: Kysely<Db>, kinds: readonly string[], seconds: number): Promise<Claim | undefined> {
  const lease = randomUUID()
  const { rows } = await sql<Pick<JobRow, 'id' | 'kind' | 'ref_id' | 'attempts'>>`
    update job set lease = ${lease}, lease_time = ${dbClock} + ${seconds}::bigint, attempts = attempts + 1, update_time = ${dbClock}
    where id = (
      select id from job where kind = any(${kinds}::text[]) and (lease_time is null or lease_time < ${dbClock})
      order by id limit 1 for update skip locked)
    returning id, kind, ref_id, attempts`.execute(db)
  const [row] = rows
  return row && { id: row.id, kind: row.kind, ref: row.ref_id, lease, attempts: row.attempts }
}

/** Holds on to a job. False when it is gone (called off) or another's by now. */
export async function renew(db: Kysely<Db>, { id, lease }: Claim, seconds: number): Promise<boolean> {
  const { rows } = await sql`update job set lease_time = ${dbClock} + ${seconds}::bigint, update_time = ${dbClock}
    where id = ${id} and lease = ${lease} returning id`.execute(db)
  return rows.length === 1
}

/** Is the job still ours? False when it is gone (called off) or another's by now. */
export async function isOurs(trx: Transaction<Db>, { id, lease }: Claim): Promise<boolean> {
  const { rows } = await sql`select 1 as one from job where id = ${id} and lease = ${lease}`.execute(trx)
  return rows.length === 1
}

/** Ends a job in the transaction of its effect. False when it is not ours any more: then that transaction must be undone. */
export async function finish(trx: Transaction<Db>, { id, lease }: Claim): Promise<boolean> {
  const { rows } = await sql`delete from job where id = ${id} and lease = ${lease} returning id`.execute(trx)
  return rows.length === 1
}

/** Lets another node have it, as if it had not been taken: this one stops. */
export async function giveBack(db: Kysely<Db>, { id, lease, kind }: Claim): Promise<void> {
  await sql`update job set lease = '', lease_time = null, attempts = attempts - 1 where id = ${id} and lease = ${lease}`.execute(
    db,
  )
  await sql`select pg_notify(${jobChannel}, ${kind})`.execute(db)
}

/** Puts a job back, to be taken in so many seconds as if it had not been taken. False when it is not ours any more. */
export async function postpone(trx: Transaction<Db>, { id, lease }: Claim, seconds: number): Promise<boolean> {
  const { rows } =
    await sql`update job set lease = '', lease_time = ${dbClock} + ${seconds}::bigint, attempts = 0, update_time = ${dbClock}
    where id = ${id} and lease = ${lease} returning id`.execute(trx)
  return rows.length === 1
}

/** Calls work off, whether it has begun or not: who is at it notices with its next sign of life. */
export async function callOff(trx: Transaction<Db>, kind: string, ref: number): Promise<void> {
  await sql`delete from job where kind = ${kind} and ref_id = ${ref}`.execute(trx)
}
