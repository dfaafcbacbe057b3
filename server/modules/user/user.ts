import { sql } from 'kysely'
import { isObject } from '../../../src/schemas/isObject.ts'
import { formatDateTime } from '../../../src/schemas/kinds/clock.ts'
import type { CommandContext } from '../../core/command.ts'
import type { Writer } from '../../core/db/connect.ts'
import { Refused } from '../../core/refuse.ts'
import { accessChanged } from '../../core/session/access.ts'
import { accountKeyOf } from '../../core/session/accountTypes.ts'
import { hashPassword } from '../../core/session/password.ts'
import { endSessions } from '../../core/session/sessions.ts'
import { clearThrottle } from '../../core/session/throttle.ts'
import type { DecorateInput, DeleteInput, FieldMessage, Row, SaveInput, ScreenHooks } from '../../crud/domain.ts'
import { nameAvatars, receiveAvatar } from '../auth/avatar.ts'

/** user/user: passwords are hashed, money and points belong to the ledgers, and deleting keeps the ledger but erases the person. */
export const userHooks: ScreenHooks = {
  judgesAlone: true,
  receive: receiveAvatar,
  async validate({ values, ctx }: SaveInput): Promise<Record<string, FieldMessage>> {
    const found: Record<string, FieldMessage> = {}
    const today = formatDateTime(ctx.now).slice(0, 10)
    if (typeof values.birthday === 'string' && values.birthday > today) found.birthday = { code: 'authority.future' }
    return found
  },
  async beforeSave({ ctx, values, mode }) {
    if (values.status === 'enable') values.disable_reason = ''
    if (!values.password) delete values.password
    else values.password = await hashPassword(String(values.password))
    if (mode === 'add') Object.assign(values, { join_time: ctx.now, join_ip: ctx.ip })
  },
  // When someone is disabled, moved to another group or given a password, their sessions end or get other rights.
  async afterSave({ ctx, trx, key, values, mode }) {
    if (mode === 'add') return ctx.services.events.memberCreated(trx, { id: Number(key) }, systemAt(ctx.now))
    if (values.password !== undefined || values.status === 'disable') await endSessions(trx, Number(key), 'user')
    else await accessChanged(trx, accountKeyOf('user', Number(key)))
    if (values.password !== undefined) await clearThrottle(trx, await nameOf(trx, Number(key)), 'user')
  },
  beforeDelete: refuseDelete,
  afterDelete: erase,
  decorate,
  rowReads: [],
  buildAdmin: {
    rows: nameGroups,
    names: nameAvatars,
  },
}

const systemAt = (now: number): CommandContext => ({ now, actor: { type: 'system' } })

async function nameOf(trx: Writer, id: number): Promise<string> {
  const row = await trx.selectFrom('user').select('username').where('id', '=', id).executeTakeFirstOrThrow()
  return String(row.username)
}

async function refuseDelete({ ctx, trx, rows }: DeleteInput): Promise<void> {
  for (const row of rows) {
    if (Number(row.money) > 0 || Number(row.score) > 0) throw new Refused('authority.memberHolds', { name: String(row.username) })
    const member = { id: Number(row.id), username: String(row.username) }
    await ctx.services.events.memberDeleting(trx, member, systemAt(ctx.now))
  }
}

/** What could lead to the person is overwritten; the row stays for orders and ledgers that point at it. */
async function erase({ ctx, trx, rows }: DeleteInput): Promise<void> {
  for (const row of rows) {
    const id = Number(row.id)
    await endSessions(trx, id, 'user')
    await ctx.services.events.memberForgotten(trx, { id }, systemAt(ctx.now))
    await trx
      .updateTable('user')
      .set({
        username: `deleted_${id}`,
        nickname: '',
        email: '',
        mobile: '',
        avatar: '',
        motto: '',
        password: '',
        gender: 0,
        birthday: null,
        last_login_ip: '',
        join_ip: '',
        status: 'disable',
      })
      .where('id', '=', id)
      .execute()
  }
}

async function decorate({ ctx, purpose, wire }: DecorateInput): Promise<void> {
  for (const row of wire) {
    if (purpose === 'edit') row.password = ''
    else delete row.password
    delete row.delete_time
    if (purpose === 'select')
      row.nickname_text = ctx.text('authority.member', { username: String(row.username), id: Number(row.id) })
  }
}

/** BuildAdmin's client reads the whole group beside a member, and knows of no reason why one is disabled. */
async function nameGroups({ db, purpose, rows, wire }: DecorateInput): Promise<void> {
  const groups = purpose === 'list' || purpose === 'select' ? await groupsOf({ db, rows }) : new Map<number, Row>()
  for (const [i, row] of wire.entries()) {
    delete row.disable_reason
    const group = groups.get(Number(rows[i]?.group_id))
    if (group) row.group = { ...(isObject(row.group) ? row.group : {}), ...group }
  }
}

async function groupsOf({ db, rows }: Pick<DecorateInput, 'db' | 'rows'>): Promise<Map<number, Row>> {
  const ids = [...new Set(rows.map((row) => Number(row.group_id)).filter((id) => id > 0))]
  if (ids.length === 0) return new Map()
  const found = await db
    .selectFrom('user_group')
    .select([
      'id',
      'name',
      sql<string>`array_to_string(rules, ',')`.as('rules'),
      sql<string>`status::text`.as('status'),
      'update_time',
      'create_time',
    ])
    .where('id', 'in', ids)
    .execute()
  return new Map<number, Row>(found.map((group) => [Number(group.id), group]))
}
