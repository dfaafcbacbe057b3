import { actorOf } from '../../app/context.ts'
import { Refused } from '../../app/refuse.ts'
import { readSiteConfig } from '../../app/siteConfig.ts'
import { accessChanged } from '../../auth/access.ts'
import { whoOf } from '../../auth/holders.ts'
import { hashPassword, verifyPassword } from '../../auth/password.ts'
import { endSessions } from '../../auth/sessions.ts'
import { admit, clearThrottle, forgive, hardLockOf } from '../../auth/throttle.ts'
import type { ActionInput, Row, RowAction, ScreenHooks } from '../../crud/domain.ts'
import type { Reader } from '../../db/connect.ts'

/** account/profile: the member's own row. */
export const profileHooks: ScreenHooks = {
  async afterSave({ trx, key }) {
    await accessChanged(trx, whoOf('user', Number(key)))
  },
}

/** account/balance and account/integral: above the list stands what the member has now. */
export function ledgerHooks(column: 'money' | 'score'): ScreenHooks {
  return {
    narrowList: true,
    listExtra: async (ctx, db) => ({ [column]: await held(db, column, actorOf(ctx).id) }),
  }
}

async function held(db: Reader, column: 'money' | 'score', id: number): Promise<unknown> {
  const row = await db.selectFrom('user').select(column).where('id', '=', id).executeTakeFirstOrThrow()
  const value = Number(row[column])
  return column === 'money' ? (value / 100).toFixed(2) : value
}

/** What the screens of members do, and what administrators do with their accounts. */
export const memberActions: Readonly<Record<string, RowAction>> = {
  'account/changePassword.changePassword': { run: changePassword },
  'user/user.unlock': { run: ({ trx, row }) => clearThrottle(trx, String(row.username), 'user') },
}

/** Sets the new password and ends every session of the member, this one too. */
async function changePassword({ ctx, trx, values }: Pick<ActionInput, 'ctx' | 'trx' | 'values'>): Promise<null> {
  const { id, username } = actorOf(ctx)
  await judgePasswords({ ctx, values })
  const password = await hashPassword(String(values.newPassword))
  await forgive(trx, username, ctx.ip, 'user')
  await trx.updateTable('user').set({ password, update_time: ctx.now }).where('id', '=', id).execute()
  await endSessions(trx, id, 'user')
  return null
}

/** A wrong old password counts like one at the sign-in, whatever becomes of this transaction. */
async function judgePasswords({ ctx, values }: Pick<ActionInput, 'ctx' | 'values'>): Promise<void> {
  const { oldPassword, newPassword, confirm }: Row = values
  if (newPassword !== confirm) throw new Refused('account.notEqual', {}, { field: 'confirm' })
  if (newPassword === oldPassword) throw new Refused('member.samePassword', {}, { field: 'newPassword' })
  const { id, username } = actorOf(ctx)
  const { read, write } = ctx.services.database
  const lock = hardLockOf(await readSiteConfig(read), 'user')
  const admission = await write.transaction().execute((trx) => admit(trx, username, ctx.ip, lock, 'user'))
  if (admission !== 'open') throw new Refused('account.tooMany')
  const member = await read.selectFrom('user').select('password').where('id', '=', id).executeTakeFirst()
  if (!(await verifyPassword(String(member?.password), String(oldPassword))))
    throw new Refused('account.wrongPassword', {}, { field: 'oldPassword' })
}
