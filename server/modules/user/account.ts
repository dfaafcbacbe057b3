import { storagePrefix } from '../../../src/schemas/api/upload.ts'
import { formatFen } from '../../../src/schemas/kinds/money.ts'
import { actorOf } from '../../core/context.ts'
import type { Reader } from '../../core/db/connect.ts'
import { Refused } from '../../core/refuse.ts'
import { accessChanged } from '../../core/session/access.ts'
import { accountKeyOf } from '../../core/session/accountTypes.ts'
import { proveOwnPasswordOnly } from '../../core/session/ownPassword.ts'
import { hashPassword } from '../../core/session/password.ts'
import { endSessions } from '../../core/session/sessions.ts'
import { clearThrottle } from '../../core/session/throttle.ts'
import type { ActionInput, FieldMessage, Row, RowAction, ScreenHooks } from '../../crud/domain.ts'
import { receiveAvatar } from '../auth/avatar.ts'
import { verificationTypes } from '../codes/deliver.ts'
import { memberTopic } from '../files/handlers.ts'
import { addressActions } from './addresses.ts'

/** account/profile: the member's own row. */
export const profileHooks: ScreenHooks = {
  receive: receiveAvatar,
  /** A remote picture would reveal to its host who looks at the member. */
  async validate({ values, before }): Promise<Record<string, FieldMessage>> {
    const avatar = String(values.avatar ?? '')
    const kept = avatar === '' || values.avatar === before?.avatar
    return kept || avatar.startsWith(`${storagePrefix}${memberTopic}/`) ? {} : { avatar: { code: 'member.avatar' } }
  },
  /** What needs codes is not offered where none can be sent. */
  async denied({ ctx, rows }) {
    const ways = await verificationTypes(ctx)
    const denied = {
      ...(ways.includes('email') ? {} : { bindEmail: 'codes.noMail', changeEmail: 'codes.noMail' }),
      ...(ways.includes('mobile') ? {} : { bindMobile: 'codes.noSms', changeMobile: 'codes.noSms' }),
    }
    const reasons = Object.fromEntries(Object.entries(denied).map(([name, word]) => [name, ctx.text(`errors.${word}`)]))
    return rows.map(() => reasons)
  },
  async afterSave({ ctx, trx, key, before, values }) {
    await accessChanged(trx, accountKeyOf('user', Number(key)))
    if (!isComplete({ ...before, ...values })) return
    const env = { now: ctx.now, actor: { type: 'system' as const } }
    await ctx.services.events.profileCompleted(trx, { id: Number(key) }, env)
  },
}

/** A profile is complete when somebody who reads it knows the member: name, picture, gender, birthday, and a way to reach them. */
function isComplete({ nickname, avatar, gender, birthday, email, mobile }: Row): boolean {
  return Boolean(nickname && avatar && Number(gender) > 0 && birthday && (email || mobile))
}

/** account/balance and account/integral: the current balance is shown above the list. */
export function ledgerHooks(column: 'money' | 'score'): ScreenHooks {
  return {
    narrowList: true,
    listExtra: async (ctx, db) => ({ [column]: await held(db, column, actorOf(ctx).id) }),
  }
}

async function held(db: Reader, column: 'money' | 'score', id: number): Promise<unknown> {
  const row = await db.selectFrom('user').select(column).where('id', '=', id).executeTakeFirstOrThrow()
  return column === 'money' ? formatFen(row[column]) : Number(row[column])
}

/** What the screens of members do, and what administrators do with their accounts. */
export const memberActions: Readonly<Record<string, RowAction>> = {
  'account/changePassword.changePassword': { run: changePassword },
  ...addressActions,
  'user/user.unlock': { run: ({ trx, row }) => clearThrottle(trx, String(row.username), 'user') },
  'user/user.kick': { run: ({ trx, row }) => endSessions(trx, Number(row.id), 'user') },
  'user/user.enable': { run: ({ trx, row }) => accessChanged(trx, accountKeyOf('user', Number(row.id))) },
  'user/user.disable': { run: ({ trx, row }) => endSessions(trx, Number(row.id), 'user') },
}

/** Sets the new password and ends every session of the member, this one too. */
async function changePassword({ ctx, trx, values }: Pick<ActionInput, 'ctx' | 'trx' | 'values'>): Promise<null> {
  const { id } = actorOf(ctx)
  await validatePasswords({ ctx, values })
  const password = await hashPassword(String(values.newPassword))
  await trx.updateTable('user').set({ password, update_time: ctx.now }).where('id', '=', id).execute()
  await endSessions(trx, id, 'user')
  return null
}

/** A wrong old password counts like one at the sign-in, whatever becomes of this transaction. */
async function validatePasswords({ ctx, values }: Pick<ActionInput, 'ctx' | 'values'>): Promise<void> {
  const { oldPassword, newPassword, confirm }: Row = values
  if (newPassword !== confirm) throw new Refused('account.notEqual', {}, { field: 'confirm' })
  if (newPassword === oldPassword) throw new Refused('member.samePassword', {}, { field: 'newPassword' })
  await proveOwnPasswordOnly(ctx, oldPassword, 'oldPassword')
}
