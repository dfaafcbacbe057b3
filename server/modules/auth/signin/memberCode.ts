import type { Transaction } from 'kysely'
import { type Channel, loginEvent } from '../../../../src/schemas/codeEvents.ts'
import type { Context } from '../../../core/context.ts'
import type { Db } from '../../../core/db/connect.ts'
import { auditOf, noteRefusal } from '../../../core/log/audit.ts'
import { Refused } from '../../../core/refuse.ts'
import { counting } from '../../../core/session/provePassword.ts'
import { checkCode, spendCode } from '../../codes/codes.ts'
import { type AddressedMember, memberAt } from '../../codes/member.ts'
import { readAddress } from '../../codes/send.ts'
import { requireLoginWay } from '../../codes/waysIn.ts'

/**
 * Signs a member in with the code that was sent to their address (`loginType`, `email` or `mobile`, `captcha` of the body), and no password.
 * An unknown address, a disabled account and a wrong code cannot be told apart. A lock after wrong passwords does not apply: the owner of the
 * address could set a new password with a code too.
 */
export async function loginByCode<Answer>(
  ctx: Context,
  channel: Channel,
  startSession: (trx: Transaction<Db>, member: AddressedMember) => Promise<Answer>,
): Promise<Answer> {
  await requireLoginWay(ctx, channel)
  const target = readAddress(ctx, channel, channel)
  try {
    const code = await checkCode(ctx, { channel, target, event: loginEvent }, ctx.body.captcha)
    return await counting(() =>
      ctx.write(async (trx) => {
        await spendCode(trx, code)
        const member = await memberAt(trx, channel, target)
        if (!member?.enabled) throw new Refused('codes.wrong', {}, { field: 'captcha' })
        return startSession(trx, member)
      }),
    )
  } catch (error) {
    if (error instanceof Refused) {
      const username = (await memberAt(ctx.services.database.read, channel, target))?.username ?? ''
      await noteRefusal(ctx, auditOf(ctx, { action: 'member.login.failed', detail: { username, reason: 'code' } }))
    }
    throw error
  }
}
