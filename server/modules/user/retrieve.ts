import { retrieveEvent } from '../../../src/schemas/codeEvents.ts'
import type { Context } from '../../core/context.ts'
import { auditOf, writeAudit } from '../../core/log/audit.ts'
import { Refused } from '../../core/refuse.ts'
import { hashPassword } from '../../core/session/password.ts'
import { endSessions } from '../../core/session/sessions.ts'
import { clearThrottle } from '../../core/session/throttle.ts'
import { entityOf } from '../../crud/tables.ts'
import { refuseInvalid } from '../../crud/validate/refusal.ts'
import { validateFields } from '../../crud/validate/validate.ts'
import { checkCode, spendCode } from '../codes/codes.ts'
import { memberAt } from '../codes/member.ts'
import { report } from '../codes/queue.ts'
import { readAddress, requireOpen } from '../codes/send.ts'
import { channelOf } from './addresses.ts'

/**
 * POST account/retrievePassword {type, account, captcha, password}: sets a new password with the code sent to the address. Ends every
 * session, and clears the account's lockout. An unknown address counts as a wrong code.
 */
export async function retrievePassword(ctx: Context): Promise<null> {
  await requireOpen(ctx)
  const channel = channelOf(ctx)
  const target = readAddress(ctx, channel, 'account')
  const password = readPassword(ctx)
  const code = await checkCode(ctx, { channel, target, event: retrieveEvent }, ctx.body.captcha)
  const hashed = await hashPassword(password)
  await ctx.write(async (trx) => {
    await spendCode(trx, code)
    const member = await memberAt(trx, channel, target)
    if (!member?.enabled) throw new Refused('codes.wrong', {}, { field: 'captcha' })
    await trx.updateTable('user').set({ password: hashed, update_time: ctx.now }).where('id', '=', member.id).execute()
    await endSessions(trx, member.id, 'user')
    await clearThrottle(trx, member.username, 'user')
    const entry = auditOf(ctx, { action: 'member.retrieve', table: 'user', key: member.id, detail: { user_id: member.id } })
    await writeAudit(trx, { ...entry, username: member.username })
    await report(trx, ctx, { channel, address: target, message: { word: 'passwordChanged', params: {} } })
  })
  return null
}

/** The new password, validated like the members' own field. */
function readPassword(ctx: Context): string {
  const field = entityOf(ctx.schema, 'user').fields.password
  const page = ctx.schema.pages.get('user/user')
  if (!field || !page) throw new Error('the table "user" has lost its fields')
  const password = typeof ctx.body.password === 'string' ? ctx.body.password : ''
  const record = { password }
  const found = validateFields({ fields: [{ ...field, required: true }], record, selfId: 0, now: ctx.now })
  refuseInvalid(ctx, { page, prefix: 'fields' }, found)
  return password
}
