import { sql } from 'kysely'
import { rowOf, rowsOf } from '../../../../server/core/command.ts'
import type { Writer } from '../../../../server/core/db/connect.ts'
import type { ScreenHooks } from '../../../../server/crud/domain.ts'
import { wireZone } from '../../../../src/schemas/kinds/clock.ts'
import { formatFen } from '../../../../src/schemas/kinds/money.ts'
import { computesOf } from '../computes.ts'
import type { Reads } from '../reads.generated.ts'
import type { ShopLedgerCheckRow, ShopLedgerFaultRow } from '../rows.generated.ts'

/** The hour of the shop's zone from which the check of a day is made. */
const hour = 3

/**
 * Compares every member's balance and points with the sums of their ledgers, once a night, whichever server comes first; what differs is kept until the
 * next night's check and counted on the dashboard. Gives how many; undefined when it is not yet, or no longer, the time.
 */
export async function checkLedgers(trx: Writer, now: number): Promise<number | undefined> {
  const here = sql`(to_timestamp(${now}::bigint) at time zone ${wireZone()}::text)`
  const check = await rowOf(
    trx,
    sql<Pick<ShopLedgerCheckRow, 'id'>>`insert into shop_ledger_check (day, create_time, update_time)
      select ${here}::date, ${now}::bigint, ${now}::bigint where extract(hour from ${here}) >= ${hour} on conflict do nothing returning id`,
  )
  if (!check) return undefined
  // What differed before keeps when it was found. One statement sees balances and ledgers as they were at one moment.
  const found = await rowsOf(
    trx,
    sql<Pick<ShopLedgerFaultRow, 'id'>>`with money as (select user_id, sum(money) as sum from user_money_log group by user_id),
        score as (select user_id, sum(score) as sum from user_score_log group by user_id),
        pairs as (
          select u.id, 'money' as ledger, u.money as held, coalesce(m.sum, 0) as booked from "user" u left join money m on m.user_id = u.id
          union all select u.id, 'score', u.score, coalesce(s.sum, 0) from "user" u left join score s on s.user_id = u.id),
        wrong as (select * from pairs where held <> booked),
        known as (update shop_ledger_fault f set held = w.held, booked = w.booked, update_time = ${now}::bigint from wrong w
          where f.user_id = w.id and f.ledger = w.ledger returning f.id),
        fresh as (insert into shop_ledger_fault (user_id, ledger, held, booked, create_time, update_time)
          select w.id, w.ledger, w.held, w.booked, ${now}::bigint, ${now}::bigint from wrong w
          where not exists (select 1 from shop_ledger_fault f where f.user_id = w.id and f.ledger = w.ledger) order by w.id, w.ledger returning id)
      select id from known union all select id from fresh`,
  )
  await sql`delete from shop_ledger_fault where id <> all(${found.map(({ id }) => id)}::int[])`.execute(trx)
  await sql`update shop_ledger_check set faults = ${found.length} where id = ${check.id}`.execute(trx)
  return found.length
}

/** shop/user/ledgerFault: what the last check found, in yuan or points; to look at. */
export const ledgerFaultHooks: ScreenHooks = {
  computes: computesOf('shop/user/ledgerFault', {
    shown: async ({ rows }) => rows.map((row) => figure(row, Number(row.held))),
    summed: async ({ rows }) => rows.map((row) => figure(row, Number(row.booked))),
    difference: async ({ rows }) => rows.map((row) => figure(row, Number(row.held) - Number(row.booked))),
  }),
}

function figure({ ledger }: Pick<Reads['shop/user/ledgerFault']['shown'], 'ledger'>, value: number): string {
  return ledger === 'money' ? `¥${formatFen(value)}` : String(value)
}
