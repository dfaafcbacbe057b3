import type { Context } from '../../../../server/core/context.ts'
import { Refused } from '../../../../server/core/refuse.ts'
import { proveOwnPasswordOnly } from '../../../../server/core/session/ownPassword.ts'
import type { PayType } from '../order/pay.ts'
import { readShopSettings } from '../settings/settings.ts'

/** Refuses a way to pay that the settings have switched off. */
export async function requireWay(ctx: Context, way: PayType): Promise<void> {
  if (!(await readShopSettings(ctx.read)).payTypes.includes(way)) throw new Refused('shop.payType')
}

/**
 * Where the settings say so, whoever pays from the balance gives the password in `password`. A wrong one counts like one at the sign-in; to
 * be called before the step, with no connection in hand.
 */
export async function provePayer(ctx: Context): Promise<void> {
  const { balancePassword } = await readShopSettings(ctx.read)
  if (balancePassword) await proveOwnPasswordOnly(ctx, ctx.body.password, 'password')
}

/** Both: the balance may pay, and it is the member who pays. */
export async function allowBalance(ctx: Context): Promise<void> {
  await requireWay(ctx, 'balance')
  await provePayer(ctx)
}
