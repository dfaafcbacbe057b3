import { sql } from 'kysely'
import { formatDateTime } from '../../../src/schemas/kinds/clock.ts'
import { actorOf, type Context } from '../../core/context.ts'
import type { Reader } from '../../core/db/connect.ts'
import { Refused } from '../../core/refuse.ts'
import { accessChanged } from '../../core/session/access.ts'
import { proveOwnPassword } from '../../core/session/ownPassword.ts'
import { hashPassword } from '../../core/session/password.ts'
import { endOtherSessions } from '../../core/session/sessions.ts'
import { forgive } from '../../core/session/throttle.ts'
import type { Actions } from '../../crud/actions.generated.ts'
import { defineActions, type InputOf } from '../../crud/defineActions.ts'
import type { Row, ScreenHooks } from '../../crud/domain.ts'
import { avatarOf, receiveAvatar } from './avatar.ts'

/** routine/adminInfo: one's own row; what others are shown of it changes at once. */
export const accountHooks: ScreenHooks = {
  receive: receiveAvatar,
  buildAdmin: { listExtra: async (ctx, db) => ({ info: await ownInfo(ctx, db) }) },
  rowScope: (ctx) => sql<boolean>`t.id = ${actorOf(ctx).id}`,
  async afterSave({ trx, key, values }) {
    if (values.nickname !== undefined) await accessChanged(trx, Number(key))
  },
}

/** One's own data in the form BuildAdmin's client reads. */
async function ownInfo(ctx: Context, db: Reader): Promise<Row> {
  const names = ['id', 'username', 'nickname', 'avatar', 'email', 'mobile', 'motto', 'last_login_time'] as const
  const row = await db.selectFrom('admin').select(names).where('id', '=', actorOf(ctx).id).executeTakeFirst()
  if (!row) throw new Refused('crud.notFound') // a role that is looked through has no account
  const last = Number(row.last_login_time ?? 0)
  const avatar = avatarOf(row.avatar)
  return { ...row, avatar, last_login_time: last ? formatDateTime(last) : '', token: ctx.token, refresh_token: '' }
}

type NewPassword = Actions['routine/adminInfo.changePassword']

/** What the forms of routine/adminInfo do. */
export const accountActions = defineActions({
  'routine/adminInfo.changePassword': { before: validatePassword, run: changePassword },
})

/** Judges the old password before the row is locked. */
async function validatePassword({ ctx, values }: Pick<InputOf<NewPassword>, 'ctx' | 'values'>): Promise<void> {
  if (values.password !== values.password_confirm) throw new Refused('account.notEqual', {}, { field: 'password_confirm' })
  await proveOwnPassword(ctx, values.old_password, 'old_password')
}

/** Sets the new password and ends all other sessions. */
async function changePassword({ ctx, trx, values }: InputOf<NewPassword>): Promise<void> {
  const { id, sessionId, username } = actorOf(ctx)
  await forgive(trx, username, ctx.ip)
  const password = await hashPassword(values.password)
  await trx.updateTable('admin').set({ password, update_time: ctx.now }).where('id', '=', id).execute()
  await endOtherSessions(trx, id, sessionId)
}
