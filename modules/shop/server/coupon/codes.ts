import { sql } from 'kysely'
import { type CommandContext, rowsOf } from '../../../../server/core/command.ts'
import type { Reader, Writer } from '../../../../server/core/db/connect.ts'
import type { ShopCouponCodeRow } from '../rows.generated.ts'
import { codeOf } from './row.ts'

/** Generates exchange codes of a coupon: the prefix and ten random characters. Returns how many. */
export async function makeCodes(
  trx: Writer,
  input: { couponId: number; prefix: string; quantity: number },
  env: CommandContext,
): Promise<{ made: number }> {
  const codes = Array.from({ length: input.quantity }, () => `${input.prefix}${codeOf(env, 10)}`)
  await sql`insert into shop_coupon_code (coupon_id, code, status, create_time, update_time)
    select ${input.couponId}::int, code, 1, ${env.now}::bigint, ${env.now}::bigint from unnest(${codes}::text[]) as c(code)`.execute(
    trx,
  )
  return { made: codes.length }
}

/** Disables the unused codes of a coupon. Returns how many. */
export async function disableCodes(trx: Writer, couponId: number, env: CommandContext): Promise<{ disabled: number }> {
  const rows = await rowsOf(
    trx,
    sql<
      Pick<ShopCouponCodeRow, 'id'>
    >`update shop_coupon_code set status = 3, update_time = ${env.now} where coupon_id = ${couponId} and status = 1 returning id`,
  )
  return { disabled: rows.length }
}

/** A code as codes are kept, however the member typed it. */
export const asKept = (code: string) => code.trim().toUpperCase()

/** Is there such a code, whatever became of it? */
export async function isKnownCode(db: Reader, code: string): Promise<boolean> {
  const { rows } = await sql`select 1 from shop_coupon_code where code = ${asKept(code)}`.execute(db)
  return rows.length > 0
}
